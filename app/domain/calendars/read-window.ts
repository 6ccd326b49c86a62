import { createHash } from "node:crypto";

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 400;

/**
 * The time that external calendars close: from the start of yesterday (UTC). It moves once a day.
 */
export function readWindow(now: Date): { from: Date; to: Date } {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  return { from: new Date(yesterday), to: new Date(yesterday + (DAYS_AHEAD + 1) * DAY_MS) };
}

/**
 * The window read from a calendar. It moves once a day, at a different time for each calendar: that
 * causes a whole read, and they should not coincide.
 */
export function windowOf(calendarId: string, now: Date): { from: Date; to: Date } {
  const share = createHash("sha256").update(calendarId).digest().readUInt32BE(0) / 2 ** 32;
  return readWindow(new Date(now.getTime() - share * DAY_MS));
}
