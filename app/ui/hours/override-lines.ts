import type { Schedule } from "~/contract/schedules";
import type { Hours } from "~/domain/hours/open-intervals";
import { t } from "~/i18n/text";
import { addDays, daysBetween, isLocalDate } from "~/lib/local-date";
import { readHours, writeHours } from "./hours-text";

type Overrides = Schedule["overrides"];

/** Consecutive dates with the same hours; none: closed. */
export interface OverrideRun {
  from: string;
  to: string;
  hours: Hours[];
}

/** Maximum days in one range; a longer one is probably a typo in the year. */
export const LONGEST_RANGE = 400;
const LINE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:\.\.|–|—|to|-)\s*(\d{4}-\d{2}-\d{2}))?(?:[\s:]+(.*))?$/i;

/** Whether both are dates, in order and not too far apart. */
export function isRange(from: string, to: string): boolean {
  const days = isLocalDate(from) && isLocalDate(to) ? daysBetween(from, to) : -1;
  return days >= 0 && days <= LONGEST_RANGE;
}

/**
 * Parses exceptions, one per line: "2026-12-24", "2026-12-24 to 2027-01-02 closed", "2026-12-31
 * 10:00-14:00". Several dates on one line, as pasted from other lists, are each closed. A later
 * line replaces an earlier one; "usual" removes it. `problem` is the first invalid line.
 */
export function readOverrides(typed: string): { overrides: Overrides; problem: string | null } {
  const runs: (Omit<OverrideRun, "hours"> & { hours: Hours[] | "usual" })[] = [];
  for (const line of linesOf(typed)) {
    const [, from = "", to = from, text = ""] = LINE.exec(line) ?? [];
    const hours = text.trim().toLowerCase() === "usual" ? "usual" : readHours(text);
    if (hours === null || !isRange(from, to))
      return {
        overrides: [],
        problem: t("Can’t read “{{line}}”. Use a format like 2026-12-24 10:00-14:00.", { line }),
      };
    runs.push({ from, to, hours });
  }
  return { overrides: overridesOfRuns(runs), problem: null };
}

/** Each date once; a later range replaces an earlier one, and "usual" removes it. */
export function overridesOfRuns(
  runs: readonly (Omit<OverrideRun, "hours"> & { hours: Hours[] | "usual" })[],
): Overrides {
  const found = new Map<string, Overrides[number]>();
  for (const { from, to, hours } of runs)
    for (let date = from; date <= to; date = addDays(date, 1))
      if (hours === "usual") found.delete(date);
      else
        found.set(date, hours.length === 0 ? { date, closed: true } : { date, intervals: hours });
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
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

/** Exceptions by date; consecutive days with the same hours become one range. */
export function runsOfOverrides(overrides: Overrides): OverrideRun[] {
  const runs: OverrideRun[] = [];
  for (const { date, closed, intervals = [] } of overrides.toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )) {
    const hours = closed ? [] : intervals;
    const last = runs.at(-1);
    const isSame = last !== undefined && writeHours(last.hours) === writeHours(hours);
    if (isSame && addDays(last.to, 1) === date) last.to = date;
    else runs.push({ from: date, to: date, hours });
  }
  return runs;
}

/** Formats exceptions as lines. */
export function writeOverrides(overrides: Overrides): string {
  return runsOfOverrides(overrides).map(writeRun).join("\n");
}

export function writeRun({ from, to, hours }: OverrideRun): string {
  return `${from}${to === from ? "" : ` to ${to}`} ${writeHours(hours) || "closed"}`;
}
