import type { CalendarDayFigures } from "~/domain/calendar/calendar-data";
import { plural } from "~/i18n/text";
import { addDays } from "~/lib/time";
import { type CalendarQuery, calendarPath } from "./calendar-query";

export interface MonthDay {
  date: string;
  /** Day of the month. */
  day: string;
  /** "Friday 20 November, 4 bookings" */
  label: string;
  href: string;
  is_in_month: boolean;
  is_today: boolean;
  bookings: number;
  /** Share of the busiest day shown, in whole percent: the bar's length. */
  share: number;
}

/** Weeks of a month from `first` (a Monday): booking counts only. */
export function monthModel(
  figures: readonly CalendarDayFigures[],
  query: CalendarQuery,
  first: string,
  today: string,
  locale: string,
): MonthDay[][] {
  const byDate = new Map(figures.map(({ date, bookings }) => [date, bookings]));
  const most = Math.max(...byDate.values(), 1);
  const month = query.date.slice(0, 7);
  const name = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const number = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric" });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday): MonthDay => {
      const date = addDays(first, week * 7 + weekday);
      const at = new Date(`${date}T00:00:00Z`);
      const bookings = byDate.get(date) ?? 0;
      return {
        date,
        day: number.format(at),
        label: plural(bookings, "{{day}}, {{count}} booking", "{{day}}, {{count}} bookings", {
          day: name.format(at),
        }),
        href: calendarPath(query, { view: "day", date }),
        is_in_month: date.startsWith(month),
        is_today: date === today,
        bookings,
        share: Math.round((100 * bookings) / most),
      };
    }),
  ).filter((days) => days.some(({ is_in_month }) => is_in_month));
}

/** Monday to Sunday of a week. */
export function weekdayNames(first: string, locale: string): string[] {
  const name = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });
  return Array.from({ length: 7 }, (_, index) =>
    name.format(new Date(`${addDays(first, index)}T00:00:00Z`)),
  );
}
