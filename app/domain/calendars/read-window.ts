import { createHash } from "node:crypto";

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 400;

/** The time that outside calendars close: from the beginning of yesterday (UTC) on. It moves once a day. */
export function readWindow(now: Date): { from: Date; to: Date } {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  return { from: new Date(yesterday), to: new Date(yesterday + (DAYS_AHEAD + 1) * DAY_MS) };
}

/** The time that is read of a calendar. It moves once a day too, of each at a time of its own: then it is read whole, and not all of them at once. */
export function windowOf(calendarId: string, now: Date): { from: Date; to: Date } {
  const share = createHash("sha256").update(calendarId).digest().readUInt32BE(0) / 2 ** 32;
  return readWindow(new Date(now.getTime() - share * DAY_MS));
}
