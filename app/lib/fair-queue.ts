import { AppError } from "./app-error";

/**
 * Work that only so much of may run at once, shared among owners (tenants) in turn: who asks for a lot waits behind their own work, not
 * before everybody else's.
 */
export class FairQueue {
  /** In the order in which the owners' turns come; a Map keeps the order of insertion. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(private readonly atOnce: number) {}

  /** Runs `work` when its owner's turn comes. Throws rate_limited when `mayWait` of this owner's are waiting already. */
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

  /** Hands the free place to the owner whose turn it is, who then goes to the end of the line. */
  #next(): void {
    const first = this.#waiting.entries().next().value;
    if (first === undefined) {
      this.#running--;
      return;
    }
    const [owner, own] = first;
    this.#waiting.delete(owner);
    const start = own.shift()!; // an owner without work is not in the map
    if (own.length > 0) this.#waiting.set(owner, own);
    start();
  }
}
