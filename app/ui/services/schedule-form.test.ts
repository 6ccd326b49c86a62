import { expect, test } from "vitest";
import { midnightQuestion } from "./over-midnight";
import { ScheduleForm, toScheduleForm } from "./schedule-form";

const form = (start: string, end: string, over_midnight = false) =>
  ScheduleForm.parse({ name: "Table", duration_minutes: 60, days: [5], start, end, over_midnight });

test.each([
  ["18:00", "09:00", "18:00 to 09:00 goes past midnight (15 h)."],
  ["20:00", "01:30", "20:00 to 01:30 goes past midnight (5 h 30 min)."],
  ["09:00", "09:00", "09:00 to 09:00 goes past midnight (24 h)."],
])("hours from %s to %s are asked about, because they are more often a mistake", (start, end, question) => {
  expect(midnightQuestion(form(start, end))).toContain(question);
  expect(midnightQuestion(form(start, end, true))).toBeNull();
});

test("hours within one day are not asked about", () => {
  expect(midnightQuestion(form("09:00", "17:00"))).toBeNull();
});

test("saved hours over midnight have their question answered", () => {
  const rules = [{ days: [5], start: "18:00", end: "02:00" }];
  const saved = { name: "Bar", duration_minutes: 60, price_amount: null, currency: "EUR", rules };
  expect(toScheduleForm(saved as Parameters<typeof toScheduleForm>[0])).toMatchObject({ over_midnight: true });
});
