import type { Course } from "~/contract/course";
import type { Schedule } from "~/contract/schedules";
import { addDays } from "~/lib/time";
import type { HoursLimits } from "../hours/open-within";
import { hoursOf } from "../hours/stored-hours";
import { onResource } from "../quotes/service-terms";
import { slotTimes } from "../schedules/slot-times";

/** Days computed at a time: a course is found after few of them, however many times a day has. */
const STEP_DAYS = 28;
/** A course that isn't complete after so many days is not held: weekly dates take 52 weeks. */
const MAX_DAYS = 420;

type Scheduled = Pick<Schedule, "duration_minutes" | "resource_terms" | "resource_ids"> &
  Parameters<typeof hoursOf>[0] &
  Omit<Parameters<typeof slotTimes>[0], "overrides">;

/**
 * The starts of a course's dates (epoch ms): the first ones that the time engine makes for the
 * schedule on any of its resources from `starts_on` on. Opening hours, closed days and clock changes
 * apply, to dates that have passed as well. Fewer than `dates` if the hours have no more.
 */
export function courseStarts(
  schedule: Scheduled,
  { starts_on, dates }: Pick<Course, "starts_on" | "dates">,
  limitsOn: (resourceId: string) => HoursLimits,
): number[] {
  // Resources with the same length and no hours of their own have the same times.
  const kinds = new Map(
    schedule.resource_ids.map((id) => {
      const on = onResource(schedule, id);
      const own = limitsOn(id);
      const kind = `${on.duration_minutes}/${own.resource === null ? "" : id}`;
      return [kind, { hours: hoursOf(on), own }] as const;
    }),
  );
  const found = new Set<number>();
  for (let day = 0; day < MAX_DAYS && found.size < dates; day += STEP_DAYS) {
    const from = addDays(starts_on, day);
    const to = addDays(starts_on, Math.min(day + STEP_DAYS, MAX_DAYS) - 1);
    for (const { hours, own } of kinds.values())
      for (const { starts_at } of slotTimes(hours, from, to, own)) found.add(starts_at);
  }
  return [...found].sort((one, other) => one - other).slice(0, dates);
}

/**
 * The share of a date in the price of a course: the shares of all `dates` add up to the price. In
 * multiples of `step`, the least that can be paid.
 */
export function shareOf(price: number, { no, dates }: { no: number; dates: number }, step: number) {
  const units = price / step;
  const until = (date: number) => Math.floor((units * date) / dates);
  return (until(no) - until(no - 1)) * step;
}
