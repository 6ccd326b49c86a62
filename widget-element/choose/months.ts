import { searchOf } from "../api";
import { Refusal, type Problem } from "../shared/problem";
import type { Availability, AvailabilityQuery } from "../wire";

/** What is known of a month. `availability` stays visible while it is asked for again. */
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

/** Times go stale while a visitor thinks: after a minute a month is asked for again when it is next shown. */
const FRESH_MS = 60_000;

/** The months a visitor has looked at: asked for once, abortable, and an answer nobody waits for any more is dropped. */
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

  /** Takes an answer that came with another one. */
  know(query: AvailabilityQuery, availability: Availability): void {
    this.#months.set(searchOf(query), {
      availability,
      problem: null,
      loading: null,
      loaded_at: this.#now(),
    });
  }

  /** Makes a month known and gives up on any other that is still on its way. */
  show(query: AvailabilityQuery): void {
    for (const [key, month] of this.#months) if (key !== searchOf(query)) this.#abandon(key, month);
    const known = this.get(query);
    if (known?.loading || (known?.availability && this.#now() - known.loaded_at < FRESH_MS)) return;
    void this.#load(query);
  }

  /** Makes a month known beforehand; never disturbs the month that is shown. */
  prefetch(query: AvailabilityQuery): void {
    if (!this.get(query)) void this.#load(query);
  }

  /** Stops every request. */
  stop(): void {
    for (const [key, month] of this.#months) this.#abandon(key, month);
  }

  /** What is known may have changed: it stays visible, and is asked for again when it is next shown. */
  markStale(): void {
    for (const month of this.#months.values()) month.loaded_at = -Infinity;
  }

  /** Stops every request and forgets every answer. */
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
