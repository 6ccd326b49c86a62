import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { isZone } from "./answers";
import { zoneOf } from "./windows-zones";

/** What a clock on the wall shows, as the epoch milliseconds at which a clock in UTC shows the same. */
export type Wall = number;

export interface Zone {
  /** A time that a forward change skips moves on by the gap; of one that occurs twice the first is meant (RFC 5545, 3.3.5). */
  toInstant(wall: Wall): number;
  toWall(instant: number): Wall;
}

export const UTC: Zone = { toInstant: (wall) => wall, toWall: (instant) => instant };

/** A zone of the IANA database; null for a name that it does not have. */
export function ianaZone(name: string): Zone | null {
  if (!isZone(name)) return null;
  return {
    toInstant: (wall) => plain(wall).toZonedDateTime(name).epochMilliseconds,
    toWall: (instant) =>
      instant +
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).offsetNanoseconds /
        1e6,
  };
}

/** A zone that a file brings with it (VTIMEZONE). */
function fileZone(component: ICAL.Component): Zone {
  const zone = new ICAL.Timezone(component);
  return {
    toInstant: (wall) => toTime(wall, false, zone).toUnixTime() * 1000,
    toWall: (instant) =>
      wallOf(toTime(instant, false, ICAL.Timezone.utcTimezone).convertToZone(zone)),
  };
}

/**
 * The zone that a TZID means: one of the database, also behind a prefix ("/mozilla.org/20050126_1/Europe/Berlin") or by the name that Windows
 * gives it; else the one that the file describes; null where none is known.
 */
export function namedZone(tzid: string, files: ReadonlyMap<string, ICAL.Component>): Zone | null {
  const name = tzid.trim().replace(/^"(.*)"$/, "$1");
  const parts = name.split("/").filter((part) => part !== "");
  const candidates = [
    name,
    zoneOf(name) ?? "",
    parts.slice(-2).join("/"),
    parts.slice(-3).join("/"),
  ];
  for (const candidate of candidates) {
    const zone = ianaZone(candidate);
    if (zone !== null) return zone;
  }
  const described = files.get(tzid);
  return described === undefined ? null : fileZone(described);
}

/** ical.js' time for what a clock shows; without a zone it is floating, which is what recurrences are counted in. */
export function toTime(
  wall: Wall,
  isDate: boolean,
  zone: ICAL.Timezone = ICAL.Timezone.localTimezone,
): ICAL.Time {
  const at = new Date(wall);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, zone);
}

export function wallOf(time: ICAL.Time): Wall {
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
}

function plain(wall: Wall): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
}
