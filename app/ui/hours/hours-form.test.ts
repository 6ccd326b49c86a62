import { expect, test } from "vitest";
import { z } from "zod";
import type { AppError } from "~/lib/app-error";
import {
  askMidnight,
  changeHoursRows,
  overridesOfForm,
  rulesOfForm,
  weekAndDateFields,
  weekAndDateValues,
} from "./hours-form";
import { readHours } from "./hours-text";

const Form = z.object(weekAndDateFields);
const issuesOf = (work: () => unknown): Record<string, string> => {
  try {
    work();
  } catch (error) {
    const { issues = [] } = (error as AppError).extra;
    return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  }
  return {};
};
const rules = [
  { days: [1, 2, 3, 4, 5], start: "09:00", end: "12:00" },
  { days: [1, 2, 3, 4, 5], start: "13:00", end: "17:00" },
  { days: [6], start: "20:00", end: "02:00" },
];
const overrides = [
  { date: "2026-12-24", closed: true as const },
  { date: "2026-12-25", closed: true as const },
  { date: "2026-12-31", intervals: [{ start: "10:00", end: "00:00" }] },
];

test("hours over midnight are asked about, those to the end of the day are not", () => {
  expect(askMidnight(readHours("09:00-12:00, 18:00-09:00")!)).toContain(
    "18:00 to 09:00 goes past midnight",
  );
  expect(askMidnight(readHours("18:00-24:00")!)).toBeNull();
});

test.each(["fields", "text"] as const)("stored hours come back from the %s", (hours_as) => {
  const form = Form.parse(weekAndDateValues({ rules, overrides }));
  const shown = hours_as === "text" ? changeHoursRows(form, "text") : form;
  expect(shown.hours_as).toBe(hours_as);
  expect(rulesOfForm(shown)).toEqual(rules);
  expect(overridesOfForm(shown)).toEqual(overrides);
});

test("problems are at the field of the day or date that has them", () => {
  const spans = (from: string, to: string) => [undefined, { from, to }];
  const week = [
    { open: true, spans: spans("09:00", "") },
    { open: true, spans: spans("soon", "17:00") },
    { open: true, spans: [] },
    { open: true, spans: spans("22:00", "02:00") },
    { open: false, spans: spans("soon", "") },
  ];
  const dates = [
    { from: "", to: "2026-12-24", kind: "closed" },
    { from: "2026-12-24", to: "2026-12-20", kind: "closed" },
    { from: "2026-12-24", to: "", kind: "hours", spans: spans("10:00", "later") },
    { from: "", to: "", kind: "closed" },
  ];
  const form = Form.parse({ hours_as: "fields", week, dates });
  expect(issuesOf(() => rulesOfForm(form))).toEqual({
    "week.0.spans.1.to": "Use a time such as 09:00.",
    "week.1.spans.1.from": "Use a time such as 09:00.",
    "week.2.spans.0.from": "Enter the hours.",
    "week.3.spans.1.to": expect.stringContaining("22:00 to 02:00 goes past midnight"),
  });
  expect(issuesOf(() => overridesOfForm(form))).toEqual({
    "dates.0.from": "Enter a date.",
    "dates.1.to": "The last day is before the first.",
    "dates.2.spans.1.to": "Use a time such as 09:00.",
  });
  expect(rulesOfForm({ ...form, week: [form.week[3]], over_midnight: true })).toEqual([
    { days: [1], start: "22:00", end: "02:00" },
  ]);
});

test("more than the contract allows is refused at the form, as fields and as text", () => {
  const line = "2026-01-01 to 2027-01-01\n2027-01-02 to 2027-06-01";
  expect(issuesOf(() => overridesOfForm(Form.parse({ overrides: line })))).toHaveProperty(
    "overrides",
  );
  const dates = line.split("\n").map((one) => ({ from: one.slice(0, 10), to: one.slice(14) }));
  const form = Form.parse({ hours_as: "fields", dates });
  expect(issuesOf(() => overridesOfForm(form))).toHaveProperty("dates");
});

test("text that can't become a list says which line", () => {
  const form = Form.parse({ day_2: "soon" });
  expect(issuesOf(() => changeHoursRows(form, "fields"))).toHaveProperty("day_2");
});
