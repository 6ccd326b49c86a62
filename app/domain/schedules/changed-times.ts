import type { Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { NO_LIMITS } from "../hours/open-within";
import { limitsOf, type StoredLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";
import { changedSpan, type Plan, type Span } from "./changed-span";
import { horizonOf, lastDateOf } from "./fill-slots.server";
import { longestMinutes, onResource } from "./service-terms";

/** Times of a service on a resource that are to be made again: their starts are in [from, to), epoch ms. */
export interface ChangedLink extends Span {
  schedule_id: string;
  resource_id: string;
}

/** A service and what narrows its hours, if that is known. */
interface LimitedSchedule {
  schedule: Schedule;
  limits: StoredLimits | null;
}

/** Where the times of a service on its resources that are still to come may differ before and after a change. */
export function changedTimes(before: LimitedSchedule, after: LimitedSchedule): ChangedLink[] {
  // Resources of the same hours and lengths have the same times: they are worked out once.
  const known = new Map<string, Span | null>();
  return after.schedule.resource_ids.flatMap((resource_id) => {
    const key = [before, after].map((of) => planKey(of, resource_id)).join();
    if (!known.has(key)) known.set(key, changedOn(resource_id, before, after));
    const span = known.get(key) ?? null;
    return span === null ? [] : [{ schedule_id: after.schedule.id, resource_id, ...span }];
  });
}

const planKey = ({ schedule, limits }: LimitedSchedule, resourceId: string): string =>
  [
    limits?.hours.get(resourceId)?.id,
    onResource(schedule, resourceId).duration_minutes,
    longestMinutes(schedule, resourceId),
  ].join("/");

function changedOn(
  resourceId: string,
  before: LimitedSchedule,
  after: LimitedSchedule,
): Span | null {
  // Slots may lie beyond a horizon that has become shorter.
  const last = [lastDateOf(before.schedule), lastDateOf(after.schedule)].sort().at(-1)!; // one of two
  const first = addDays(localDateOf(clock.now(), after.schedule.time_zone), -2);
  const [planned, wanted] = [planOf(before, resourceId), planOf(after, resourceId)];
  const span = changedSpan(planned, wanted, first, addDays(last, 1), lastDateOf(before.schedule));
  const { from } = horizonOf(after.schedule);
  return span === null || span.to <= from ? null : { from: Math.max(span.from, from), to: span.to };
}

const planOf = ({ schedule, limits }: LimitedSchedule, resourceId: string): Plan => ({
  ...hoursOf(onResource(schedule, resourceId)),
  max_advance_days: schedule.max_advance_days,
  longest_minutes: longestMinutes(schedule, resourceId),
  limits: limits === null ? NO_LIMITS : limitsOf(limits, resourceId),
});
