const MINUTE_MS = 60_000;

/** Taken time in epoch ms; `lane` null: all of them. */
export interface TakenLane {
  lane: number | null;
  from: number;
  to: number;
}

interface Need {
  seats: number;
  minutes_before: number;
  minutes_after: number;
  resources: { id: string; capacity: number }[];
}

/**
 * Whether something serves each need of a booking on a resource at a time (epoch ms), counted like
 * free_need_lanes (service-needs.sql), given the taken time of each resource.
 */
export function areNeedsFree(
  needs: readonly Need[],
  takenOf: (resourceId: string) => readonly TakenLane[],
  { resource_id, starts_at, ends_at }: { resource_id: string; starts_at: number; ends_at: number },
): boolean {
  return needs.every(({ seats, minutes_before, minutes_after, resources }) => {
    const from = starts_at - minutes_before * MINUTE_MS;
    const to = ends_at + minutes_after * MINUTE_MS;
    return resources.some(({ id, capacity }) => {
      if (id === resource_id) return false;
      const over = takenOf(id).filter((each) => each.from < to && each.to > from);
      if (over.some(({ lane }) => lane === null)) return false;
      return capacity - new Set(over.map(({ lane }) => lane)).size >= seats;
    });
  });
}
