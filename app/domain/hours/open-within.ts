import { addDays, localDateOf } from "~/lib/time";
import { type OpenInterval, openIntervals, type OpeningHours } from "./open-intervals";

/** What narrows the hours of a service on one of its resources. */
export interface HoursLimits {
  /** Dates on which the whole company is closed, local to the hours that they narrow. */
  closed_dates: readonly string[];
  /** When the resource can be booked at all; null: whenever its services are open. */
  resource: OpeningHours | null;
}

export const NO_LIMITS: HoursLimits = { closed_dates: [], resource: null };

/**
 * The open time of a service on a resource on the dates `from` to `to` (inclusive, local to the service), as `openIntervals` gives it: that of the
 * service where the resource is open too, on dates that the company is not closed on. Hours that begin on a closed date are gone whole,
 * over midnight too; those that begin before it stay.
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

/** What is left of open time within that of a resource. `read` gives the latter, of dates (inclusive) local to its zone. */
export function clipTo(
  open: OpenInterval[],
  zone: string,
  read: (from: string, to: string) => readonly OpenInterval[],
): OpenInterval[] {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return open;
  // Hours over midnight belong to an earlier date.
  const start = addDays(localDateOf(first.start_ms, zone), -2);
  const stretches = stretchesOf(read(start, localDateOf(last.until_ms, zone)));
  let next = 0;
  return open.flatMap((interval) => {
    while ((stretches[next]?.end_ms ?? Infinity) <= interval.start_ms) next += 1;
    const shared: OpenInterval[] = [];
    for (let at = next; (stretches[at]?.start_ms ?? Infinity) < interval.end_ms; at += 1) {
      const stretch = stretches[at]!; // it begins before the interval ends
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

/** Hours that are closed on some dates. */
export function withoutDates(hours: OpeningHours, dates: readonly string[]): OpeningHours {
  if (dates.length === 0) return hours;
  const closed = new Set(dates);
  const others = hours.overrides.filter(({ date }) => !closed.has(date));
  return {
    ...hours,
    overrides: [...others, ...dates.map((date) => ({ date, closed: true as const }))],
  };
}

/** Open time without the borders between dates: [start_ms, end_ms) in epoch ms. */
function stretchesOf(intervals: readonly OpenInterval[]): { start_ms: number; end_ms: number }[] {
  const stretches: { start_ms: number; end_ms: number }[] = [];
  for (const { start_ms, end_ms } of intervals) {
    const last = stretches.at(-1);
    if (last?.end_ms === start_ms) last.end_ms = end_ms;
    else stretches.push({ start_ms, end_ms });
  }
  return stretches;
}
