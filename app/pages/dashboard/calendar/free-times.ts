import type { FreeTime } from "./calendar-model";

/** A free time as it is drawn: down to where the next one begins, so that none lies over another and each can be clicked. */
export type DrawnFreeTime = FreeTime & { until: number };

/** One for each start: of the service that is on its way (`moving`), where it has one then, else the first. */
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

/** How many minutes of a column can be booked from a minute of its day on, each counted once. */
export function freeMinutes(free: readonly FreeTime[], from: number): number {
  let [minutes, at] = [0, -Infinity];
  for (const { start, end } of [...free].sort((a, b) => a.start - b.start)) {
    if (start < from || end <= at) continue;
    minutes += end - Math.max(start, at);
    at = end;
  }
  return minutes;
}
