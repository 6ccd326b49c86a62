// Arithmetic with dates without a time zone, which the browser loads too.

const DAY_MS = 86_400_000;
const LOCAL_DATE = /^(?:19[7-9]\d|20\d\d|21\d\d)-\d\d-\d\d$/;
const LOCAL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether `text` is a calendar date "YYYY-MM-DD" between 1970 and 2199. */
export function isLocalDate(text: string): boolean {
  return LOCAL_DATE.test(text) && isCalendarDate(text);
}

/**
 * Whether `text` is a wall-clock time "00:00" to "23:59". The end of a day is written "00:00",
 * never "24:00".
 */
export function isLocalTime(text: string): boolean {
  return LOCAL_TIME.test(text);
}

/**
 * The date `days` calendar days after `date`, or before it if negative. Throws RangeError for an
 * invalid date.
 */
export function addDays(date: string, days: number): string {
  return new Date(epochOfDate(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Calendar days from `from` to `to`, negative if `to` is earlier. Counts dates, not 24-hour
 * periods.
 */
export function daysBetween(from: string, to: string): number {
  return (epochOfDate(to) - epochOfDate(from)) / DAY_MS;
}

/** The ISO 8601 weekday of a date: 1 Monday to 7 Sunday. Throws RangeError for an invalid date. */
export function isoWeekday(date: string): number {
  return new Date(epochOfDate(date)).getUTCDay() || 7;
}

export function isCalendarDate(date: string): boolean {
  return !Number.isNaN(parseDate(date));
}

function epochOfDate(date: string): number {
  const epochMs = parseDate(date);
  if (Number.isNaN(epochMs)) throw new RangeError(`Not a date: ${date}`);
  return epochMs;
}

/**
 * Midnight UTC of a date in epoch ms, or NaN. Date turns 2026-02-30 into March, so the text must
 * survive a round trip.
 */
function parseDate(date: string): number {
  const epochMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().slice(0, 10) === date
    ? epochMs
    : NaN;
}
