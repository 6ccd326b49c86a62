import { addDays, daysBetween, isoWeekday, quickInstant, startOfDay } from "~/lib/time";

/**
 * Wall-clock hours "HH:MM"; an end at or before the start is on the next day, so "00:00" to "00:00"
 * is a whole day.
 */
export interface Hours {
  start: string;
  end: string;
}

/** Replaces the rules on one date. An empty list of intervals closes the date, as `closed` does. */
export type HoursOverride = { date: string; closed: true } | { date: string; intervals: Hours[] };

/** When a schedule is open. Dates are local to `time_zone`, days are ISO weekdays 1 to 7. */
export interface OpeningHours {
  time_zone: string;
  rules: (Hours & { days: number[] })[];
  overrides: HoursOverride[];
  valid_from?: string | null;
  valid_to?: string | null;
}

/**
 * Open time [start_ms, end_ms) in epoch ms, and the local date whose hours it is: slots of that
 * date start in it. They may last until `until_ms`, the end of the open stretch: hours of following
 * dates count as long as no closed time lies between, up to a day beyond `end_ms`, since no slot is
 * longer.
 */
export interface OpenInterval {
  date: string;
  start_ms: number;
  end_ms: number;
  until_ms: number;
  source: "rule" | "override";
}

const DAY_MS = 86_400_000;

// An interval ends on the next local date, and a clock change can push that end past the following
// midnight (Nuuk, 2024-03-30: 23:58 becomes 00:58 of the 31st). It never reaches two dates further.
const REACH_DAYS = 2;

/**
 * How far a stretch is followed beyond the requested dates: a day beyond their hours, even where a
 * date is skipped.
 */
const STRETCH_DAYS = 4;

/**
 * The open time of the dates `from` to `to` (inclusive) as instants, ascending and without overlap.
 *
 * - A date has the hours of its override if there is one (the last, if several), else of the rules
 * of its weekday, and
 * none outside `valid_from` to `valid_to`. A date the zone skips has none.
 * - Each bound is converted with its own offset (see `wallTimeToInstant`), so hours across a clock
 * change are longer or
 * shorter. Europe/Berlin, 2024-03-31, 01:00 to 05:00: 00:00Z to 03:00Z. Hours entirely inside a gap
 * are dropped.
 * - Hours belong to the date they start on. Overlapping and adjacent hours of one date are merged.
 * - When hours over midnight run into those of the next date, that date takes over at its opening
 * time and keeps the
 * remainder: Friday 22:00–04:00 and Saturday 02:00–03:00 give Friday 22:00–02:00 and Saturday
 * 02:00–04:00. So every
 * date opens at its own time, and the result for a date does not depend on the requested range.
 * - Hours of several dates that meet or overlap form one stretch, which ends where time is closed:
 * 00:00–00:00 on Monday
 * and Tuesday is open from Monday until Wednesday 00:00.
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

/**
 * Extends `until_ms` across adjacent intervals. They are ascending and do not overlap, so each ends
 * no later than the next begins.
 */
function markStretches(intervals: OpenInterval[]): void {
  let next: OpenInterval | undefined;
  for (const interval of intervals.toReversed()) {
    interval.until_ms = next?.start_ms === interval.end_ms ? next.until_ms : interval.end_ms;
    next = interval;
  }
  for (const interval of intervals)
    interval.until_ms = Math.min(interval.until_ms, interval.end_ms + DAY_MS);
}

/**
 * Whether a date before `to` does not exist in the zone (Apia, 2011-12-30): the time to `to` is
 * then a day short.
 */
function skipsDate(from: string, to: string, zone: string): boolean {
  const missing = daysBetween(from, to) * DAY_MS - (startOfDay(to, zone) - startOfDay(from, zone));
  // Other clock changes add up to hours at most, even if all go in one direction.
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

/**
 * Appends a date's merged intervals. Those of earlier dates end where it opens, and it takes over
 * their remainder.
 */
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

/** One date's intervals in ascending order, touching ones merged. */
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
