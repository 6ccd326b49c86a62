import { Temporal } from "temporal-polyfill";
import { addDays, isCalendarDate, isLocalTime } from "./local-date";

export { addDays, daysBetween, isLocalDate, isLocalTime, isoWeekday } from "./local-date";

const DAY_MS = 86_400_000;
const RFC3339 =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * The local date "YYYY-MM-DD" in `timeZone` at an instant (epoch ms). Throws RangeError for an
 * unknown zone.
 */
export function localDateOf(epochMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/**
 * A filter's bounds as instants: a date means its whole day in this zone, so `to` is the start of
 * the next one.
 */
export function instantRange<Bound extends Date | undefined = Date>(
  { from, to }: { from: string | Bound; to: string | Bound },
  timeZone: string,
): { from: Date | Bound; to: Date | Bound } {
  return {
    from: typeof from === "string" ? new Date(startOfDay(from, timeZone)) : from,
    to: typeof to === "string" ? new Date(startOfDay(addDays(to, 1), timeZone)) : to,
  };
}

/**
 * The first instant (epoch ms) of a local date. If midnight doesn't exist, the end of the gap (São
 * Paulo 2018-11-04: 01:00); if the zone skipped the whole date, the first instant after it.
 */
export function startOfDay(date: string, timeZone: string): number {
  let known = startsOfDays.get(timeZone);
  if (known === undefined || known.size >= MAX_STARTS_KEPT) {
    if (startsOfDays.size >= MAX_ZONES_KEPT) startsOfDays.clear();
    startsOfDays.set(timeZone, (known = new Map()));
  }
  let start = known.get(date);
  if (start === undefined) {
    start = Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
    known.set(date, start);
  }
  return start;
}

/**
 * Cached by zone and date: a lookup takes a hundred times as long as the rest of an hours
 * calculation.
 */
const startsOfDays = new Map<string, Map<string, number>>();
const MAX_STARTS_KEPT = 4000;
const MAX_ZONES_KEPT = 50;

/**
 * The instant (epoch ms) at which a clock in `timeZone` shows `time` ("HH:MM") on `date`. Times in
 * a forward gap move by the length of the gap; a time that occurs twice means the first (RFC 5545,
 * 3.3.5). Europe/Berlin: 2024-03-31 02:30 → 03:30+02:00 (01:30Z); 2024-10-27 02:30 → 02:30+02:00
 * (00:30Z). Throws RangeError for an invalid date, time or zone.
 */
export function wallTimeToInstant(date: string, time: string, timeZone: string): number {
  if (!isLocalTime(time)) throw new RangeError(`Not a time: ${time}`);
  return new Temporal.PlainDateTime(
    Number(date.slice(0, 4)),
    Number(date.slice(5, 7)),
    Number(date.slice(8)),
    Number(time.slice(0, 2)),
    Number(time.slice(3)),
  ).toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * A faster `wallTimeToInstant` for many times of the same dates: only day starts are looked up. A
 * 24-hour date has no clock change, so its times follow from its start.
 */
export function quickInstant(date: string, time: string, timeZone: string): number {
  const start = startOfDay(date, timeZone);
  if (startOfDay(addDays(date, 1), timeZone) - start !== DAY_MS || !isLocalTime(time))
    return wallTimeToInstant(date, time, timeZone);
  return start + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000;
}

/**
 * Offset from UTC of `timeZone` at an instant (epoch ms), in minutes. Throws RangeError for an
 * unknown zone.
 */
export function offsetMinutes(epochMs: number, timeZone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offsetNanoseconds /
    60e9
  );
}

/** Wall-clock time in `timeZone` at an instant (epoch ms): "2027-01-04 16:00". */
export function wallTimeOf(epochMs: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}

/**
 * An instant (epoch ms) as RFC 3339 in UTC, "2027-01-04T15:00:00Z"; milliseconds only if not zero.
 */
export function toRfc3339(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(".000Z", "Z");
}

/**
 * Parses an RFC 3339 date-time with offset to epoch ms; null if invalid: nonexistent dates, hour
 * 24, leap seconds, years outside 0001–9999 in UTC. Digits beyond milliseconds are dropped.
 */
export function parseInstant(text: string): number | null {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const [, date = "", time = "", fraction = "", sign, hours, minutes] = match;
  if (!isCalendarDate(date)) return null;
  const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  const epochMs = Date.parse(`${date}T${time}${fraction.slice(0, 4)}Z`) - offset;
  return /^(?!0000)\d{4}-/.test(new Date(epochMs).toISOString()) ? epochMs : null;
}
