import type { Hours } from "~/contract/hours";
import { addDays, isoWeekday } from "~/lib/time";

export interface YearMonth {
  label: string;
  /** Empty cells before the first day; weeks start on Monday. */
  blanks: number;
  days: {
    date: string;
    day: number;
    state: "past" | "open" | "closed" | "own_open" | "own_closed";
  }[];
}

/** Twelve months from `today`, with each day's hours from rules and exceptions. */
export function yearView(
  { rules, overrides }: Pick<Hours, "rules" | "overrides">,
  today: string,
  locale: string,
): YearMonth[] {
  const own = new Map(
    overrides.map(
      (override) => [override.date, override.closed ? "own_closed" : "own_open"] as const,
    ),
  );
  const weekdays = new Set(rules.flatMap(({ days }) => days));
  const month = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "long",
    year: "numeric",
  });
  const [year = 0, first = 1] = today.split("-").map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    const start = new Date(Date.UTC(year, first - 1 + index, 1)).toISOString().slice(0, 10);
    const length = new Date(Date.UTC(year, first + index, 0)).getUTCDate();
    return {
      label: month.format(new Date(`${start}T00:00:00Z`)),
      blanks: isoWeekday(start) - 1,
      days: Array.from({ length }, (_unused, at) => {
        const date = addDays(start, at);
        const usual = weekdays.has(isoWeekday(date)) ? "open" : "closed";
        return { date, day: at + 1, state: date < today ? "past" : (own.get(date) ?? usual) };
      }),
    };
  });
}
