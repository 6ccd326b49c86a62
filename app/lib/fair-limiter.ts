import { AppError } from "./app-error";

/** The exhausted limit: the owner's, or the overall one. */
export type Busy = "own" | "all";

interface Waiting {
  owner: string;
  start: () => void;
}

export interface LaneRules {
  /** Concurrent tasks, overall and per owner. */
  at_once: number;
  of_one: number;
  /** Queue length per owner, and how long a task may wait (milliseconds). */
  may_wait: number;
  wait_ms: number;
}

/**
 * A concurrency limit for slow work (a company's heavy reads, a visitor's pages), overall and per
 * owner, so that one owner can't hold up the others. Excess tasks queue briefly, first in, first
 * out, and are then refused.
 */
export class FairLimiter {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #all = 0;

  constructor(private readonly rules: LaneRules) {}

  /**
   * `patient`: waits without limit, for responses that have already started. Throws rate_limited,
   * not_ready.
   */
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

  /** Starts the first waiting task that fits. Its turn is taken before it runs. */
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
