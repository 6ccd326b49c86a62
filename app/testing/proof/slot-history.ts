/** One call about one time, as its client saw it: nothing came of it before `sent` or after `answered`. */
export interface Step {
  sent: number;
  answered: number;
  /** `taken`: a seat was given; `refused`: all seats were in use; `freed`: a seat was given back. */
  told: "taken" | "refused" | "freed";
}

/** Calls that have happened: all before `first`, and these later ones. */
interface Reached {
  first: number;
  ahead: number[];
  taken: number;
}

/**
 * Whether the calls about a time with so many seats can be put into one order that explains every answer: each call at one instant between
 * being sent and being answered (linearizability; Herlihy and Wing 1990). Searches depth first and remembers which sets of calls it has
 * reached, since a set says how many seats are in use (Wing and Gong 1993, Lowe 2017).
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
      let then = first;
      while (done.delete(then)) then += 1;
      const { told } = steps[next]!;
      const change = told === "refused" ? 0 : told === "taken" ? 1 : -1;
      open.push({ first: then, ahead: [...done].sort((a, b) => a - b), taken: taken + change });
    }
  }
  return false;
}

/**
 * Which calls may happen next: sent before any of the others that are left was answered, and answered truly with so many seats in use. Of
 * those with one effect the one that is answered first is enough: in any order that begins with another one the two may change places.
 */
function choices(
  steps: readonly Step[],
  { first, ahead, taken }: Reached,
  seats: number,
): number[] {
  const done = new Set(ahead);
  let earliest = Infinity;
  const soonest: Partial<Record<Step["told"], number>> = {};
  for (let index = first; index < steps.length && steps[index]!.sent <= earliest; index++) {
    if (done.has(index)) continue;
    const { told, answered } = steps[index]!;
    earliest = Math.min(earliest, answered);
    const best = soonest[told];
    if (best === undefined || answered < steps[best]!.answered) soonest[told] = index;
  }
  const { refused, freed, taken: another } = soonest;
  // A refusal changes nothing: where it may happen, it can happen now.
  if (taken === seats && refused !== undefined) return [refused];
  return [taken > 0 ? freed : undefined, taken < seats ? another : undefined].filter(
    (index) => index !== undefined,
  );
}
