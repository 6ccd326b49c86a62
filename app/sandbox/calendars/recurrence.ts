import ICAL from "ical.js";

const MOST = 1500;
const HORIZON_DAYS = 800;

/**
 * Local dates of a series from its first: at most 1,500, and 800 days ahead. `rule`:
 * "RRULE:FREQ=WEEKLY;BYDAY=MO".
 */
export function datesOf(rule: string, first: string): string[] {
  const start = ICAL.Time.fromDateString(first);
  const end = start.clone();
  end.adjust(HORIZON_DAYS, 0, 0, 0);
  const dates: string[] = [];
  const iterator = ICAL.Recur.fromString(rule.replace(/^RRULE:/, "")).iterator(start);
  for (let next = iterator.next(); next && dates.length < MOST; next = iterator.next()) {
    if (next.compare(end) > 0) break;
    dates.push(next.toString().slice(0, 10));
  }
  return dates;
}
