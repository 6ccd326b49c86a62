import type { CalendarMonth } from "~/domain/calendar/calendar-data";
import { plural, t } from "~/i18n/text";
import { addDays } from "~/lib/time";
import { type CalendarQuery, calendarPath } from "./calendar-query";

export interface MonthDay {
  date: string;
  /** Day of the month. */
  day: string;
  /** "Friday 20 November, 4 bookings, 62%" */
  label: string;
  href: string;
  is_in_month: boolean;
  is_today: boolean;
  is_past: boolean;
  bookings: number;
  /** Booked share of the open time, "62%"; null without open time. */
  share: string | null;
  /** The bar's length in percent. */
  bar: number;
  is_full: boolean;
  /** "Closed · Christmas"; null for an ordinary day. */
  closed: string | null;
  is_open: boolean;
}

export interface Month {
  weeks: MonthDay[][];
  /** "412 bookings · 63% of open hours" */
  summary: string;
}

/** Weeks of a month from `first` (a Monday): bookings and how full each day is. */
export function monthModel(
  { figures, offered, closed }: Pick<CalendarMonth, "figures" | "offered" | "closed">,
  query: CalendarQuery,
  first: string,
  today: string,
  locale: string,
): Month {
  const bookedOn = new Map(figures.map((day) => [day.date, day]));
  const offeredOn = new Map(offered.map(({ date, minutes }) => [date, minutes]));
  const closedOn = new Map(closed.map(({ date, name }) => [date, name]));
  const month = query.date.slice(0, 7);
  const dayName = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const number = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric" });
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const toDay = (date: string): MonthDay => {
    const at = new Date(`${date}T00:00:00Z`);
    const { bookings = 0, booked_minutes = 0 } = bookedOn.get(date) ?? {};
    const open = offeredOn.get(date) ?? 0;
    const part = open === 0 ? null : Math.min(booked_minutes / open, 1);
    const share = part === null ? null : percent.format(part);
    const name = closedOn.get(date);
    const counted = plural(bookings, "{{day}}, {{count}} booking", "{{day}}, {{count}} bookings", {
      day: dayName.format(at),
    });
    return {
      date,
      day: number.format(at),
      label: bookings === 0 || share === null ? counted : `${counted}, ${share}`,
      href: calendarPath(query, { view: "day", date }),
      is_in_month: date.startsWith(month),
      is_today: date === today,
      is_past: date < today,
      bookings,
      share,
      bar: Math.round(100 * (part ?? 0)),
      is_full: part === 1,
      closed: name === undefined ? null : [t("Closed"), name].filter(Boolean).join(" · "),
      is_open: open > 0,
    };
  };
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => toDay(addDays(first, week * 7 + weekday))),
  ).filter((days) => days.some(({ is_in_month }) => is_in_month));
  const inMonth = ({ date }: { date: string }) => date.startsWith(month);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const bookings = sum(figures.filter(inMonth).map((day) => day.bookings));
  const open = sum(offered.filter(inMonth).map(({ minutes }) => minutes));
  const booked = sum(figures.filter(inMonth).map(({ booked_minutes }) => booked_minutes));
  const counted = plural(bookings, "{{count}} booking", "{{count}} bookings");
  const summary =
    open === 0
      ? counted
      : `${counted} · ${t("{{share}} of open hours", { share: percent.format(Math.min(booked / open, 1)) })}`;
  return { weeks, summary };
}

/** Monday to Sunday of a week. */
export function weekdayNames(first: string, locale: string): string[] {
  const name = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });
  return Array.from({ length: 7 }, (_, index) =>
    name.format(new Date(`${addDays(first, index)}T00:00:00Z`)),
  );
}
