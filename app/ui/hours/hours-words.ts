import type { Hours } from "~/contract/hours";
import { pageLocale, t } from "~/i18n/text";
import { weekdayNames } from "~/i18n/weekdays";
import { weekLines } from "./hours-text";
import { writeOverrides } from "./override-lines";

export interface Fact {
  label: string;
  text: string;
}

/** Read-only summary of opening hours. */
export function hoursFacts({
  rules,
  overrides,
  time_zone,
}: Pick<Hours, "rules" | "overrides" | "time_zone">): Fact[] {
  const lines = weekLines(rules);
  const days = weekdayNames(pageLocale()).map((label, index) => ({
    label,
    text: lines[index] || t("Closed"),
  }));
  const week = [...days, { label: t("Time zone"), text: time_zone }];
  return overrides.length === 0
    ? week
    : [...week, { label: t("Date overrides"), text: writeOverrides(overrides) }];
}

/** The week in one line: "Mon – Fri 09:00-17:00 · Sat 10:00-14:00". */
export function weekWords(rules: Hours["rules"]): string {
  const names = weekdayNames(pageLocale(), "short");
  const runs: { from: string; to: string; line: string }[] = [];
  let before: string | null = null;
  weekLines(rules).forEach((line, index) => {
    const day = names[index]!; // both have seven entries
    if (line !== "" && line === before)
      runs.at(-1)!.to = day; // the previous day started this run
    else if (line !== "") runs.push({ from: day, to: day, line });
    before = line;
  });
  const words = runs.map(
    ({ from, to, line }) => `${from === to ? from : `${from} – ${to}`} ${line}`,
  );
  return words.join(" · ") || t("Closed");
}

/** The validity period of hours. */
export function validWords(from: string | null, until: string | null): string {
  if (from !== null && until !== null) return t("{{from}} – {{until}}", { from, until });
  if (from !== null) return t("From {{day}}", { day: from });
  return until === null ? t("Always") : t("Until {{day}}", { day: until });
}
