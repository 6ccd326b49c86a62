import type { Schedule } from "~/contract/schedules";
import type { Hours } from "~/domain/hours/open-intervals";

// Also loaded in the browser: import nothing heavy here.

type Rules = Schedule["rules"];

const SPAN = /^(\d{1,2})(?:[:.](\d{2}))?(?:-|–|—|to)(\d{1,2})(?:[:.](\d{2}))?$/;

/**
 * Parses typed hours: "09:00-12:30, 13:30-17:00", "9-12.30"; "" and "closed" mean none. The end of
 * the day may be 24:00. null if invalid.
 */
export function readHours(typed: string): Hours[] | null {
  const text = typed.trim().toLowerCase();
  if (text === "" || text === "closed") return [];
  const found = text.split(/[,;]/).map((part) => SPAN.exec(part.replace(/\s/g, "")));
  const hours = found.map((parts) => {
    if (parts === null) return null;
    const [, fromHour = "", fromMinute = "00", toHour = "", toMinute = "00"] = parts;
    const [start, end] = [clockTime(fromHour, fromMinute), clockTime(toHour, toMinute)];
    const span = { start, end: end === "24:00" ? "00:00" : end };
    return isClockTime(span.start) && isClockTime(span.end) ? span : null;
  });
  return hours.some((each) => each === null)
    ? null
    : hours.filter((each) => each !== null).sort(byStart);
}

const isClockTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
const clockTime = (hour: string, minute: string) => `${hour.padStart(2, "0")}:${minute}`;
const byStart = (a: Hours, b: Hours) => (a.start < b.start ? -1 : 1);

/**
 * Formats hours as a line: "09:00-12:30, 13:30-17:00". Midnight at the end is written as 24:00 to
 * tell it from the start.
 */
export function writeHours(hours: readonly Hours[]): string {
  return hours
    .toSorted(byStart)
    .map(({ start, end }) => `${start}-${end === "00:00" ? "24:00" : end}`)
    .join(", ");
}

/** The week as seven lines, Monday first. */
export function weekLines(rules: Rules): string[] {
  return WEEK.map((day) => writeHours(rules.filter(({ days }) => days.includes(day))));
}

/** Rules for seven days of hours, Monday first; days with the same hours share a rule. */
export function rulesOfWeek(week: readonly Hours[][]): Rules {
  const rules = new Map<string, Rules[number]>();
  week.forEach((hours, index) => {
    for (const { start, end } of hours) {
      const rule = rules.get(`${start} ${end}`) ?? { days: [], start, end };
      if (!rule.days.includes(index + 1)) rule.days.push(index + 1);
      rules.set(`${start} ${end}`, rule);
    }
  });
  return [...rules.values()];
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];
