/**
 * Month grid: calendar arithmetic on `YYYY-MM-DD` dates and `YYYY-MM` months, without time zones or
 * clocks.
 */

const DAY_MS = 86_400_000;

/** The month (`YYYY-MM`) of a date. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The date `count` days later (earlier when negative). */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The month `count` months later (earlier when negative). */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(date.toISOString());
}

/** The last date of a month. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** Day of the week of a date: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Weeks of a month as rows of seven; days outside the month are null. `first_day`: 0 is Sunday. */
export function weeksOf(month: string, first_day: number): (string | null)[][] {
  const first = `${month}-01`;
  const lead = (weekdayOf(first) - first_day + 7) % 7;
  const days = Number(lastDayOf(month).slice(8));
  return Array.from({ length: Math.ceil((lead + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const index = week * 7 + column - lead;
      return index < 0 || index >= days ? null : addDays(first, index);
    }),
  );
}

/** Clamps a date between two others. */
export const clampDate = (date: string, min: string, max: string): string =>
  date < min ? min : date > max ? max : date;
