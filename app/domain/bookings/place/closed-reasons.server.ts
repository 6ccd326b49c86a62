import type { Schedule } from "~/contract/schedules";
import { localDateOf } from "~/lib/time";
import { OpenTimes } from "../../hours/open-times";
import { outsideHours } from "../../hours/outside-hours";
import { limitsOf, readLimits, type StoredLimits } from "../../hours/read-limits.server";
import { hoursOf } from "../../hours/stored-hours";
import { readSchedule } from "../../hours/stored-schedule.server";
import type { OverrideReason } from "./requested-slot";

/** A time of a service (null: no service) on a resource. */
interface CustomTime {
  schedule_id: string | null;
  resource_id: string;
  /** The company's time zone, which defines the days of a time without a service. */
  time_zone: string;
  is_offered: boolean;
  starts_at: Date;
  ends_at: Date;
}

/** The hours of a service (null: no service), with the company's limits. */
export interface StoredHours {
  schedule: Schedule | null;
  limits: StoredLimits;
}

/**
 * The reasons why a custom time lies outside the hours of its service, resource and company: the
 * rule that changes of hours use too (schedules/outside-bookings.server.ts). If the resource does
 * not offer the service, the service's hours with the resource's apply. `stored`: the hours, if the
 * caller has read them.
 */
export async function closedReasons(
  tenantId: string,
  time: CustomTime,
  stored?: StoredHours,
): Promise<OverrideReason[]> {
  const { resource_id, starts_at, ends_at } = time;
  const reasons: OverrideReason[] = time.is_offered ? [] : ["other_resource"];
  const { schedule, limits: all } = stored ?? (await readStored(tenantId, time));
  const limits = limitsOf(all, resource_id);
  const span = { starts_at: starts_at.getTime(), ends_at: ends_at.getTime() };
  const hours = schedule === null ? limits.resource : hoursOf(schedule);
  const date = localDateOf(span.starts_at, hours?.time_zone ?? time.time_zone);
  const isClosedDay =
    limits.closed_dates.includes(date) ||
    (hours?.overrides.some((each) => each.date === date && "closed" in each) ?? false);
  // Without any hours only the company's closed days count.
  const isOutside =
    hours === null ? isClosedDay : outsideHours(OpenTimes.of(hours, limits), [span]).length > 0;
  if (isOutside) reasons.push(isClosedDay ? "closed_day" : "outside_hours");
  return reasons;
}

const readStored = async (
  tenantId: string,
  { schedule_id, resource_id }: CustomTime,
): Promise<StoredHours> => ({
  schedule: schedule_id === null ? null : await readSchedule(tenantId, schedule_id),
  limits: await readLimits(tenantId, [resource_id]),
});
