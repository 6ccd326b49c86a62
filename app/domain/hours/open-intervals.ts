import { addDays, daysBetween, isoWeekday, quickInstant, startOfDay } from "~/lib/time";

/** Wall-clock hours "HH:MM"; an end at or before the start is on the next day, so "00:00" to "00:00" is a whole day. */
export interface Hours {
  start: string;
  end: string;
}

/** What replaces the rules on one date. An empty list of intervals closes it as `closed` does. */
export type HoursOverride = { date: string; closed: true } | { date: string; intervals: Hours[] };

/** The part of a schedule that says when it is open. Dates are local to `time_zone`, days are ISO weekdays 1 to 7. */
export interface OpeningHours {
  time_zone: string;
  rules: (Hours & { days: number[] })[];
  overrides: HoursOverride[];
  valid_from?: string | null;
  valid_to?: string | null;
}

/**
 * Open time [start_ms, end_ms) in epoch ms, and the local date whose hours it is: a slot of the date begins there. It may go on until
 * `until_ms`, where the stretch ends: the hours of the dates after it belong to it as long as no time between is closed, for a day beyond
 * `end_ms`, as no slot is longer.
 */
export interface OpenInterval {
  date: string;
  start_ms: number;
  end_ms: number;
  until_ms: number;
  source: "rule" | "override";
}

const DAY_MS = 86_400_000;

// An interval ends on the next local date, and a change of the clock can push that end past the midnight after it
// (Nuuk, 2024-03-30: 23:58 becomes 00:58 of the 31st). Two dates away nothing is left of it.
const REACH_DAYS = 2;

/** A stretch is followed this far beyond the asked dates: a day beyond their hours, also where a date is skipped. */
const STRETCH_DAYS = 4;

/**
 * The open time of the dates `from` to `to` (inclusive), ascending and free of overlap, as instants.
 *
 * - A date has the hours of its override if there is one (the last, if several), else of the rules of its weekday, and
 *   none outside `valid_from` to `valid_to`. A date the zone skipped whole has none.
 * - Each bound is converted with its own offset (see `wallTimeToInstant`), so hours over a change of the clock are longer
 *   or shorter. Europe/Berlin, 2024-03-31, 01:00 to 05:00: 00:00Z to 03:00Z. What a gap swallows whole is dropped.
 * - Hours belong to the date they start on. Overlapping and adjacent hours of one date are one interval.
 * - Where hours over midnight run into those of a following date, that date takes over at its own opening time and keeps
 *   what is left: Friday 22:00–04:00 and Saturday 02:00–03:00 give Friday 22:00–02:00 and Saturday 02:00–04:00. So every
 *   date opens at its own time, and the answer for a date does not depend on the range asked for.
 * - Hours of several dates that meet or overlap are one stretch, which ends where time is closed: 00:00–00:00 on Monday and on Tuesday
 *   are open until Wednesday 00:00 from Monday on.
 *
 * Throws RangeError for an invalid date, time or zone.
 */
export function openIntervals(hours: OpeningHours, from: string, to: string): OpenInterval[] {
  const hoursOf = hoursByDate(hours);
  const first = addDays(from, -REACH_DAYS);
  const last = addDays(to, STRETCH_DAYS);
  const hasSkippedDate = skipsDate(first, addDays(last, 1), hours.time_zone);
  const found: OpenInterval[] = [];
  for (let date = first, next; date <= last; date = next) {
    next = addDays(date, 1);
    if (hasSkippedDate && skipsDate(date, next, hours.time_zone)) continue;
    appendDate(found, intervalsOf(date, next, hoursOf(date), hours.time_zone));
  }
  markStretches(found);
  return found.filter((interval) => interval.date >= from && interval.date <= to);
}

/** Ascending and free of overlap as they are: each ends with the one that begins where it does. */
function markStretches(intervals: OpenInterval[]): void {
  let next: OpenInterval | undefined;
  for (const interval of intervals.toReversed()) {
    interval.until_ms = next?.start_ms === interval.end_ms ? next.until_ms : interval.end_ms;
    next = interval;
  }
  for (const interval of intervals)
    interval.until_ms = Math.min(interval.until_ms, interval.end_ms + DAY_MS);
}

/** Whether a date before `to` does not exist in the zone (Apia, 2011-12-30): the time to `to` is then a day short. */
function skipsDate(from: string, to: string, zone: string): boolean {
  const missing = daysBetween(from, to) * DAY_MS - (startOfDay(to, zone) - startOfDay(from, zone));
  // Other changes of the clock, even if all in one direction, are hours.
  return missing > DAY_MS / 2;
}

type SourcedHours = { intervals: Hours[]; source: OpenInterval["source"] };

function hoursByDate(hours: OpeningHours): (date: string) => SourcedHours {
  const overrides = new Map(hours.overrides.map((override) => [override.date, override]));
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    hours.rules.filter((rule) => rule.days.includes(day)),
  );
  return (date) => {
    if (
      (hours.valid_from && date < hours.valid_from) ||
      (hours.valid_to && date > hours.valid_to)
    ) {
      return { intervals: [], source: "rule" };
    }
    const override = overrides.get(date);
    if (override)
      return { intervals: "intervals" in override ? override.intervals : [], source: "override" };
    return { intervals: weekdays[isoWeekday(date) - 1] ?? [], source: "rule" };
  };
}

function intervalsOf(
  date: string,
  next: string,
  { intervals, source }: SourcedHours,
  zone: string,
): OpenInterval[] {
  const converted = intervals.map(({ start, end }) => {
    const end_ms = quickInstant(end <= start ? next : date, end, zone);
    return {
      date,
      start_ms: quickInstant(date, start, zone),
      end_ms,
      until_ms: end_ms,
      source,
    };
  });
  return merge(converted.filter(isNotEmpty));
}

/** Adds a date's merged intervals to those of earlier dates, which end where it opens and leave it what is beyond. */
function appendDate(found: OpenInterval[], added: OpenInterval[]): void {
  const opening = added[0];
  if (!opening) return;
  const takenOver: OpenInterval[] = [];
  while (true) {
    const before = found.at(-1);
    if (!before || before.end_ms <= opening.start_ms) break;
    found.pop();
    if (before.start_ms < opening.start_ms) found.push({ ...before, end_ms: opening.start_ms });
    takenOver.push({
      ...opening,
      start_ms: Math.max(before.start_ms, opening.start_ms),
      end_ms: before.end_ms,
    });
  }
  found.push(...merge([...takenOver, ...added]));
}

/** One date's intervals in ascending order, those that touch joined. */
function merge(intervals: OpenInterval[]): OpenInterval[] {
  const merged: OpenInterval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = merged.at(-1);
    if (last && interval.start_ms <= last.end_ms)
      last.end_ms = Math.max(last.end_ms, interval.end_ms);
    else merged.push({ ...interval });
  }
  return merged;
}

function isNotEmpty(interval: OpenInterval): boolean {
  return interval.start_ms < interval.end_ms;
}
