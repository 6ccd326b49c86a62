import type { CalendarDayFigures } from "~/domain/calendar/calendar-data";
import { addDays } from "~/lib/time";
import { type CalendarQuery, calendarPath } from "./calendar-query";

export interface MonthDay {
  date: string;
  /** The number of the day. */
  day: string;
  /** "Friday 20 November, 4 bookings, 60 % taken" */
  label: string;
  href: string;
  is_in_month: boolean;
  is_today: boolean;
  bookings: number;
  /** Taken share of the seats, whole percent; null: nothing was offered. */
  taken_percent: number | null;
}

/** Six weeks from `first` (a Monday): a number and a share for each day, never cards. */
export function monthModel(
  figures: readonly CalendarDayFigures[],
  query: CalendarQuery,
  first: string,
  today: string,
  locale: string,
): MonthDay[][] {
  const byDate = new Map(figures.map((each) => [each.date, each]));
  const month = query.date.slice(0, 7);
  const name = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });
  const number = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric" });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday): MonthDay => {
      const date = addDays(first, week * 7 + weekday);
      const at = new Date(`${date}T00:00:00Z`);
      const { bookings = 0, seats = 0, taken = 0 } = byDate.get(date) ?? {};
      const taken_percent = seats > 0 ? Math.round((100 * taken) / seats) : null;
      const words = [
        name.format(at),
        bookings === 1 ? "1 booking" : `${bookings} bookings`,
        ...(taken_percent === null ? [] : [`${taken_percent}% of the seats taken`]),
      ];
      return {
        date,
        day: number.format(at),
        label: words.join(", "),
        href: calendarPath(query, { view: "day", date }),
        is_in_month: date.startsWith(month),
        is_today: date === today,
        bookings,
        taken_percent,
      };
    }),
  ).filter((days) => days.some(({ is_in_month }) => is_in_month));
}

/** Mon to Sun, from the first day of a week on. */
export function weekdayNames(first: string, locale: string): string[] {
  const name = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });
  return Array.from({ length: 7 }, (_, index) => name.format(new Date(`${addDays(first, index)}T00:00:00Z`)));
}
