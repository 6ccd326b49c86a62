import type { Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { type HoursLimits, NO_LIMITS } from "../hours/open-within";
import { hoursOf } from "../hours/stored-hours";
import { changedSpan, type Plan, type Span } from "./changed-span";
import { horizonOf, lastDateOf } from "./fill-slots.server";

/** A service and what narrows its hours on one resource. */
export interface LimitedSchedule {
  schedule: Schedule;
  limits?: HoursLimits;
}

/** Where the times of a service that are still to come may differ before and after a change; null when they are the same. */
export function changedTimes(before: LimitedSchedule, after: LimitedSchedule): Span | null {
  // Slots may lie beyond a horizon that has become shorter.
  const last = [lastDateOf(before.schedule), lastDateOf(after.schedule)].sort().at(-1)!; // one of two
  const first = addDays(localDateOf(clock.now(), after.schedule.time_zone), -2);
  const span = changedSpan(planOf(before), planOf(after), first, addDays(last, 1), lastDateOf(before.schedule));
  const { from } = horizonOf(after.schedule);
  return span === null || span.to <= from ? null : { from: Math.max(span.from, from), to: span.to };
}

const planOf = ({ schedule, limits = NO_LIMITS }: LimitedSchedule): Plan => ({
  ...hoursOf(schedule),
  ...{ max_advance_days: schedule.max_advance_days, limits },
});
