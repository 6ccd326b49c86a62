import { LRUCache } from "lru-cache";
import { clock } from "~/lib/clock";

/**
 * Upper bound on callers per rule. Counter names (addresses, tokens) come from outside, so the
 * table must be bounded.
 */
export const MAX_COUNTED = 50_000;

/** The result of counting one call: what remains of the window, and how long it lasts. */
export interface Counted {
  remaining: number;
  ms_before_next: number;
  is_over: boolean;
}

/**
 * Counts calls in process memory, in windows of `seconds` that start with a caller's first call.
 * Beyond MAX_COUNTED callers the least recently seen are evicted.
 */
export class MemoryCounter {
  readonly #windows = new LRUCache<string, { used: number; ends: number }>({ max: MAX_COUNTED });

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

  /** Uncounts a call. */
  takeBack(caller: string): void {
    const window = this.#windows.get(caller);
    if (window !== undefined && window.used > 0) window.used -= 1;
  }

  get size(): number {
    return this.#windows.size;
  }
}
