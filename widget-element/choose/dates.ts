/** Calendar arithmetic on `YYYY-MM-DD` dates, without time zones or clocks. */

const DAY_MS = 86_400_000;

/** Days that the calendar displays: four weeks from today, then the next four. */
export const SPAN_DAYS = 28;

const startOfDay = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The date `count` days later (earlier when negative). */
export const addDays = (date: string, count: number): string =>
  new Date(startOfDay(date) + count * DAY_MS).toISOString().slice(0, 10);

/** The first day of the span with a date; the first span begins at `first`. */
export function spanStart(date: string, first: string): string {
  const days = (startOfDay(date) - startOfDay(first)) / DAY_MS;
  return addDays(date, -(days % SPAN_DAYS));
}

/** Day of the week of a date: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (date: string): number => new Date(startOfDay(date)).getUTCDay();

/** A span as rows of seven; days outside it are null. `first_day`: 0 is Sunday. */
export function weeksOf(from: string, first_day: number): (string | null)[][] {
  const lead = (weekdayOf(from) - first_day + 7) % 7;
  return Array.from({ length: Math.ceil((lead + SPAN_DAYS) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const index = week * 7 + column - lead;
      return index < 0 || index >= SPAN_DAYS ? null : addDays(from, index);
    }),
  );
}

/** Clamps a date between two others. */
export const clampDate = (date: string, min: string, max: string): string =>
  date < min ? min : date > max ? max : date;
