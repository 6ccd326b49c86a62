import { z } from "zod";
import { TimeZone } from "~/contract/common";
import type { Issue } from "~/contract/errors";
import { hoursFields, type Hours } from "~/contract/hours";
import type { SchedulePatch } from "~/contract/schedules";
import type { Hours as Span } from "~/domain/hours/open-intervals";
import { t } from "~/i18n/text";
import { invalidField, invalidFields } from "~/lib/app-error";
import { isLocalDate } from "~/lib/local-date";
import { valueAt } from "../form/value-at";
import {
  changeHoursFields,
  HOURS_CHANGE,
  hoursFieldsOf,
  MAX_DATES,
  MAX_SPANS,
  readHoursFields,
  writeHoursFields,
} from "./hours-fields";
import { readHours, rulesOfWeek } from "./hours-text";
import { midnightQuestion } from "./over-midnight";
import {
  isRange,
  LONGEST_RANGE,
  type OverrideRun,
  overridesOfRuns,
  readOverrides,
} from "./override-lines";

// Opening hours as form fields: two times per interval and a row per exceptional range of dates, or
// both as lines of text.

const line = z.string().max(400).default("");
const lines = {
  day_1: line,
  day_2: line,
  day_3: line,
  day_4: line,
  day_5: line,
  day_6: line,
  day_7: line,
};
const DAYS = ["day_1", "day_2", "day_3", "day_4", "day_5", "day_6", "day_7"] as const;

const time = z.string().max(20).default("");
const span = z.object({ from: time, to: time });
type SpanForm = z.output<typeof span>;
const spans = z.array(span.optional()).max(MAX_SPANS).default([]);

/** Fields of WeekFields. */
const weekFields = {
  hours_as: z.enum(["fields", "text"]).default("text").describe("which of the fields count"),
  week: z
    .array(z.object({ open: z.boolean().default(false), spans }).optional())
    .max(7)
    .default([]),
  ...lines,
  over_midnight: z.boolean().default(false),
  rows: z.string().regex(HOURS_CHANGE).optional().describe("a button that adds or removes rows"),
};
type WeekForm = z.output<z.ZodObject<typeof weekFields>>;

const dateFields = {
  dates: z
    .array(
      z
        .object({
          from: time,
          to: time,
          kind: z.enum(["closed", "hours"]).default("closed"),
          spans,
        })
        .optional(),
    )
    .max(MAX_DATES)
    .default([]),
  overrides: z.string().max(20_000).default(""),
};
/** Fields of WeekFields and DateFields. */
export const weekAndDateFields = { ...weekFields, ...dateFields };
type DatedForm = z.output<z.ZodObject<typeof weekAndDateFields>>;
/** Fields of OpenFields. */
export const openFields = { ...weekAndDateFields, time_zone: TimeZone };
type OpenForm = z.output<z.ZodObject<typeof openFields>>;

/** Default hours for new forms. */
export const USUAL_RULES: Hours["rules"] = [
  { days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" },
];
export const USUAL_WEEK = writeHoursFields(hoursFieldsOf({ rules: USUAL_RULES, overrides: [] }));

/** Question to ask if hours pass midnight without confirmation; null for none. */
export function askMidnight(hours: readonly Span[]): string | null {
  const questions = hours
    .filter(({ end }) => end !== "00:00")
    .map(({ start, end }) => midnightQuestion({ start, end, over_midnight: false }));
  return questions.find((question) => question !== null) ?? null;
}

/** Hours of one day or date, or what is wrong with them. */
interface Read<Value> {
  value: Value;
  issues: Issue[];
}

/**
 * Parses a form's week into rules. Throws validation_failed at each invalid or unconfirmed
 * overnight field.
 */
export function rulesOfForm(form: WeekForm): Hours["rules"] {
  const read = DAYS.map((name, index) =>
    form.hours_as === "text"
      ? readLine(form[name], name, form)
      : readDay(form.week[index], `week.${index}`, form),
  );
  const issues = read.flatMap((day) => day.issues);
  if (issues.length > 0) throw invalidFields(issues);
  return checked("rules", rulesOfWeek(read.map(({ value }) => value)));
}

function readLine(
  typed: string,
  path: string,
  { over_midnight }: Pick<WeekForm, "over_midnight">,
): Read<Span[]> {
  const hours = readHours(typed);
  if (hours === null) return invalid([], path, t("Use hours such as 09:00-12:30, 13:30-17:00."));
  const question = over_midnight ? null : askMidnight(hours);
  return question === null
    ? { value: hours, issues: [] }
    : { value: [], issues: [{ path, code: "over_midnight", message: question }] };
}

function readDay(
  day: WeekForm["week"][number],
  path: string,
  { over_midnight }: Pick<WeekForm, "over_midnight">,
): Read<Span[]> {
  if (!day?.open) return { value: [], issues: [] };
  const read = readSpans(day.spans, path);
  const question = over_midnight ? null : askMidnight(read.value);
  if (question === null) return read;
  const at = day.spans.findIndex((each) => each && askMidnight(hoursOfSpan(each) ?? []) !== null);
  const issue = { path: `${path}.spans.${at}.to`, code: "over_midnight", message: question };
  return { value: [], issues: [...read.issues, issue] };
}

/** Intervals in order; empty rows are skipped, but one must be left. */
function readSpans(spans: readonly (SpanForm | undefined)[], path: string): Read<Span[]> {
  const filled = spans.flatMap((each, index) =>
    each === undefined || (each.from === "" && each.to === "") ? [] : [{ ...each, index }],
  );
  if (filled.length === 0) return invalid([], `${path}.spans.0.from`, t("Enter the hours."));
  const issues: Issue[] = [];
  const value: Span[] = [];
  for (const { index, ...each } of filled) {
    const hours = hoursOfSpan(each);
    const side = readHours(`${each.from}-00:00`) === null ? "from" : "to";
    if (hours === null)
      issues.push(issue(`${path}.spans.${index}.${side}`, t("Use a time such as 09:00.")));
    else value.push(...hours);
  }
  return { value: value.sort((a, b) => (a.start < b.start ? -1 : 1)), issues };
}

/** In the grammar of the lines, so that both accept the same times. */
const hoursOfSpan = ({ from, to }: SpanForm): Span[] | null => {
  const hours = readHours(`${from}-${to}`);
  return hours?.length === 1 ? hours : null;
};

const issue = (path: string, message: string): Issue => ({ path, code: "invalid", message });
const invalid = <Value>(value: Value, path: string, message: string): Read<Value> => ({
  value,
  issues: [issue(path, message)],
});

/** Parses exceptional dates. Throws validation_failed at each invalid field. */
export function overridesOfForm(
  form: Pick<DatedForm, "hours_as" | "dates" | "overrides">,
): NonNullable<SchedulePatch["overrides"]> {
  if (form.hours_as === "text") {
    const { overrides, problem } = readOverrides(form.overrides);
    if (problem !== null) throw invalidField("overrides", problem);
    return checked("overrides", overrides);
  }
  const read = form.dates.flatMap((row, index) =>
    row === undefined || isEmptyRow(row) ? [] : [readDates(row, `dates.${index}`)],
  );
  const issues = read.flatMap((each) => each.issues);
  if (issues.length > 0) throw invalidFields(issues);
  return checked("dates", overridesOfRuns(read.map(({ value }) => value)));
}

type DateRow = NonNullable<DatedForm["dates"][number]>;

const isEmptyRow = ({ from, to, kind }: DateRow): boolean =>
  from === "" && to === "" && kind === "closed";

function readDates({ from, to: typed, kind, spans }: DateRow, path: string): Read<OverrideRun> {
  const to = typed === "" ? from : typed;
  const hours = kind === "closed" ? { value: [], issues: [] } : readSpans(spans, path);
  const value = { from, to, hours: hours.value };
  if (!isLocalDate(from))
    return { value, issues: [issue(`${path}.from`, t("Enter a date.")), ...hours.issues] };
  if (isRange(from, to)) return { value, issues: hours.issues };
  const message =
    to < from
      ? t("The last day is before the first.")
      : t("At most {{count}} days.", { count: LONGEST_RANGE });
  return { value, issues: [issue(`${path}.to`, message), ...hours.issues] };
}

/** Applies the contract's limits, at a field of the form. Throws validation_failed. */
function checked<Value>(field: "rules" | "overrides" | "dates", value: unknown): Value {
  const schema = field === "rules" ? hoursFields.rules : hoursFields.overrides;
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw invalidField(field, parsed.error.issues[0]?.message ?? parsed.error.message, "too_big");
  return value as Value; // unchanged by the schema
}

/** Parses opening hours from a form. Throws validation_failed at each invalid field. */
export function openHoursOf(
  form: OpenForm,
): Required<Pick<SchedulePatch, "rules" | "overrides" | "time_zone">> {
  const { time_zone } = form;
  return { rules: rulesOfForm(form), overrides: overridesOfForm(form), time_zone };
}

/**
 * The form after one of its buttons was pressed without JavaScript. Throws validation_failed at
 * text that can't be shown as fields.
 */
export function changeHoursRows<Form extends WeekForm>(form: Form, change: string): Form {
  const changed = changeHoursFields(
    readHoursFields((name) => valueAt(form, name)),
    change,
  );
  if (changed !== null) return { ...form, ...writeHoursFields(changed) };
  rulesOfForm(form);
  overridesOfForm({ dates: [], overrides: "", ...form });
  throw invalidField("overrides", t("There are too many dates for a list."));
}

/** Formats weekly hours and dates for the inputs. */
export function weekAndDateValues(hours: Pick<Hours, "rules" | "overrides">) {
  const isOverMidnight = hours.rules.some(
    ({ start, end }) => askMidnight([{ start, end }]) !== null,
  );
  return { ...writeHoursFields(hoursFieldsOf(hours)), over_midnight: isOverMidnight };
}

/** Formats opening hours for the inputs. */
export const openValues = (hours: Pick<Hours, "rules" | "overrides" | "time_zone">) => ({
  ...weekAndDateValues(hours),
  time_zone: hours.time_zone,
});
