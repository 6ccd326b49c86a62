import { LRUCache } from "lru-cache";
import { clock } from "~/lib/clock";

/** How many callers one rule counts at a time. What is counted is named by strangers (addresses, tokens), so it has to end somewhere. */
export const MOST_COUNTED = 50_000;

/** One call counted: what is left of the window, and how long it lasts. */
export interface Counted {
  remaining: number;
  ms_before_next: number;
  is_over: boolean;
}

/**
 * Counts calls in this process's memory, in windows of `seconds` that begin with a caller's first call. Beyond MOST_COUNTED callers those
 * who have not called for longest are forgotten.
 */
export class MemoryCounter {
  readonly #windows = new LRUCache<string, { used: number; ends: number }>({ max: MOST_COUNTED });

  constructor(
    readonly points: number,
    readonly seconds: number,
  ) {}

  count(caller: string): Counted {
    const now = clock.now();
    let window = this.#windows.get(caller);
    if (window === undefined || window.ends <= now)
      window = { used: 0, ends: now + this.seconds * 1000 };
    window.used += 1;
    this.#windows.set(caller, window);
    const remaining = Math.max(0, this.points - window.used);
    return { remaining, ms_before_next: window.ends - now, is_over: window.used > this.points };
  }

  /** Takes one call back that was counted before it was known to be none of those meant. */
  takeBack(caller: string): void {
    const window = this.#windows.get(caller);
    if (window !== undefined && window.used > 0) window.used -= 1;
  }

  get size(): number {
    return this.#windows.size;
  }
}
