import { addDays, localDateOf } from "~/lib/time";
import { openIntervals, type OpeningHours } from "./open-intervals";

/** Those of `times` ([starts_at, ends_at) in epoch ms) that no open interval of `hours` holds whole: what new hours would leave outside. */
export function outsideHours<T extends { starts_at: number; ends_at: number }>(
  hours: OpeningHours,
  times: readonly T[],
): T[] {
  if (times.length === 0) return [];
  const starts = times.map((time) => time.starts_at);
  // Hours over midnight belong to an earlier date.
  const from = addDays(localDateOf(Math.min(...starts), hours.time_zone), -2);
  const intervals = openIntervals(hours, from, localDateOf(Math.max(...starts), hours.time_zone));
  return times.filter(
    (time) => !intervals.some(({ start_ms, end_ms }) => start_ms <= time.starts_at && time.ends_at <= end_ms),
  );
}
