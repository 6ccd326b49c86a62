/** A call about one time, as its client saw it: it took effect between `sent` and `answered`. */
export interface Step {
  sent: number;
  answered: number;
  /** `taken`: got a seat; `refused`: all seats were in use; `freed`: returned a seat. */
  outcome: "taken" | "refused" | "freed";
}

/** A set of completed calls: all before `first`, and these later ones. */
interface Reached {
  first: number;
  ahead: number[];
  taken: number;
}

/**
 * Whether one order of the calls explains every response for this number of seats, with each call
 * taking effect at one instant between sent and answered (linearizability; Herlihy and Wing 1990).
 * Depth-first search that remembers visited sets of calls, since a set determines the seats in use
 * (Wing and Gong 1993, Lowe 2017).
 */
export function isLinearizable(history: readonly Step[], seats: number): boolean {
  const steps = [...history].sort((a, b) => a.sent - b.sent);
  const tried = new Set<string>();
  const open: Reached[] = [{ first: 0, ahead: [], taken: 0 }];
  for (let reached = open.pop(); reached !== undefined; reached = open.pop()) {
    const { first, ahead, taken } = reached;
    if (first === steps.length) return true;
    const set = `${first} ${ahead.join(",")}`;
    if (tried.has(set)) continue;
    tried.add(set);
    for (const next of choices(steps, reached, seats)) {
      const done = new Set([...ahead, next]);
      let next_ = first;
      while (done.delete(next_)) next_ += 1;
      const { outcome } = steps[next]!;
      const change = outcome === "refused" ? 0 : outcome === "taken" ? 1 : -1;
      open.push({ first: next_, ahead: [...done].sort((a, b) => a - b), taken: taken + change });
    }
  }
  return false;
}

/**
 * Calls that can come next: sent before any remaining call was answered, and with a response
 * consistent with the seats in use. Among calls with the same effect the first answered suffices,
 * because two of them can be swapped.
 */
function choices(
  steps: readonly Step[],
  { first, ahead, taken }: Reached,
  seats: number,
): number[] {
  const done = new Set(ahead);
  let earliest = Infinity;
  const soonest: Partial<Record<Step["outcome"], number>> = {};
  for (let index = first; index < steps.length && steps[index]!.sent <= earliest; index++) {
    if (done.has(index)) continue;
    const { outcome, answered } = steps[index]!;
    earliest = Math.min(earliest, answered);
    const best = soonest[outcome];
    if (best === undefined || answered < steps[best]!.answered) soonest[outcome] = index;
  }
  const { refused, freed, taken: another } = soonest;
  // A refusal changes nothing, so it can be placed as soon as it is possible.
  if (taken === seats && refused !== undefined) return [refused];
  return [taken > 0 ? freed : undefined, taken < seats ? another : undefined].filter(
    (index) => index !== undefined,
  );
}
