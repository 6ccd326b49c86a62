import { isLocalDate } from "~/lib/local-date";
import { parseInstant, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { ianaZone } from "~/lib/zone-clock";

// Dates and times of other products' files. A file is read in one order of day and month.

/** The order of the day and the month in dates such as 03/04/2026. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A cell's date, time and offset, as far as it has them. */
export interface Moment {
  /** "2026-04-03". */
  date: string | null;
  /** "09:30". */
  time: string | null;
  /** "Z" or "+02:00"; null: a time on the company's clock. */
  offset: string | null;
}

const OFFSET = /\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;
const TIME =
  /(?:^|[\sT,])(?:at\s+|um\s+|om\s+|à\s+)?(\d{1,2})(?:(?:[:.h])([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?|h)?\s*([ap])?(?:\.?m\.?)?(?:\s*(?:uhr|uur|h))?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;
const WORDS =
  /^(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(?:de\s+)?(\p{L}+)\.?\s*(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?:de\s+)?(\d{4})$/u;
const WEEKDAY = /^\p{L}{2,}\.?,\s*/u;

/** Whether day and month can be exchanged in a cell's date: 03/04/2026, but not 13/04/2026. */
export function hasTwoReadings(cell: string): boolean {
  const parts = numericDate(cell);
  return parts !== null && parts.first <= 12 && parts.second <= 12 && parts.first !== parts.second;
}

/**
 * The order in which most of a file's dates can be read; null: none of them tells, since no day is
 * above 12.
 */
export function orderOf(cells: readonly string[]): DateOrder | null {
  const dates = cells.map(numericDate).filter((parts) => parts !== null);
  const dayFirst = dates.filter(({ first }) => first > 12).length;
  const monthFirst = dates.filter(({ second }) => second > 12).length;
  if (dayFirst === monthFirst) return null;
  return dayFirst > monthFirst ? "dmy" : "mdy";
}

function numericDate(cell: string): { first: number; second: number } | null {
  const parts = YEAR_LAST.exec(splitCell(cell)?.date ?? "");
  return parts && { first: Number(parts[1]), second: Number(parts[3]) };
}

/** Reads a cell; null if it is neither a date nor a time. */
export function readMoment(cell: string, order: DateOrder): Moment | null {
  const parts = splitCell(cell);
  if (parts === null) return null;
  const time = parts.time === "" ? null : readTime(parts.time);
  if (time === undefined) return null;
  if (parts.date === "") return time === null ? null : { date: null, time, offset: parts.offset };
  const date = readDate(parts.date, order);
  return date === null ? null : { date, time, offset: time === null ? null : parts.offset };
}

/** A cell's date, its time and its offset; "" for those it lacks. */
function splitCell(cell: string): { date: string; time: string; offset: string | null } | null {
  const text = cell.normalize("NFKC").replace(/\s+/g, " ").trim().replace(WEEKDAY, "");
  if (text === "") return null;
  const whole = readDate(text, "dmy") ?? readDate(text, "mdy");
  if (whole !== null) return { date: text, time: "", offset: null };
  const zone = OFFSET.exec(text);
  const isOffset = zone !== null && /\d:?\d\d/.test(text.slice(0, zone.index));
  const local = isOffset ? text.slice(0, zone.index) : text;
  const time = TIME.exec(local);
  if (time === null) return null;
  return {
    date: local.slice(0, time.index).replace(/,$/, "").trim(),
    time: time[0],
    offset: isOffset ? zone[1]!.toUpperCase() : null,
  };
}

/** "9:30 pm" as "21:30"; undefined if it is none. A bare number is no time. */
function readTime(text: string): string | undefined {
  const [, hours = "", minutes = "00", half] = TIME.exec(text) ?? [];
  const isBare = half === undefined && !/[:.h]|uhr|uur/i.test(text);
  const hour = Number(hours);
  if (isBare || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${String(inDay).padStart(2, "0")}:${minutes}`;
}

function readDate(text: string, order: DateOrder): string | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dateOf(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [, first = "", , second = "", year = ""] = yearLast;
    return order === "dmy" ? dateOf(year, second, first) : dateOf(year, first, second);
  }
  const words = WORDS.exec(text);
  const month = words && MONTHS.get(plainWord(words[2]!));
  const day = words?.[1] ?? words?.[3];
  if (words === null || month == null || day === undefined) return null;
  return dateOf(words[4]!, String(month), day);
}

function dateOf(year: string, month: string, day: string): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const date = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isLocalDate(date) ? date : null;
}

const plainWord = (word: string): string =>
  word
    .normalize("NFKD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();

/** Names of the months in our languages, long and short. */
const MONTHS = new Map(
  ["en", "nl", "de", "fr", "es", "ar"].flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_none, index): [string, number] => [
        plainWord(format.format(Date.UTC(2026, index, 15))),
        index + 1,
      ]);
    }),
  ),
);

/** The instant (RFC 3339), or why there is none: the clock skips that time. */
export type Instant = { at: string } | { problem: "invalid" | "skipped" };

/**
 * The instant of a date and time. Without an offset it is on the clock of `timeZone`: a time that
 * the clock skips is a problem, and of one that it shows twice the first is taken.
 */
export function toInstant({ date, time, offset }: Moment, timeZone: string): Instant {
  if (date === null || time === null) return { problem: "invalid" };
  if (offset !== null) {
    const isUtc = /^[A-Z]+$/.test(offset);
    const suffix = isUtc ? "Z" : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
    const at = parseInstant(`${date}T${time}:00${suffix}`);
    return at === null ? { problem: "invalid" } : { at: toRfc3339(at) };
  }
  const isShown = ianaZone(timeZone)?.shows(Date.parse(`${date}T${time}Z`)) ?? true;
  if (!isShown) return { problem: "skipped" };
  return { at: toRfc3339(wallTimeToInstant(date, time, timeZone)) };
}
