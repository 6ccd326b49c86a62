/** Words for dates, times, money and zones, all by `Intl`: no tables of our own but the first day of the week. */

import { formatMoney } from "../../app/lib/money";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs a hundred times more than using it, and a month needs the same one 31 times. */
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

/** The time of day in the reader's own habit: `15:30`, `3:30 PM`. */
export const clock = (instant: string | number, locale: string, zone: string): string =>
  formatter(locale, { timeStyle: "short", timeZone: zone }).format(new Date(instant));

/** The zone's offset at an instant: `GMT+1`. */
export const offset = (instant: string | number, locale: string, zone: string): string =>
  part(instant, "timeZoneName", locale, { timeZone: zone, timeZoneName: "shortOffset" });

const DATE_STYLES = {
  weekday: { weekday: "short" },
  weekday_long: { weekday: "long" },
  short: { weekday: "short", day: "numeric", month: "short" },
  long: { weekday: "long", day: "numeric", month: "long" },
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
} as const;

/** A plain `YYYY-MM-DD` date in words. Formatted in UTC, so the reader's zone cannot shift it by a day. */
export const dateWords = (date: string, style: keyof typeof DATE_STYLES, locale: string): string =>
  formatter(locale, { ...DATE_STYLES[style], timeZone: "UTC" }).format(
    Date.parse(`${date}T00:00:00Z`),
  );

/** Clocks go back an hour nearly everywhere, half an hour on Lord Howe Island. */
const SHIFTS_MS = [-3_600_000, -1_800_000, 1_800_000, 3_600_000];

/**
 * The time of day of one instant among others. When the clocks go back an hour happens twice and two different
 * instants read `02:30`: those, and only those, carry their offset, as `02:30 GMT+2` and `02:30 GMT+1`, also where one of the two alone is shown.
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

/** Money from minor units, with as many decimals as the currency has (JPY 0, EUR 2, KWD 3). */
export const money = formatMoney;

/** A length of time from whole minutes: `45 min`, `1 hr 30 min`. */
export function duration(minutes: number, locale: string): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours && inUnit(hours, "hour", locale), rest && inUnit(rest, "minute", locale)]
    .filter(Boolean)
    .join(" ");
}

/** How long before a booking, from minutes: `24 hours`, `2 days`; a part of an hour counts as one. */
export const ahead = (minutes: number, locale: string): string =>
  minutes % 1440 || minutes < 2880
    ? inUnit(Math.ceil(minutes / 60), "hour", locale, "long")
    : inUnit(minutes / 1440, "day", locale, "long");

const inUnit = (
  value: number,
  unit: string,
  locale: string,
  unitDisplay: Intl.NumberFormatOptions["unitDisplay"] = "short",
): string => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(value);

/** The city of an IANA zone: `Europe/Amsterdam` → `Amsterdam`. */
export const cityOf = (zone: string): string =>
  (zone.split("/").pop() ?? zone).replaceAll("_", " ");

/** The requested zone, if `Intl` knows it; else the browser's. */
export function zoneOr(wish: string | null | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: wish || undefined }).resolvedOptions()
      .timeZone;
  } catch {
    return zoneOr(null);
  }
}

// Regions whose week does not begin on Monday (Unicode CLDR, supplemental weekData). `Intl` knows them too,
// but not in every browser, and a calendar must not shift between two of them.
const SUNDAY =
  /^(A[GS]|B[DRSTWZ]|C[AO]|D[MO]|ET|G[TU]|H[KN]|I[DLN]|J[MP]|K[EH]|LA|M[HMOTXZ]|N[IP]|P[AEHKRTY]|S[AGV]|T[HTW]|U[MS]|V[EI]|WS|YE|Z[AW])$/;
const SATURDAY = /^(A[EF]|BH|D[JZ]|EG|I[QR]|JO|KW|LY|OM|QA|S[DY])$/;

/** The first day of the week where the locale is at home: 0 is Sunday, 1 Monday, 6 Saturday. */
export function firstDayOfWeek(locale: string): number {
  const region = new Intl.Locale(locale).maximize().region ?? "";
  if (SUNDAY.test(region)) return 0;
  return SATURDAY.test(region) ? 6 : 1;
}
