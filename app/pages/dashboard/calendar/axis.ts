import { clockFormat } from "~/i18n/clock-format";
import { addDays, startOfDay } from "~/lib/time";

const MINUTE_MS = 60_000;

/** A day as it is drawn: in elapsed minutes from its first instant, so that days of 23 and 25 hours have their own height. */
export interface AxisDay {
  /** YYYY-MM-DD in the company's zone. */
  date: string;
  /** Epoch ms of its first instant. */
  starts_ms: number;
  /** 1,440, but on days when the clock changes. */
  minutes: number;
  /** A label for each full hour on the clock. `minute` from the start of the day; an hour that comes twice says which it is. */
  hours: { minute: number; label: string }[];
}

/** The days of a calendar from `from` on. Throws RangeError for an invalid date or zone. */
export function axisDays(from: string, count: number, timeZone: string, locale: string): AxisDay[] {
  const hour = clockFormat(locale, timeZone);
  const withOffset = clockFormat(locale, timeZone, { timeZoneName: "shortOffset" });
  return Array.from({ length: count }, (_, index) =>
    axisDay(addDays(from, index), timeZone, hour, withOffset),
  );
}

function axisDay(
  date: string,
  timeZone: string,
  hour: Intl.DateTimeFormat,
  withOffset: Intl.DateTimeFormat,
): AxisDay {
  const starts_ms = startOfDay(date, timeZone);
  const minutes = Math.round((startOfDay(addDays(date, 1), timeZone) - starts_ms) / MINUTE_MS);
  const hours: AxisDay["hours"] = [];
  // Offsets are multiples of a quarter of an hour, so every full hour on the clock is met.
  for (let minute = 0; minute < minutes; minute += 15) {
    const at = starts_ms + minute * MINUTE_MS;
    if (hour.formatToParts(at).some(({ type, value }) => type === "minute" && Number(value) === 0))
      hours.push({ minute, label: hour.format(at) });
  }
  const times = new Map<string, number>();
  for (const { label } of hours) times.set(label, (times.get(label) ?? 0) + 1);
  const told = hours.map(({ minute, label }) => ({
    minute,
    label: times.get(label)! > 1 ? withOffset.format(starts_ms + minute * MINUTE_MS) : label,
  }));
  return { date, starts_ms, minutes, hours: told };
}

/** Minutes from the start of a day to an instant, cut to the day: what began before it begins at 0. */
export function minuteOf(day: AxisDay, epochMs: number): number {
  return Math.min(Math.max(Math.round((epochMs - day.starts_ms) / MINUTE_MS), 0), day.minutes);
}

/** The nearest multiple of `step` minutes from the start of a day, within it. */
export function snapMinute(minute: number, step: number, day: { minutes: number }): number {
  const snapped = Math.round(minute / step) * step;
  return Math.min(Math.max(snapped, 0), day.minutes - step);
}

export const CALENDAR_VIEWS = ["day", "week", "month", "agenda"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The Monday of a date's week (ISO 8601), or the date itself for a view of one day. */
export function firstOfView(view: CalendarView, date: string): string {
  if (view === "day" || view === "agenda") return date;
  const first = view === "month" ? `${date.slice(0, 8)}01` : date;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  return addDays(first, -((weekday + 6) % 7));
}

/** The date a view shows after `steps` times forward (negative: back). Of a month the first. */
export function stepView(view: CalendarView, date: string, steps: number): string {
  if (view === "month") {
    const [year = 0, month = 0] = date.split("-").map(Number);
    return new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 10);
  }
  return addDays(date, steps * (view === "day" ? 1 : 7));
}

/** How many days a view shows. */
export function daysOfView(view: CalendarView): number {
  return { day: 1, week: 7, agenda: 7, month: 42 }[view];
}
