import type { FreeTime } from "./calendar-model";

/** A free time as drawn: cut at the start of the next, so none overlap and each is clickable. */
export type DrawnFreeTime = FreeTime & { until: number };

/**
 * One free time per start: of the service being moved (`moving`) if available, otherwise the first.
 */
export function freeTimes(
  free: readonly FreeTime[],
  moving: string | null | undefined,
): DrawnFreeTime[] {
  const own = new Set(
    free.filter(({ schedule_id }) => schedule_id === moving).map(({ start }) => start),
  );
  const starts = new Set<number>();
  return free
    .filter(({ start, schedule_id }) => schedule_id === moving || !own.has(start))
    .filter(({ start }) => !starts.has(start) && starts.add(start))
    .sort((a, b) => a.start - b.start)
    .map((each, index, all) => ({
      ...each,
      until: Math.min(each.end, all[index + 1]?.start ?? each.end),
    }));
}

/** Free minutes of a column from a given minute, without double counting. */
export function freeMinutes(free: readonly FreeTime[], from: number): number {
  let [minutes, at] = [0, -Infinity];
  for (const { start, end } of [...free].sort((a, b) => a.start - b.start)) {
    if (start < from || end <= at) continue;
    minutes += end - Math.max(start, at);
    at = end;
  }
  return minutes;
}
