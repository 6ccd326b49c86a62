// Finds who takes each part of a visit: a search over the candidates of each part, in their order.

/** A resource that can take a part. */
export interface PartCandidate {
  resource_id: string;
  minutes: number;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  /** Whether it is open and free from a start (epoch ms), buffers included. */
  isFree(startsAt: number): boolean;
}

export interface PartToFit<C extends PartCandidate> {
  /** Only the resource of the part before. */
  is_same: boolean;
  /** In the order in which they are tried. */
  candidates: readonly C[];
}

export interface FittedPart<C extends PartCandidate> {
  candidate: C;
  /** Epoch ms. */
  starts_at: number;
  ends_at: number;
}

const MINUTE_MS = 60_000;

/** The first candidates that fit one after another from a start; the most parts if not all fit. */
export function fitParts<C extends PartCandidate>(
  parts: readonly PartToFit<C>[],
  start: number,
): FittedPart<C>[] {
  let most: FittedPart<C>[] = [];
  const failed = new Set<string>();
  const extend = (done: FittedPart<C>[]): boolean => {
    if (done.length > most.length) most = done;
    const part = parts[done.length];
    if (part === undefined) return true;
    const before = done.at(-1);
    const state = `${done.length} ${before?.ends_at} ${before?.candidate.resource_id}`;
    if (failed.has(state)) return false;
    for (const candidate of candidatesAfter(part, before)) {
      const next = fittedAt(candidate, startAfter(before, candidate, start));
      if (!candidate.isFree(next.starts_at) || done.some((each) => isInTheWay(each, next)))
        continue;
      if (extend([...done, next])) return true;
    }
    failed.add(state);
    return false;
  };
  extend([]);
  return most;
}

/** All parts: the given ones, and for each other its first candidate, free or not. */
export function completeParts<C extends PartCandidate>(
  parts: readonly PartToFit<C>[],
  start: number,
  fitted: readonly FittedPart<C>[] = [],
): FittedPart<C>[] {
  const done = [...fitted];
  for (const part of parts.slice(done.length)) {
    const before = done.at(-1);
    const candidate = candidatesAfter(part, before)[0] ?? part.candidates[0]!; // each part has one
    done.push(fittedAt(candidate, startAfter(before, candidate, start)));
  }
  return done;
}

const candidatesAfter = <C extends PartCandidate>(
  { is_same, candidates }: PartToFit<C>,
  before: FittedPart<C> | undefined,
): readonly C[] =>
  is_same
    ? candidates.filter(({ resource_id }) => resource_id === before?.candidate.resource_id)
    : candidates;

const fittedAt = <C extends PartCandidate>(candidate: C, starts_at: number): FittedPart<C> => ({
  candidate,
  starts_at,
  ends_at: starts_at + candidate.minutes * MINUTE_MS,
});

/** When the part before ends; on the same resource the buffers of both lie between. */
function startAfter<C extends PartCandidate>(
  before: FittedPart<C> | undefined,
  { resource_id, buffer_before_minutes }: C,
  start: number,
): number {
  if (before === undefined) return start;
  if (before.candidate.resource_id !== resource_id) return before.ends_at;
  const minutes = before.candidate.buffer_after_minutes + buffer_before_minutes;
  return before.ends_at + minutes * MINUTE_MS;
}

/** Whether an earlier part of the visit occupies the same resource then. */
function isInTheWay<C extends PartCandidate>(earlier: FittedPart<C>, next: FittedPart<C>): boolean {
  const until = earlier.ends_at + earlier.candidate.buffer_after_minutes * MINUTE_MS;
  const from = next.starts_at - next.candidate.buffer_before_minutes * MINUTE_MS;
  return earlier.candidate.resource_id === next.candidate.resource_id && until > from;
}
