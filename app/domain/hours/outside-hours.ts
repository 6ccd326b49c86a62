import type { OpenTimes } from "./open-times";

/**
 * The `times` ([starts_at, ends_at) in epoch ms) that no stretch of open time contains entirely:
 * those that new hours would leave outside.
 */
export function outsideHours<T extends { starts_at: number; ends_at: number }>(
  open: OpenTimes,
  times: readonly T[],
): T[] {
  return times.filter(({ starts_at, ends_at }) => {
    const interval = open.at(starts_at);
    return interval === undefined || ends_at > interval.until_ms;
  });
}
