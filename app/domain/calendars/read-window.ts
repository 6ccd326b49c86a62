const DAY_MS = 86_400_000;
const DAYS_AHEAD = 400;

/** The time that is read of an outside calendar, and closed by it: from the beginning of yesterday (UTC) on. It moves once a day. */
export function readWindow(now: Date): { from: Date; to: Date } {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  return { from: new Date(yesterday), to: new Date(yesterday + (DAYS_AHEAD + 1) * DAY_MS) };
}
