import { z } from "zod";
import { TimeZone } from "~/contract/common";
import type { Hours } from "~/contract/hours";
import type { SchedulePatch } from "~/contract/schedules";
import type { Hours as Span } from "~/domain/hours/open-intervals";
import { t } from "~/i18n/text";
import { invalidField, invalidFields } from "~/lib/app-error";
import { readHours, rulesOfWeek, weekLines } from "./hours-text";
import { midnightQuestion } from "./over-midnight";
import { readOverrides, writeOverrides } from "./override-lines";

// Opening hours as form fields: one text line per weekday, and lines for exceptional dates.

const line = z.string().max(400).default("");
const week = {
  day_1: line,
  day_2: line,
  day_3: line,
  day_4: line,
  day_5: line,
  day_6: line,
  day_7: line,
};
const DAYS = ["day_1", "day_2", "day_3", "day_4", "day_5", "day_6", "day_7"] as const;
/** Fields of WeekFields. */
export const weekFields = { ...week, over_midnight: z.boolean().default(false) };
type WeekForm = z.output<z.ZodObject<typeof weekFields>>;
/** Fields of OpenFields. */
export const openFields = {
  ...weekFields,
  overrides: z.string().max(20_000).default(""),
  time_zone: TimeZone,
};
type OpenForm = z.output<z.ZodObject<typeof openFields>>;

/** Default hours for new forms. */
export const USUAL_RULES: Hours["rules"] = [
  { days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" },
];
export const USUAL_WEEK = Object.fromEntries(
  DAYS.map((day, index) => [day, weekLines(USUAL_RULES)[index] ?? ""]),
);

/** Question to ask if hours pass midnight without confirmation; null for none. */
export function askMidnight(hours: readonly Span[]): string | null {
  const asked = hours
    .filter(({ end }) => end !== "00:00")
    .map(({ start, end }) => midnightQuestion({ start, end, over_midnight: false }));
  return asked.find((question) => question !== null) ?? null;
}

/**
 * Parses a form's seven lines into rules. Throws validation_failed at each invalid or unconfirmed
 * overnight line.
 */
export function rulesOfForm(form: WeekForm): Hours["rules"] {
  const read = DAYS.map((name) => ({ name, hours: readHours(form[name]) }));
  const issues = read.flatMap(({ name, hours: found }) => {
    if (found === null)
      return [
        { path: name, code: "invalid", message: t("Use hours such as 09:00-12:30, 13:30-17:00.") },
      ];
    const question = form.over_midnight ? null : askMidnight(found);
    return question === null ? [] : [{ path: name, code: "over_midnight", message: question }];
  });
  if (issues.length > 0) throw invalidFields(issues);
  return rulesOfWeek(read.map(({ hours: found }) => found ?? []));
}

/** Parses opening hours from a form. Throws validation_failed at each invalid field. */
export function openHoursOf(
  form: OpenForm,
): Required<Pick<SchedulePatch, "rules" | "overrides" | "time_zone">> {
  const rules = rulesOfForm(form);
  const { overrides, problem } = readOverrides(form.overrides);
  if (problem !== null) throw invalidField("overrides", problem);
  const { time_zone } = form;
  // readOverrides only returns closed days or hours
  return { rules, time_zone, overrides: overrides as NonNullable<SchedulePatch["overrides"]> };
}

/** Formats opening hours for the inputs. */
export function openValues({
  rules,
  overrides,
  time_zone,
}: Pick<Hours, "rules" | "overrides" | "time_zone">) {
  const lines = weekLines(rules);
  return {
    ...Object.fromEntries(DAYS.map((name, index) => [name, lines[index] ?? ""])),
    over_midnight: rules.some(({ start, end }) => askMidnight([{ start, end }]) !== null),
    overrides: writeOverrides(overrides),
    time_zone,
  };
}
