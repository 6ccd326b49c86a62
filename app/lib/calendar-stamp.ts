/** A time from a calendar file. `at`: epoch ms at which a UTC clock shows it. */
export interface Stamp {
  at: number;
  kind: "utc" | "local" | "date";
}

const STAMP =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses "20261130T090000Z" and common variants: ISO 8601 with dashes or an offset, without
 * seconds, 24:00. null if it is not a time.
 */
export function readStamp(text: string): Stamp | null {
  const match = STAMP.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = Date.UTC(year, month - 1, day);
  const isDate = new Date(date).getUTCDate() === day && month >= 1 && month <= 12;
  const isTime = hour * 60 + minute <= 24 * 60 && minute <= 59 && second <= 60;
  if (!isDate || !isTime) return null;
  if (match[4] === undefined) return { at: date, kind: "date" };
  // A leap second counts as the second before it.
  const at = date + (hour * 3600 + minute * 60 + Math.min(second, 59)) * 1000;
  const offset = match[7];
  if (offset === undefined) return { at, kind: "local" };
  return { at: at - readOffset(offset), kind: "utc" };
}

/** The milliseconds of "Z", "+01:00", "-0530" or "+2". */
export function readOffset(text: string): number {
  const match = /^([+-])(\d\d?)(?::?(\d\d)(?::?(\d\d))?)?$/.exec(text);
  if (match === null) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  return (match[1] === "-" ? -1 : 1) * seconds * 1000;
}
