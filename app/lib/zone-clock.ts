import { Temporal } from "temporal-polyfill";

const DAY_MS = 86_400_000;

/** Wall-clock time, encoded as the epoch milliseconds of the same reading in UTC. */
export type Wall = number;

/** A period with one UTC offset; `to` is exclusive. */
export interface OffsetPeriod {
  from: number;
  to: number;
  offset: number;
}

/**
 * A zone's clock. Offset periods are cached, because Temporal's lookup takes a hundred times as
 * long.
 */
export class ZoneClock {
  readonly #cached: OffsetPeriod[] = [];
  #last: OffsetPeriod | undefined;

  /** `name`: IANA name; null for a zone defined only in a calendar file. */
  constructor(
    readonly name: string | null,
    private readonly findPeriod: (instant: number) => OffsetPeriod,
  ) {}

  periodAt(instant: number): OffsetPeriod {
    const last = this.#last;
    if (last !== undefined && instant >= last.from && instant < last.to) return last;
    let found = this.#cached.find(({ from, to }) => instant >= from && instant < to);
    if (found === undefined) this.#cached.push((found = this.findPeriod(instant)));
    return (this.#last = found);
  }

  /** The offset periods that overlap a span of instants, in order. */
  *periods(from: number, to: number): Generator<OffsetPeriod> {
    for (let period = this.periodAt(from); period.from < to; period = this.periodAt(period.to)) {
      yield period;
      if (period.to >= to) return;
    }
  }

  toWall(instant: number): Wall {
    return instant + this.periodAt(instant).offset;
  }

  /**
   * Times in a forward gap move by the gap; a time that occurs twice means the first (RFC 5545,
   * 3.3.5).
   */
  toInstant(wall: Wall): number {
    const before = this.periodAt(wall - DAY_MS).offset;
    const after = this.periodAt(wall + DAY_MS).offset;
    if (before === after) return wall - before;
    const offset = [before, after].find((each) => this.periodAt(wall - each).offset === each);
    return wall - (offset ?? before);
  }

  /** Whether the wall time exists; false within a forward gap. */
  shows(wall: Wall): boolean {
    return this.toWall(this.toInstant(wall)) === wall;
  }
}

/** A zone with a constant offset. */
export function fixedZone(offset: number, name: string | null = null): ZoneClock {
  return new ZoneClock(name, () => ({ from: -Infinity, to: Infinity, offset }));
}

export const UTC = fixedZone(0, "UTC");

const zones = new Map<string, ZoneClock>();

/** A zone of the IANA database; null for an unknown name. */
export function ianaZone(name: string): ZoneClock | null {
  let zone = zones.get(name);
  if (zone === undefined && isKnown(name))
    zones.set(name, (zone = new ZoneClock(name, (instant) => periodOf(name, instant))));
  return zone ?? null;
}

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

function periodOf(name: string, instant: number): OffsetPeriod {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
  // "previous" excludes a transition at that very instant.
  const before = at.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  const after = at.getTimeZoneTransition("next");
  return {
    from: before?.epochMilliseconds ?? -Infinity,
    to: after?.epochMilliseconds ?? Infinity,
    offset: at.offsetNanoseconds / 1e6,
  };
}
