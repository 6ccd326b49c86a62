import { ianaZone } from "~/lib/zone-clock";

/** A shift of local date and time. */
export interface LocalShift {
  is_later: boolean;
  /** The start after the shift. */
  apply(start: Date): Date;
}

/**
 * The shift from one start to another on the clock of a zone, to apply to other starts: they keep
 * the same local time when clocks change; one that a clock change skips moves forward by the length
 * of the gap.
 */
export function localShift(from: Date, to: Date, timeZone: string): LocalShift {
  const zone = ianaZone(timeZone);
  if (zone === null) throw new RangeError(`Not a time zone: ${timeZone}`);
  const shift = zone.toWall(to.getTime()) - zone.toWall(from.getTime());
  return {
    is_later: shift > 0,
    apply: (start) =>
      // A time that occurs twice in a night of clock change stays the one that it is.
      shift === 0 ? start : new Date(zone.toInstant(zone.toWall(start.getTime()) + shift)),
  };
}
