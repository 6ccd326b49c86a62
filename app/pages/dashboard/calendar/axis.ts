import { clockFormat } from "~/i18n/clock-format";
import { addDays, startOfDay } from "~/lib/time";

const MINUTE_MS = 60_000;

/**
 * A day as drawn: in elapsed minutes from its start, so days of 23 and 25 hours have their actual
 * height.
 */
export interface AxisDay {
  /** YYYY-MM-DD in the company's time zone. */
  date: string;
  /** Epoch ms of its start. */
  starts_ms: number;
  /** 1,440 except on days with a clock change. */
  minutes: number;
  /**
   * Labels of full hours; `minute` from the start of the day. A repeated hour shows which one it
   * is.
   */
  hours: { minute: number; label: string }[];
}

/** Days of a calendar starting at `from`. Throws RangeError for an invalid date or zone. */
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
  // Offsets are multiples of 15 minutes, so every full hour is found.
  for (let minute = 0; minute < minutes; minute += 15) {
    const at = starts_ms + minute * MINUTE_MS;
    if (hour.formatToParts(at).some(({ type, value }) => type === "minute" && Number(value) === 0))
      hours.push({ minute, label: hour.format(at) });
  }
  const times = new Map<string, number>();
  for (const { label } of hours) times.set(label, (times.get(label) ?? 0) + 1);
  const labels = hours.map(({ minute, label }) => ({
    minute,
    label: times.get(label)! > 1 ? withOffset.format(starts_ms + minute * MINUTE_MS) : label,
  }));
  return { date, starts_ms, minutes, hours: labels };
}

/** Minutes from the start of the day, clamped to the day. */
export function minuteOf(day: AxisDay, epochMs: number): number {
  return Math.min(Math.max(Math.round((epochMs - day.starts_ms) / MINUTE_MS), 0), day.minutes);
}

/** Rounds to a multiple of `step` minutes within the day. */
export function snapMinute(minute: number, step: number, day: { minutes: number }): number {
  const snapped = Math.round(minute / step) * step;
  return Math.min(Math.max(snapped, 0), day.minutes - step);
}

export const CALENDAR_VIEWS = ["day", "week", "month", "agenda"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Monday of the date's week (ISO 8601), or the date itself in the day view. */
export function firstOfView(view: CalendarView, date: string): string {
  if (view === "day" || view === "agenda") return date;
  const first = view === "month" ? `${date.slice(0, 8)}01` : date;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  return addDays(first, -((weekday + 6) % 7));
}

/** The date after navigating `steps` (negative: back); the first of the month in the month view. */
export function stepView(view: CalendarView, date: string, steps: number): string {
  if (view === "month") {
    const [year = 0, month = 0] = date.split("-").map(Number);
    return new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 10);
  }
  return addDays(date, steps * (view === "day" ? 1 : 7));
}

export function daysOfView(view: CalendarView): number {
  return { day: 1, week: 7, agenda: 7, month: 42 }[view];
}
