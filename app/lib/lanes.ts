import { AppError } from "./app-error";

/** Why something did not get its turn: its owner has as many under way as it may have, or everybody together has. */
export type Busy = "own" | "all";

interface Waiting {
  owner: string;
  start: () => void;
}

export interface LaneRules {
  /** At once, of all owners together and of one. */
  at_once: number;
  of_one: number;
  /** How many of one owner may wait, and how long (milliseconds). */
  may_wait: number;
  wait_ms: number;
}

/**
 * Lanes for what takes a while (heavy reads of companies, pages of visitors), so that one owner's do not hold up another's, and all of them
 * together nobody who books. Who comes when the lanes are full waits for a moment, in the order of coming, and is then refused.
 */
export class Lanes {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #all = 0;

  constructor(private readonly rules: LaneRules) {}

  /** `patient`: for what has begun to answer and cannot be refused any more. Throws rate_limited, not_ready. */
  async run<T>(owner: string, work: () => Promise<T>, patient = false): Promise<T> {
    if (this.#whyNot(owner) !== null) await this.#turnOf(owner, patient);
    else this.#count(owner, 1);
    try {
      return await work();
    } finally {
      this.#count(owner, -1);
      this.#next();
    }
  }

  #whyNot(owner: string): Busy | null {
    if ((this.#running.get(owner) ?? 0) >= this.rules.of_one) return "own";
    return this.#all >= this.rules.at_once ? "all" : null;
  }

  #count(owner: string, more: 1 | -1): void {
    const running = (this.#running.get(owner) ?? 0) + more;
    if (running === 0) this.#running.delete(owner);
    else this.#running.set(owner, running);
    this.#all += more;
  }

  #countWaiting(owner: string): number {
    let count = 0;
    for (const waiting of this.#waiting) if (waiting.owner === owner) count += 1;
    return count;
  }

  #turnOf(owner: string, patient: boolean): Promise<void> {
    if (!patient && this.#countWaiting(owner) >= this.rules.may_wait) throw busy("own");
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(busy(this.#whyNot(owner) ?? "all"));
      };
      const timer = patient ? undefined : setTimeout(giveUp, this.rules.wait_ms);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { owner, start };
      this.#waiting.add(waiting);
    });
  }

  /** The first one that waits and may go; its place is taken before it runs. */
  #next(): void {
    for (const waiting of this.#waiting) {
      if (this.#whyNot(waiting.owner) !== null) continue;
      this.#waiting.delete(waiting);
      this.#count(waiting.owner, 1);
      waiting.start();
      return;
    }
  }
}

function busy(why: Busy): AppError {
  return why === "own"
    ? new AppError(
        "rate_limited",
        "You are reading a lot at the moment. Try again in a few seconds.",
        {
          headers: { "Retry-After": "3" },
        },
      )
    : new AppError("not_ready", "A lot is being read at the moment. Try again in a few seconds.", {
        headers: { "Retry-After": "5" },
      });
}
