/** An interval of a column, in minutes from the start of the day. */
export interface Interval {
  start: number;
  end: number;
}

/** Position of a card among overlapping ones: `lane` of `lanes` equal widths. */
export interface Place {
  lane: number;
  lanes: number;
}

/**
 * Places overlapping intervals next to each other. Each takes the first lane free at its start;
 * transitively overlapping intervals share the column equally. Results are in input order.
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
    laneEnds[lane] = Math.max(end, start + 1); // an empty interval still occupies its lane
    places[index]!.lane = lane;
    group.push(index);
  }
  close();
  return places;
}
