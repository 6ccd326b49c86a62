import { searchOf } from "../api";
import { Refusal, type Problem } from "../shared/problem";
import type { Availability, AvailabilityQuery } from "../wire";

/** Load state of a month. `availability` stays visible during a reload. */
export interface Month {
  availability: Availability | null;
  problem: Problem | null;
  loading: AbortController | null;
  loaded_at: number;
}

export type FetchAvailability = (
  query: AvailabilityQuery,
  signal: AbortSignal,
) => Promise<Availability>;

/** Times go stale: after a minute, a month is reloaded when it is next displayed. */
const FRESH_MS = 60_000;

/**
 * Months the visitor has viewed. Requests are deduplicated and abortable; obsolete responses are
 * dropped.
 */
export class Months {
  readonly #months = new Map<string, Month>();

  readonly #ask: FetchAvailability;
  readonly #changed: (month: Month) => void;
  readonly #now: () => number;

  constructor(
    ask: FetchAvailability,
    changed: (month: Month) => void,
    now: () => number = Date.now,
  ) {
    this.#ask = ask;
    this.#changed = changed;
    this.#now = now;
  }

  get(query: AvailabilityQuery): Month | null {
    return this.#months.get(searchOf(query)) ?? null;
  }

  /** Stores availability received with another response. */
  know(query: AvailabilityQuery, availability: Availability): void {
    this.#months.set(searchOf(query), {
      availability,
      problem: null,
      loading: null,
      loaded_at: this.#now(),
    });
  }

  /** Loads a month and aborts requests for others. */
  show(query: AvailabilityQuery): void {
    for (const [key, month] of this.#months) if (key !== searchOf(query)) this.#abandon(key, month);
    const known = this.get(query);
    if (known?.loading || (known?.availability && this.#now() - known.loaded_at < FRESH_MS)) return;
    void this.#load(query);
  }

  /** Prefetches a month without affecting the displayed one. */
  prefetch(query: AvailabilityQuery): void {
    if (!this.get(query)) void this.#load(query);
  }

  /** Aborts all requests. */
  stop(): void {
    for (const [key, month] of this.#months) this.#abandon(key, month);
  }

  /** Invalidates all months: they stay visible and are reloaded when next displayed. */
  markStale(): void {
    for (const month of this.#months.values()) month.loaded_at = -Infinity;
  }

  /** Aborts all requests and clears all responses. */
  clear(): void {
    this.stop();
    this.#months.clear();
  }

  async #load(query: AvailabilityQuery): Promise<void> {
    const key = searchOf(query);
    const loading = new AbortController();
    const known = this.#months.get(key);
    const month: Month = { loaded_at: 0, availability: null, ...known, problem: null, loading };
    this.#months.set(key, month);
    try {
      const availability = await this.#ask(query, loading.signal);
      if (loading.signal.aborted) return;
      Object.assign(month, { availability, loaded_at: this.#now() });
    } catch (error) {
      if (loading.signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      month.problem = error.problem;
    }
    month.loading = null;
    this.#changed(month);
  }

  #abandon(key: string, month: Month): void {
    if (!month.loading) return;
    month.loading.abort();
    month.loading = null;
    if (!month.availability) this.#months.delete(key);
  }
}
