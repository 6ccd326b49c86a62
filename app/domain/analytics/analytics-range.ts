import type { AnalyticsInterval, AnalyticsQuery } from "~/contract/analytics";
import { MAX_DAYS_ANALYSED } from "~/contract/limits";
import { invalidField } from "~/lib/app-error";
import { addDays, daysBetween, isoWeekday, localDateOf, startOfDay } from "~/lib/time";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** A range of instants (epoch ms) in a time zone. */
export interface AnalyticsRange {
  from: number;
  to: number;
  time_zone: string;
}

/**
 * The range of a query; `now` in epoch ms. Throws validation_failed for a range that is empty or
 * too long.
 */
export function readRange(
  query: Pick<AnalyticsQuery, "from" | "to">,
  time_zone: string,
  now: number,
): AnalyticsRange {
  const last = query.to ?? localDateOf(now, time_zone);
  const to = typeof last === "string" ? startOfDay(addDays(last, 1), time_zone) : last.getTime();
  const first = query.from ?? addDays(localDateOf(to - 1, time_zone), 1 - DEFAULT_DAYS);
  const from = typeof first === "string" ? startOfDay(first, time_zone) : first.getTime();
  const range = { from, to, time_zone };
  if (from >= to) throw invalidField("to", "The end is before the start. Choose a later end.");
  if ((wholeDays(range) ?? (to - from) / DAY_MS) > MAX_DAYS_ANALYSED)
    throw invalidField("to", `At most ${MAX_DAYS_ANALYSED} days at once.`, "too_big");
  return range;
}

/** The same number of days before the range; if it is not made of whole days, the same duration. */
export function rangeBefore(range: AnalyticsRange): AnalyticsRange {
  const { from, to, time_zone } = range;
  const days = wholeDays(range);
  const start =
    days === null
      ? from - (to - from)
      : startOfDay(addDays(localDateOf(from, time_zone), -days), time_zone);
  return { from: start, to: from, time_zone };
}

/**
 * The number of calendar days, whether they have 23 or 25 hours; null: it begins or ends within a
 * day.
 */
function wholeDays({ from, to, time_zone }: AnalyticsRange): number | null {
  const [first, end] = [localDateOf(from, time_zone), localDateOf(to, time_zone)];
  const isWhole = startOfDay(first, time_zone) === from && startOfDay(end, time_zone) === to;
  return isWhole ? daysBetween(first, end) : null;
}

/** The first day of each interval that overlaps the range, in order. */
export function intervalsOf(
  { from, to, time_zone }: AnalyticsRange,
  interval: AnalyticsInterval,
): string[] {
  const first = localDateOf(from, time_zone);
  const days = daysBetween(first, localDateOf(to - 1, time_zone)) + 1;
  return [
    ...new Set(Array.from({ length: days }, (_, day) => firstDayOf(addDays(first, day), interval))),
  ];
}

/** The first day of the interval that contains a day. */
export function firstDayOf(date: string, interval: AnalyticsInterval): string {
  if (interval === "month") return `${date.slice(0, 7)}-01`;
  return interval === "week" ? addDays(date, 1 - isoWeekday(date)) : date;
}
