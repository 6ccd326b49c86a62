import { addDays, localDateOf } from "~/lib/time";
import type { OpenInterval, OpeningHours } from "./open-intervals";
import { type HoursLimits, NO_LIMITS, openWithin } from "./open-within";

/**
 * Those of `times` ([starts_at, ends_at) in epoch ms) that no stretch of open time of `hours` holds whole, with `limits` on one resource: what new hours would leave outside. It
 * costs by the days that have times, however far apart they are.
 */
export function outsideHours<T extends { starts_at: number; ends_at: number }>(
  hours: OpeningHours,
  times: readonly T[],
  limits: HoursLimits = NO_LIMITS,
): T[] {
  const known = new Map<string, OpenInterval[]>();
  const intervalsAt = (start: number) => {
    const date = localDateOf(start, hours.time_zone);
    // Hours over midnight belong to an earlier date.
    if (!known.has(date)) known.set(date, openWithin(hours, limits, addDays(date, -2), date));
    return known.get(date)!; // set above
  };
  return times.filter(
    ({ starts_at, ends_at }) =>
      !intervalsAt(starts_at).some(
        ({ start_ms, end_ms, until_ms }) =>
          start_ms <= starts_at && starts_at < end_ms && ends_at <= until_ms,
      ),
  );
}
