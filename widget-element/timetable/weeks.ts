import { addDays, clampDate } from "../choose/dates";
import type { Calendar } from "../choose/calendar";

export const WEEK_DAYS = 7;

/** First days that visitors turned to. */
const turned = new WeakMap<Calendar, string>();

/**
 * The seven days in sight: those that the visitor turned to, otherwise those with the chosen or the
 * first day with times. Weeks count from the first displayed day, so that none begins in the past.
 */
export function shownWeek(calendar: Calendar, date: string | null): string[] {
  const anchor = [turned.get(calendar), date, calendar.focused_day].find(
    (day) => day && calendar.isShown(day),
  );
  let start = calendar.from;
  while (anchor && addDays(start, WEEK_DAYS) <= anchor) start = addDays(start, WEEK_DAYS);
  return Array.from({ length: WEEK_DAYS }, (_, index) => addDays(start, index));
}

/** Shows the week with a day; `only` it, without loading the four weeks around it. */
export function turnTo(calendar: Calendar, date: string, only = false): void {
  const { min, max } = calendar.limits;
  const day = clampDate(date, min, max);
  turned.set(calendar, day);
  if (only) calendar.from = calendar.startOf(day);
  else calendar.open(day);
}
