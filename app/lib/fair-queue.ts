import { AppError } from "./app-error";

/**
 * A concurrency limit shared round-robin among owners (tenants): a busy owner waits behind its own
 * work, not in front of others.
 */
export class FairQueue {
  /** Round-robin order of the owners; a Map keeps insertion order. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(private readonly atOnce: number) {}

  /**
   * Runs `work` on its owner's turn. Throws rate_limited when `mayWait` tasks of this owner are
   * already queued.
   */
  async run<T>(owner: string, work: () => Promise<T>, mayWait = Infinity): Promise<T> {
    if (this.#running >= this.atOnce) await this.#turnOf(owner, mayWait);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(owner: string, mayWait: number): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= mayWait)
      throw new AppError(
        "rate_limited",
        "Too many of these requests are running. Try again in a moment.",
        {
          headers: { "Retry-After": "2" },
        },
      );
    this.#waiting.set(owner, own);
    return new Promise((start) => own.push(start));
  }

  /** Starts the next owner's work and moves that owner to the end of the queue. */
  #next(): void {
    const first = this.#waiting.entries().next().value;
    if (first === undefined) {
      this.#running--;
      return;
    }
    const [owner, own] = first;
    this.#waiting.delete(owner);
    const start = own.shift()!; // owners without work are not in the map
    if (own.length > 0) this.#waiting.set(owner, own);
    start();
  }
}
