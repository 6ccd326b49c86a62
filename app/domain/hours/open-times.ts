import { addDays } from "~/lib/time";
import { type OpenInterval, openIntervals, type OpeningHours } from "./open-intervals";
import { clipTo, type HoursLimits, NO_LIMITS, withoutDates } from "./open-within";

const DAY_MS = 86_400_000;
const CHUNK_DAYS = 32;
const CHUNK_MS = CHUNK_DAYS * DAY_MS;

/**
 * Open time, computed month by month on demand and cached for all services, resources and bookings.
 */
export class OpenTimes {
  #chunks = new Map<number, OpenInterval[]>();
  #between = new Map<string, OpenInterval[]>();

  private constructor(
    private readonly zone: string,
    /** Computes the open time of dates (inclusive). */
    private readonly read: (from: string, to: string) => OpenInterval[],
  ) {}

  /** Hours with limits, as in `openWithin`. */
  static of(hours: OpeningHours, { closed_dates, resource }: HoursLimits = NO_LIMITS): OpenTimes {
    const open = withoutDates(hours, closed_dates);
    const service = new OpenTimes(hours.time_zone, (from, to) => openIntervals(open, from, to));
    return resource === null ? service : OpenTimes.within(service, OpenTimes.of(resource));
  }

  /** The open time of a service within that of a resource. */
  static within(service: OpenTimes, resource: OpenTimes): OpenTimes {
    return new OpenTimes(service.zone, (from, to) =>
      clipTo(service.#collect(from, to), resource.zone, (first, last) =>
        resource.#collect(first, last),
      ),
    );
  }

  /** Computes these dates month by month, awaiting `giveWay` in between. */
  async prepare(from: string, to: string, giveWay: () => Promise<void>): Promise<void> {
    for (let at = chunkOf(Date.parse(from)); at <= chunkOf(Date.parse(to)); at += 1) {
      if (this.#chunks.has(at)) continue;
      await giveWay();
      this.#chunk(at);
    }
  }

  /** The open time of the dates `from` to `to` (inclusive), ascending. */
  between(from: string, to: string): OpenInterval[] {
    const key = `${from}/${to}`;
    let found = this.#between.get(key);
    if (found === undefined) this.#between.set(key, (found = this.#collect(from, to)));
    return found;
  }

  #collect(from: string, to: string): OpenInterval[] {
    const found: OpenInterval[] = [];
    for (let at = chunkOf(Date.parse(from)); at <= chunkOf(Date.parse(to)); at += 1) {
      // A chunk contains dates of its neighbours, too.
      const first = dateOf(at * CHUNK_MS);
      const last = dateOf((at + 1) * CHUNK_MS - DAY_MS);
      for (const interval of this.#chunk(at)) {
        const { date } = interval;
        if (date >= from && date <= to && date >= first && date <= last) found.push(interval);
      }
    }
    return found;
  }

  /** The interval that contains an instant (epoch ms); there is at most one. */
  at(instant: number): OpenInterval | undefined {
    const intervals = this.#chunk(chunkOf(instant));
    let [low, high] = [0, intervals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (intervals[middle]!.start_ms <= instant) low = middle + 1;
      else high = middle;
    }
    const last = intervals[low - 1];
    return last !== undefined && instant < last.end_ms ? last : undefined;
  }

  /**
   * Everything open on the dates of a chunk and around them: hours over midnight, and zones far
   * from UTC.
   */
  #chunk(at: number): OpenInterval[] {
    let found = this.#chunks.get(at);
    if (found === undefined) {
      const first = dateOf(at * CHUNK_MS);
      found = this.read(addDays(first, -3), addDays(first, CHUNK_DAYS + 1));
      this.#chunks.set(at, found);
    }
    return found;
  }
}

const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const chunkOf = (instant: number): number => Math.floor(instant / CHUNK_MS);
