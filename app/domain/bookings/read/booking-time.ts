import { LRUCache } from "lru-cache";
import type { BookingLocation } from "~/contract/bookings";
import { daysBetween, localDateOf, offsetMinutes } from "~/lib/time";
import { timeRange, withoutMarks } from "~/lib/time-range";
import { isOnline } from "./booking-location";
import type { BookingRow } from "./booking-row";

// A booking's time in words: one rule for emails, the guest's and the booking page, calendar files
// and the checkout.

export interface Reading {
  /** The language of words, dates and money. */
  locale: string;
  time_zone: string;
}

/** The zone that comes first, and the other one where it shows another time. */
export interface BookingZones {
  lead: string;
  other: string | null;
}

/**
 * A booking at a place is read in the company's time: a guest who travels there needs the clock on
 * its wall. A call is read in the guest's.
 */
export function bookingZones(
  at: Date,
  location: Pick<BookingLocation, "kind"> | null,
  { company, guest }: { company: string; guest: string },
): BookingZones {
  const [lead, other] = isOnline(location) ? [guest, company] : [company, guest];
  const isSame = offsetMinutes(at.getTime(), lead) === offsetMinutes(at.getTime(), other);
  return { lead, other: isSame ? null : other };
}

/** The zones of a stored booking. */
export const zonesOfRow = (
  row: Pick<BookingRow, "starts_at" | "time_zone" | "place">,
  company: string,
): BookingZones =>
  bookingZones(row.starts_at, row.place ?? null, { company, guest: row.time_zone });

export interface BookingTime {
  when: string;
  zone: string;
  /** The other zone's time with that zone's name; null where both read the same. */
  other_when: string | null;
  /** For one line, such as a subject: with the zone where there are two. */
  when_in_zone: string;
}

export function bookingTime(
  startsAt: Date,
  endsAt: Date,
  { lead, other }: BookingZones,
  locale: string,
): BookingTime {
  const read = (time_zone: string) => {
    const reading = { locale, time_zone };
    return { when: whenOf(startsAt, endsAt, reading), zone: zoneName(startsAt, reading) };
  };
  const { when, zone } = read(lead);
  const second = other === null ? null : read(other);
  return {
    when,
    zone,
    other_when: second && `${second.when} (${second.zone})`,
    when_in_zone: second === null ? when : `${when} (${zone})`,
  };
}

/**
 * The lead zone's time for a calendar's notes: calendars show an entry in the device's zone only.
 * Nothing where both zones read the same.
 */
export const zoneLine = (
  startsAt: Date,
  endsAt: Date,
  zones: BookingZones,
  locale: string,
): string[] =>
  zones.other === null ? [] : [bookingTime(startsAt, endsAt, zones, locale).when_in_zone];

/** Bounded: browsers may send any region of a language, and each format takes some 100 kB. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });
function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined)
    formats.set(key, (made = new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options })));
  return made;
}

const commaOf = (locale: string) => (locale.startsWith("ar") ? "،" : ",");

/** "Monday, January 4": a day within months. */
export const dayOf = (at: Date, { locale, time_zone }: Reading) =>
  format(locale, { timeZone: time_zone, weekday: "long", day: "numeric", month: "long" }).format(
    at,
  );

/** "Monday, January 4, 2027" */
export const dateOf = (at: Date, { locale, time_zone }: Reading) =>
  format(locale, {
    timeZone: time_zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(at);

/** "3:00 PM" */
export const timeOf = (at: Date, { locale, time_zone }: Reading) =>
  format(locale, { timeZone: time_zone, timeStyle: "short" }).format(at);

/** "Monday, January 4, 3:00 PM": a start to choose. */
export const startOf = (at: Date, reading: Reading): string =>
  `${dayOf(at, reading)}${commaOf(reading.locale)} ${withoutMarks(timeOf(at, reading))}`;

/** "January 4, 2027 at 3:00 PM": a deadline. */
export const momentOf = (at: Date, { locale, time_zone }: Reading): string =>
  withoutMarks(
    format(locale, { timeZone: time_zone, dateStyle: "long", timeStyle: "short" }).format(at),
  );

/** "5:43 PM" on the day of `now` (epoch ms), otherwise "Friday 5:43 PM": a deadline within days. */
export function shortMoment(at: Date, now: number, reading: Reading): string {
  const { locale, time_zone } = reading;
  const isToday = dateOf(at, reading) === dateOf(new Date(now), reading);
  if (isToday) return withoutMarks(timeOf(at, reading));
  const day = format(locale, { timeZone: time_zone, weekday: "long" }).format(at);
  return `${day} ${withoutMarks(timeOf(at, reading))}`;
}

/**
 * "Tomorrow 6:00 PM" or "Today 6:00 PM" at `now` (epoch ms), otherwise date and time; with the zone
 * where there are two.
 */
export function soonWords(
  at: Date,
  now: number,
  { lead, other }: BookingZones,
  locale: string,
): string {
  const reading = { locale, time_zone: lead };
  const days = daysBetween(localDateOf(now, lead), localDateOf(at.getTime(), lead));
  const day =
    days === 0 || days === 1
      ? capitalized(new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day"))
      : dateOf(at, reading);
  const words = `${day} ${withoutMarks(timeOf(at, reading))}`;
  return other === null ? words : `${words} (${zoneName(at, reading)})`;
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The zone in words: "Central European Time". */
export function zoneName(at: Date, { locale, time_zone }: Reading): string {
  const parts = format(locale, { timeZone: time_zone, timeZoneName: "longGeneric" }).formatToParts(
    at,
  );
  return parts.find((part) => part.type === "timeZoneName")?.value ?? time_zone;
}

/**
 * A booking's time as written in the reader's language: "Monday, January 4, 2027, 3:00 – 4:00 PM".
 */
export function whenOf(startsAt: Date, endsAt: Date, reading: Reading): string {
  const { locale, time_zone } = reading;
  const isOneDay = dateOf(startsAt, reading) === dateOf(endsAt, reading);
  if (!isOneDay)
    return `${dateOf(startsAt, reading)}, ${timeOf(startsAt, reading)} – ${dateOf(endsAt, reading)}, ${timeOf(endsAt, reading)}`;
  const clock = format(locale, { timeZone: time_zone, timeStyle: "short" });
  return `${dateOf(startsAt, reading)}${commaOf(locale)} ${timeRange(clock, startsAt, endsAt)}`;
}
