import { clock } from "~/lib/clock";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";

/**
 * The next clock change in Europe, at least two days ahead: the last Sunday of March or October.
 */
export function nextClockChange(month: "03" | "10", timeZone: string): string {
  let date = addDays(localDateOf(clock.now(), timeZone), 2);
  while (date.slice(5, 7) !== month || Number(date.slice(8)) < 25 || isoWeekday(date) !== 7)
    date = addDays(date, 1);
  return date;
}
