import type { Schedule } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { addDays, daysBetween, isLocalDate } from "~/lib/time";
import { readHours, writeHours } from "./hours-text";

type Overrides = Schedule["overrides"];

/** Maximum days in one range; a longer one is probably a typo in the year. */
const LONGEST_RANGE = 400;
const LINE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:\.\.|–|—|to|-)\s*(\d{4}-\d{2}-\d{2}))?(?:[\s:]+(.*))?$/i;

/**
 * Parses exceptions, one per line: "2026-12-24", "2026-12-24 to 2027-01-02 closed", "2026-12-31
 * 10:00-14:00". Several dates on one line, as pasted from other lists, are each closed. A later
 * line replaces an earlier one; "usual" removes it. `problem` is the first invalid line.
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
        problem: t("Can’t read “{{line}}”. Use a format like 2026-12-24 10:00-14:00.", { line }),
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

/** Splits pasted dates separated by commas or spaces into lines. */
function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .flatMap((line) => (SEVERAL.test(line) ? line.split(/[\s,;]+/).filter(Boolean) : [line]));
}

/** Formats exceptions as lines; consecutive days with the same hours become one range. */
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
