import type { Hours as StoredHours } from "~/contract/hours";
import type { Hours } from "~/domain/hours/open-intervals";
import { readHours, rulesOfWeek, weekLines, writeHours } from "./hours-text";
import { type OverrideRun, readOverrides, runsOfOverrides, writeRun } from "./override-lines";

// Opening hours as a form holds them: two times per interval, or the same as lines of text. The
// buttons that add or remove rows use these functions in the browser, and on the server without
// JavaScript, so this file loads no schemas.

export interface SpanFields {
  from: string;
  to: string;
}

export interface DayFields {
  open: boolean;
  /** A closed day keeps its times, in case it is opened again. */
  spans: SpanFields[];
}

export interface DateFields {
  from: string;
  to: string;
  kind: "closed" | "hours";
  spans: SpanFields[];
}

export interface HoursFields {
  hours_as: "fields" | "text";
  /** Monday first. */
  week: DayFields[];
  dates: DateFields[];
  /** The week and the dates as text. */
  lines: string[];
  overrides: string;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** Maximum intervals of a day, as in the contract. */
export const MAX_SPANS = 20;
/** More would exceed the fields of a form; they are edited as text. */
const MAX_DATE_FIELDS = 300;
const MAX_WEEK_FIELDS = 100;
/** Highest number of ranges that MAX_DATE_FIELDS allows. */
export const MAX_DATES = 100;

/**
 * Reads the fields by name, as in FormData: from a submitted form, its parsed values, or initial
 * ones. Missing fields are "".
 */
export function readHoursFields(at: (name: string) => string): HoursFields {
  const spansAt = (name: string): SpanFields[] =>
    Array.from({ length: MAX_SPANS }, (_, index) => ({
      from: at(`${name}.spans[${index}].from`),
      to: at(`${name}.spans[${index}].to`),
    })).filter(({ from, to }) => from !== "" || to !== "");
  const dates: DateFields[] = [];
  for (let index = 0; index < MAX_DATES && at(`dates[${index}].kind`) !== ""; index += 1) {
    const name = `dates[${index}]`;
    dates.push({
      from: at(`${name}.from`),
      to: at(`${name}.to`),
      kind: at(`${name}.kind`) === "hours" ? "hours" : "closed",
      spans: spansAt(name),
    });
  }
  return {
    hours_as: at("hours_as") === "fields" ? "fields" : "text",
    week: WEEK.map((day) => ({
      open: ["on", "true"].includes(at(`week[${day}].open`)),
      spans: spansAt(`week[${day}]`),
    })),
    dates,
    lines: WEEK.map((day) => at(`day_${day + 1}`)),
    overrides: at("overrides"),
  };
}

/** The fields by their names in the form. */
export function writeHoursFields({ hours_as, week, dates, lines, overrides }: HoursFields) {
  const days = Object.fromEntries(lines.map((line, index) => [`day_${index + 1}`, line]));
  return { hours_as, week, dates, overrides, ...days };
}

/** Stored hours as fields; as text if there are more dates than a form can have. */
export function hoursFieldsOf({
  rules,
  overrides,
}: Pick<StoredHours, "rules" | "overrides">): HoursFields {
  const lines = weekLines(rules);
  const week = lines.map((line) => readHours(line) ?? []).map(dayFields);
  const runs = runsOfOverrides(overrides);
  const dates = runs.map(dateFields);
  return {
    hours_as: fitsInForm(week, dates) ? "fields" : "text",
    week,
    dates,
    lines,
    overrides: runs.map(writeRun).join("\n"),
  };
}

const dayFields = (hours: Hours[]): DayFields => ({
  open: hours.length > 0,
  spans: spanFields(hours),
});
const dateFields = ({ from, to, hours }: OverrideRun): DateFields => ({
  from,
  to: to === from ? "" : to,
  kind: hours.length === 0 ? "closed" : "hours",
  spans: spanFields(hours),
});
const spanFields = (hours: Hours[]): SpanFields[] =>
  hours.map(({ start, end }) => ({ from: start, to: end }));

const countFields = (rows: readonly { spans: SpanFields[] }[]): number =>
  rows.reduce((sum, { spans }) => sum + 3 + 2 * Math.max(spans.length, 1), 0);
const fitsInForm = (week: DayFields[], dates: DateFields[]): boolean =>
  countFields(week) <= MAX_WEEK_FIELDS && countFields(dates) <= MAX_DATE_FIELDS;

/** Presses of the editor's buttons: "break week 2", "remove dates 0". */
export const HOURS_CHANGE =
  /^(?:preview|text|fields|add dates|copy week [0-6]|remove dates \d{1,3}|break (?:week|dates) \d{1,3}|join (?:week|dates) \d{1,3} \d{1,2})$/;

/** The fields after a button was pressed; null: its text can't be read or has too many dates. */
export function changeHoursFields(before: HoursFields, change: string): HoursFields | null {
  const [what = "", list = "", row = "", span = ""] = change.split(" ");
  const at = Number(row);
  const { week, dates } = before;
  if (what === "text") return { ...before, hours_as: "text", ...textOf(before) };
  if (what === "fields") return fieldsOf(before);
  if (what === "add") {
    const added: DateFields = { from: "", to: "", kind: "closed", spans: [] };
    return { ...before, dates: [...dates, added] };
  }
  if (what === "remove") return { ...before, dates: dates.filter((_, index) => index !== at) };
  if (what === "copy") {
    const copied = week[at] ?? week[0]!; // always seven days
    return { ...before, week: week.map((day, index) => (index < 5 ? copied : day)) };
  }
  const changed = (spans: SpanFields[]) =>
    what === "break" ? withBreak(spans) : spans.filter((_, index) => index !== Number(span));
  const inRow = <Row extends { spans: SpanFields[] }>(rows: Row[]): Row[] =>
    rows.map((each, index) => (index === at ? { ...each, spans: changed(each.spans) } : each));
  return list === "dates" ? { ...before, dates: inRow(dates) } : { ...before, week: inRow(week) };
}

function textOf({ week, dates }: HoursFields): Pick<HoursFields, "lines" | "overrides"> {
  return {
    lines: week.map(({ open, spans }) => (open ? spanText(spans) : "")),
    overrides: dates
      .map(({ from, to, kind, spans }) => {
        const range = to === "" ? from : `${from} to ${to}`;
        return `${range} ${kind === "closed" ? "closed" : spanText(spans)}`;
      })
      .join("\n"),
  };
}

/** Times that aren't valid yet are kept as typed. */
const spanText = (spans: SpanFields[]): string => {
  const text = spans.map(({ from, to }) => `${from}-${to}`).join(", ");
  const hours = readHours(text);
  return hours === null ? text : writeHours(hours);
};

function fieldsOf({ lines, overrides: typed }: HoursFields): HoursFields | null {
  const week = lines.map(readHours);
  const { overrides, problem } = readOverrides(typed);
  if (problem !== null || week.some((hours) => hours === null)) return null;
  const fields = hoursFieldsOf({
    rules: rulesOfWeek(week.map((hours) => hours ?? [])),
    overrides: overrides as StoredHours["overrides"], // readOverrides only returns closed days or hours
  });
  return fields.hours_as === "fields" ? fields : null;
}

const NOON = 12 * 60;
const HOUR = 60;

/** Splits the last interval around lunch, or its middle; a short one is followed by a new one. */
function withBreak(spans: SpanFields[]): SpanFields[] {
  const last = spans.at(-1) ?? { from: "09:00", to: "17:00" };
  const before = spans.slice(0, -1);
  const [from, to] = [minuteOf(last.from), minuteOf(last.to) || 24 * HOUR];
  if (!(to - from >= 2 * HOUR)) return [...spans, { from: last.to || "13:00", to: "" }];
  const isOverNoon = from < NOON && to > NOON + HOUR;
  const start = isOverNoon ? NOON : Math.floor((from + to - HOUR) / 60) * 30;
  return [
    ...before,
    { from: last.from, to: timeOf(start) },
    { from: timeOf(start + HOUR), to: last.to },
  ];
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
