import { addDays, localDateOf } from "~/lib/time";
import { type OpenInterval, openIntervals, type OpeningHours } from "./open-intervals";

/** Limits on the hours of a service on one of its resources. */
export interface HoursLimits {
  /** Dates on which the whole company is closed, local to the limited hours. */
  closed_dates: readonly string[];
  /** When the resource can be booked; null: whenever its services are open. */
  resource: OpeningHours | null;
}

export const NO_LIMITS: HoursLimits = { closed_dates: [], resource: null };

/**
 * The open time of a service on a resource on the dates `from` to `to` (inclusive, local to the
 * service), as in `openIntervals`: that of the service while the resource is open too, except on
 * the company's closed dates. Hours that start on a closed date are dropped entirely, including the
 * part after midnight; those that start the day before stay.
 *
 * Throws RangeError for an invalid date, time or zone.
 */
export function openWithin(
  hours: OpeningHours,
  limits: HoursLimits,
  from: string,
  to: string,
): OpenInterval[] {
  const open = openIntervals(withoutDates(hours, limits.closed_dates), from, to);
  const { resource } = limits;
  if (resource === null) return open;
  return clipTo(open, resource.time_zone, (first, last) => openIntervals(resource, first, last));
}

/**
 * Intersects open time with that of a resource. `read` returns the latter for dates (inclusive)
 * local to its zone.
 */
export function clipTo(
  open: OpenInterval[],
  zone: string,
  read: (from: string, to: string) => readonly OpenInterval[],
): OpenInterval[] {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return open;
  // Hours over midnight belong to the earlier date.
  const start = addDays(localDateOf(first.start_ms, zone), -2);
  const stretches = stretchesOf(read(start, localDateOf(last.until_ms, zone)));
  let next = 0;
  return open.flatMap((interval) => {
    while ((stretches[next]?.end_ms ?? Infinity) <= interval.start_ms) next += 1;
    const shared: OpenInterval[] = [];
    for (let at = next; (stretches[at]?.start_ms ?? Infinity) < interval.end_ms; at += 1) {
      const stretch = stretches[at]!; // it starts before the interval ends
      shared.push({
        ...interval,
        start_ms: Math.max(interval.start_ms, stretch.start_ms),
        end_ms: Math.min(interval.end_ms, stretch.end_ms),
        until_ms: Math.min(interval.until_ms, stretch.end_ms),
      });
    }
    return shared;
  });
}

/** The hours with these dates closed. */
export function withoutDates(hours: OpeningHours, dates: readonly string[]): OpeningHours {
  if (dates.length === 0) return hours;
  const closed = new Set(dates);
  const others = hours.overrides.filter(({ date }) => !closed.has(date));
  return {
    ...hours,
    overrides: [...others, ...dates.map((date) => ({ date, closed: true as const }))],
  };
}

/** Open time without the boundaries between dates: [start_ms, end_ms) in epoch ms. */
function stretchesOf(intervals: readonly OpenInterval[]): { start_ms: number; end_ms: number }[] {
  const stretches: { start_ms: number; end_ms: number }[] = [];
  for (const { start_ms, end_ms } of intervals) {
    const last = stretches.at(-1);
    if (last?.end_ms === start_ms) last.end_ms = end_ms;
    else stretches.push({ start_ms, end_ms });
  }
  return stretches;
}
