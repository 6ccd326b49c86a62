/** Calls of one company and their total response time. */
export interface CompanyCalls {
  tenant_id: string;
  calls: number;
  seconds: number;
}

const MINUTE_MS = 60_000;
/** Metrics cover the current minute and the four before it. */
const MINUTES = 5;
/** Companies counted per minute; further ones are ignored. */
const MAX_COMPANIES = 5_000;
/** Companies exported as metrics. Each is a time series in the metrics store. */
export const SHOWN_COMPANIES = 20;

/** Counts calls by company over the last minutes, in bounded memory. */
export class CompanyFigures {
  readonly #minutes = new Map<number, Map<string, CompanyCalls>>();

  count(tenantId: string, ms: number, now: number): void {
    const minute = this.#minuteOf(now);
    const found = minute.get(tenantId);
    if (found === undefined && minute.size >= MAX_COMPANIES) return;
    const figure = found ?? { tenant_id: tenantId, calls: 0, seconds: 0 };
    figure.calls += 1;
    figure.seconds += ms / 1000;
    minute.set(tenantId, figure);
  }

  /** The companies with the highest total response time, in descending order. */
  top(now: number): CompanyCalls[] {
    this.#forget(now);
    const all = new Map<string, CompanyCalls>();
    for (const figures of this.#minutes.values())
      for (const { tenant_id, calls, seconds } of figures.values()) {
        const sum = all.get(tenant_id) ?? { tenant_id, calls: 0, seconds: 0 };
        all.set(tenant_id, {
          tenant_id,
          calls: sum.calls + calls,
          seconds: sum.seconds + seconds,
        });
      }
    return [...all.values()].sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN_COMPANIES);
  }

  #minuteOf(now: number): Map<string, CompanyCalls> {
    const key = Math.floor(now / MINUTE_MS);
    let minute = this.#minutes.get(key);
    if (minute === undefined) {
      this.#forget(now);
      this.#minutes.set(key, (minute = new Map()));
    }
    return minute;
  }

  #forget(now: number): void {
    const oldest = Math.floor(now / MINUTE_MS) - MINUTES + 1;
    for (const key of this.#minutes.keys()) if (key < oldest) this.#minutes.delete(key);
  }
}
