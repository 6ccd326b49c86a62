import { MAX_FUTURE_SLOTS_PER_SCHEDULE, MAX_FUTURE_SLOTS_PER_TENANT } from "~/contract/limits";
import type { Schedule } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { countAhead, countOfOthers } from "./count-slots.sql.server";
import { lastDateOf } from "./fill-slots.server";
import { openIntervals } from "../hours/open-intervals";
import { hoursOf } from "../hours/stored-hours";
import { onResource } from "../quotes/service-terms";

const MINUTE_MS = 60_000;

/** A schedule, saved or not. */
type Wanted = Omit<Schedule, "version" | "created_at" | "updated_at">;

/** How many slots a schedule makes over its horizon, computed from its hours. */
export function countPlanned(schedule: Wanted): number {
  const today = localDateOf(clock.now(), schedule.time_zone);
  const { step_minutes, buffer_before_minutes, buffer_after_minutes } = schedule;
  const first = addDays(today, -1);
  const intervals = openIntervals(hoursOf(schedule), first, lastDateOf(schedule));
  const countOf = (duration_minutes: number) => {
    const step =
      (step_minutes ?? buffer_before_minutes + duration_minutes + buffer_after_minutes) * MINUTE_MS;
    return intervals.reduce((count, { start_ms, end_ms, until_ms }) => {
      const last = Math.min(end_ms - 1, until_ms - duration_minutes * MINUTE_MS);
      return last < start_ms ? count : count + Math.floor((last - start_ms) / step) + 1;
    }, 0);
  };
  const lengths = schedule.resource_ids.map((id) => onResource(schedule, id).duration_minutes);
  const counts = new Map([...new Set(lengths)].map((minutes) => [minutes, countOf(minutes)]));
  return lengths.reduce((sum, minutes) => sum + counts.get(minutes)!, 0); // counted for each length above
}

/**
 * Rejects a schedule whose horizon would hold too many slots, and suggests what to change. Throws
 * validation_failed.
 */
export async function checkRoomForPlan(tenantId: string, schedule: Wanted): Promise<void> {
  if (!schedule.active) return;
  const planned = countPlanned(schedule);
  const days = `Take fewer days ahead (max_advance_days), fewer resources or a longer step.`;
  if (planned > MAX_FUTURE_SLOTS_PER_SCHEDULE)
    throw invalidField(
      "max_advance_days",
      `These hours make ${number(planned)} times; at most ${number(MAX_FUTURE_SLOTS_PER_SCHEDULE)}. ${days}`,
      "too_big",
    );
  const all = planned + (await countOfOthers(tenantId, schedule.id));
  if (all > MAX_FUTURE_SLOTS_PER_TENANT)
    throw invalidField(
      "max_advance_days",
      `All schedules together would have ${number(all)} times ahead; at most ${number(MAX_FUTURE_SLOTS_PER_TENANT)}. ${days}`,
      "too_big",
    );
}

/**
 * Rejects additional slots outside [from, to) if there would be too many. Throws validation_failed
 * on `field`.
 */
export async function checkRoomForMore(
  tenantId: string,
  scheduleId: string | null,
  more: number,
  field: string,
  range: { from: number; to: number } = { from: 0, to: 0 },
): Promise<void> {
  const { own, all } = await countAhead(tenantId, scheduleId, range);
  if (scheduleId !== null && own + more > MAX_FUTURE_SLOTS_PER_SCHEDULE)
    throw invalidField(
      field,
      `A schedule has at most ${number(MAX_FUTURE_SLOTS_PER_SCHEDULE)} times ahead. Take fewer days, or delete some that nobody needs.`,
      "too_big",
    );
  if (all + more > MAX_FUTURE_SLOTS_PER_TENANT)
    throw invalidField(
      field,
      `There can be at most ${number(MAX_FUTURE_SLOTS_PER_TENANT)} times ahead in all. Take fewer days, or delete some that nobody needs.`,
      "too_big",
    );
}

const number = (count: number) => count.toLocaleString("en");
