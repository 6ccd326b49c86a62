import { searchOf } from "../api";
import { Refusal, type Problem } from "../shared/problem";
import type { Availability, AvailabilityQuery } from "../wire";

/** Load state of some days. `availability` stays visible during a reload. */
export interface Span {
  availability: Availability | null;
  problem: Problem | null;
  loading: AbortController | null;
  loaded_at: number;
}

export type FetchAvailability = (
  query: AvailabilityQuery,
  signal: AbortSignal,
) => Promise<Availability>;

/** Times go stale: after a minute, a span is reloaded when it is next displayed. */
const FRESH_MS = 60_000;

/**
 * Days the visitor has viewed. Requests are deduplicated and abortable; obsolete responses are
 * dropped.
 */
export class Spans {
  readonly #spans = new Map<string, Span>();

  readonly #ask: FetchAvailability;
  readonly #changed: (span: Span) => void;
  readonly #now: () => number;

  constructor(ask: FetchAvailability, changed: (span: Span) => void, now: () => number = Date.now) {
    this.#ask = ask;
    this.#changed = changed;
    this.#now = now;
  }

  get(query: AvailabilityQuery): Span | null {
    return this.#spans.get(searchOf(query)) ?? null;
  }

  /** Stores availability received with another response. */
  know(query: AvailabilityQuery, availability: Availability): void {
    this.#spans.set(searchOf(query), {
      availability,
      problem: null,
      loading: null,
      loaded_at: this.#now(),
    });
  }

  /** Loads a span and aborts requests for others. */
  show(query: AvailabilityQuery): void {
    for (const [key, span] of this.#spans) if (key !== searchOf(query)) this.#abandon(key, span);
    const known = this.get(query);
    if (known?.loading || (known?.availability && this.#now() - known.loaded_at < FRESH_MS)) return;
    void this.#load(query);
  }

  /** Prefetches a span without affecting the displayed one. */
  prefetch(query: AvailabilityQuery): void {
    if (!this.get(query)) void this.#load(query);
  }

  /** Aborts all requests. */
  stop(): void {
    for (const [key, span] of this.#spans) this.#abandon(key, span);
  }

  /** Invalidates all spans: they stay visible and are reloaded when next displayed. */
  markStale(): void {
    for (const span of this.#spans.values()) span.loaded_at = -Infinity;
  }

  /** Aborts all requests and clears all responses. */
  clear(): void {
    this.stop();
    this.#spans.clear();
  }

  async #load(query: AvailabilityQuery): Promise<void> {
    const key = searchOf(query);
    const loading = new AbortController();
    const known = this.#spans.get(key);
    const span: Span = { loaded_at: 0, availability: null, ...known, problem: null, loading };
    this.#spans.set(key, span);
    try {
      const availability = await this.#ask(query, loading.signal);
      if (loading.signal.aborted) return;
      Object.assign(span, { availability, loaded_at: this.#now() });
    } catch (error) {
      if (loading.signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      span.problem = error.problem;
    }
    span.loading = null;
    this.#changed(span);
  }

  #abandon(key: string, span: Span): void {
    if (!span.loading) return;
    span.loading.abort();
    span.loading = null;
    if (!span.availability) this.#spans.delete(key);
  }
}
