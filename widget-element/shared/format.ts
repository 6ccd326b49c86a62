/**
 * Formats dates, times, money and zones with `Intl`; the first day of the week is our only table.
 */

import { formatMoney } from "../../app/lib/money";
import { formatUnit } from "../../app/lib/unit-format";

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Creating a formatter costs a hundred times more than using it, and a calendar uses the same one
 * for each day.
 */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options });
  formatters.set(key, made);
  return made;
}

function part(
  instant: string | number,
  type: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const parts = formatter(locale, options).formatToParts(new Date(instant));
  return parts.find((one) => one.type === type)?.value ?? "";
}

/** The local date (`YYYY-MM-DD`) of an instant (RFC 3339 or milliseconds) in an IANA zone. */
export function dateInZone(instant: string | number, zone: string): string {
  const options = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return ["year", "month", "day"].map((type) => part(instant, type, "en-US", options)).join("-");
}

/** The hour of the day (0–23) of an instant in a zone. */
export const hourInZone = (instant: string, zone: string): number =>
  Number(part(instant, "hour", "en-US", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }));

export const clockFormat = (locale: string, zone: string): Intl.DateTimeFormat =>
  formatter(locale, { timeStyle: "short", timeZone: zone });

/** Time of day in the reader's format: `15:30`, `3:30 PM`. */
export const clock = (instant: string | number, locale: string, zone: string): string =>
  clockFormat(locale, zone).format(new Date(instant));

/** The zone's offset at an instant: `GMT+1`. */
export const offset = (instant: string | number, locale: string, zone: string): string =>
  part(instant, "timeZoneName", locale, { timeZone: zone, timeZoneName: "shortOffset" });

const DATE_STYLES = {
  weekday: { weekday: "short" },
  weekday_long: { weekday: "long" },
  short: { weekday: "short", day: "numeric", month: "short" },
  long: { weekday: "long", day: "numeric", month: "long" },
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "short" },
} as const;

/** Formats a `YYYY-MM-DD` date. In UTC, so the reader's time zone can't shift the day. */
export const dateWords = (date: string, style: keyof typeof DATE_STYLES, locale: string): string =>
  formatter(locale, { ...DATE_STYLES[style], timeZone: "UTC" }).format(
    Date.parse(`${date}T00:00:00Z`),
  );

/** Formats the first and last of some days: `27 Nov – 24 Dec 2026`. */
export const datesWords = (from: string, to: string, locale: string): string =>
  formatter(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).formatRange(Date.parse(from), Date.parse(to));

/** Clock changes: one hour nearly everywhere, half an hour on Lord Howe Island. */
const SHIFTS_MS = [-3_600_000, -1_800_000, 1_800_000, 3_600_000];

/**
 * Time of day. When clocks go back an hour repeats, and two instants read `02:30`: only those
 * include their offset, `02:30 GMT+2` and `02:30 GMT+1`, even if only one of them is shown.
 */
export function clockLabel(instant: string, locale: string, zone: string): string {
  const at = Date.parse(instant);
  const label = clock(instant, locale, zone);
  const twice = SHIFTS_MS.some(
    (shift) =>
      clock(at + shift, locale, zone) === label &&
      dateInZone(at + shift, zone) === dateInZone(at, zone),
  );
  return twice ? `${label} ${offset(at, locale, zone)}` : label;
}

/** Formats minor units with the currency's decimals (JPY 0, EUR 2, KWD 3). */
export const money = formatMoney;

/** Formats whole minutes: `45 min`, `1 h 30 min`. */
export function duration(minutes: number, locale: string): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    hours && formatUnit(hours, "hour", locale, "short"),
    rest && formatUnit(rest, "minute", locale, "short"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Formats a notice in minutes, rounded up to hours: `24 hours`, `2 days`. */
export const ahead = (minutes: number, locale: string): string =>
  minutes % 1440 || minutes < 2880
    ? formatUnit(Math.ceil(minutes / 60), "hour", locale)
    : formatUnit(minutes / 1440, "day", locale);

/** City of an IANA zone: `Europe/Amsterdam` → `Amsterdam`. */
export const cityOf = (zone: string): string =>
  (zone.split("/").pop() ?? zone).replaceAll("_", " ");

/** The requested zone if `Intl` supports it, otherwise the browser's. */
export function zoneOr(wish: string | null | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: wish || undefined }).resolvedOptions()
      .timeZone;
  } catch {
    return zoneOr(null);
  }
}

// Regions whose week does not start on Monday (Unicode CLDR, supplemental weekData). Not all
// browsers expose this through `Intl`, and the calendar must look the same in each.
const SUNDAY =
  /^(A[GS]|B[DRSTWZ]|C[AO]|D[MO]|ET|G[TU]|H[KN]|I[DLN]|J[MP]|K[EH]|LA|M[HMOTXZ]|N[IP]|P[AEHKRTY]|S[AGV]|T[HTW]|U[MS]|V[EI]|WS|YE|Z[AW])$/;
const SATURDAY = /^(A[EF]|BH|D[JZ]|EG|I[QR]|JO|KW|LY|OM|QA|S[DY])$/;

/** First day of the week in a locale: 0 is Sunday, 1 Monday, 6 Saturday. */
export function firstDayOfWeek(locale: string): number {
  const region = new Intl.Locale(locale).maximize().region ?? "";
  if (SUNDAY.test(region)) return 0;
  return SATURDAY.test(region) ? 6 : 1;
}
