import type { Schedule } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { addDays, daysBetween, isLocalDate } from "~/lib/time";
import { readHours, writeHours } from "./hours-text";

type Overrides = Schedule["overrides"];

/** No override reaches further than this in one line; what is more is a mistake in a year. */
const LONGEST_RANGE = 400;
const LINE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:\.\.|–|—|to|-)\s*(\d{4}-\d{2}-\d{2}))?(?:[\s:]+(.*))?$/i;

/**
 * Dates with hours of their own, a line each: "2026-12-24", "2026-12-24 to 2027-01-02 closed", "2026-12-31 10:00-14:00". Several dates on
 * a line, as they come out of another list, are each closed. A later line replaces an earlier one; "usual" takes it away. `problem` names the first line that
 * cannot be read.
 */
export function readOverrides(typed: string): { overrides: Overrides; problem: string | null } {
  const found = new Map<string, Overrides[number]>();
  for (const line of linesOf(typed)) {
    const parts = LINE.exec(line);
    const [, from = "", to = from, text = ""] = parts ?? [];
    const isUsual = text.trim().toLowerCase() === "usual";
    const hours = isUsual ? [] : readHours(text);
    const days = isLocalDate(from) && isLocalDate(to) ? daysBetween(from, to) : -1;
    if (hours === null || days < 0 || days > LONGEST_RANGE)
      return {
        overrides: [],
        problem: t("Can’t read “{line}”. Use a format like 2026-12-24 10:00-14:00.", { line }),
      };
    for (let n = 0, date = from; n <= days; n += 1, date = addDays(from, n))
      if (isUsual) found.delete(date);
      else
        found.set(date, hours.length === 0 ? { date, closed: true } : { date, intervals: hours });
  }
  return {
    overrides: [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    problem: null,
  };
}

const SEVERAL = /^(\d{4}-\d{2}-\d{2}[\s,;]*){2,}$/;

/** Dates that were pasted with commas or blanks between them are a line each. */
function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .flatMap((line) => (SEVERAL.test(line) ? line.split(/[\s,;]+/).filter(Boolean) : [line]));
}

/** The same as lines, days that follow on each other with the same hours as one. */
export function writeOverrides(overrides: Overrides): string {
  const runs: { from: string; to: string; text: string }[] = [];
  for (const override of overrides.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const text =
      override.closed || !override.intervals?.length ? "closed" : writeHours(override.intervals);
    const last = runs.at(-1);
    if (last?.text === text && addDays(last.to, 1) === override.date) last.to = override.date;
    else runs.push({ from: override.date, to: override.date, text });
  }
  return runs
    .map(({ from, to, text }) => `${from}${to === from ? "" : ` to ${to}`} ${text}`)
    .join("\n");
}
