/** A stretch of a column, in minutes from the top of its day. */
export interface Interval {
  start: number;
  end: number;
}

/** Where a card stands when several share a time: `lane` of `lanes` equal parts of the column's width. */
export interface Place {
  lane: number;
  lanes: number;
}

/**
 * Places stretches side by side so that none covers another: each takes the first lane that is free at its start, and stretches that
 * overlap, directly or through others, share their column in equal parts. The answer is in the order of the input.
 */
export function packLanes(stretches: readonly Interval[]): Place[] {
  const places: Place[] = stretches.map(() => ({ lane: 0, lanes: 1 }));
  const order = stretches
    .map((_, index) => index)
    .sort(
      (a, b) =>
        stretches[a]!.start - stretches[b]!.start || stretches[b]!.end - stretches[a]!.end || a - b,
    );
  let group: number[] = [];
  let laneEnds: number[] = [];
  const close = () => {
    for (const index of group) places[index]!.lanes = laneEnds.length;
    group = [];
    laneEnds = [];
  };
  for (const index of order) {
    const { start, end } = stretches[index]!;
    if (laneEnds.every((laneEnd) => laneEnd <= start)) close();
    const free = laneEnds.findIndex((laneEnd) => laneEnd <= start);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = Math.max(end, start + 1); // a stretch without length still takes its lane
    places[index]!.lane = lane;
    group.push(index);
  }
  close();
  return places;
}
