import { expect, test } from "vitest";
import { businessKinds, USUAL, usualLengths } from "~/domain/onboarding/business-kinds";
import { midnightQuestion } from "~/ui/hours/over-midnight";
import {
  rulesOfTimetable,
  ScheduleForm,
  TimetableForm,
  toScheduleForm,
  toScheduleStep,
} from "./schedule-form";

const form = (start: string, end: string, over_midnight = false) =>
  ScheduleForm.parse({ name: "Table", duration_minutes: 60, days: [5], start, end, over_midnight });

test.each([
  ["18:00", "09:00", "18:00 to 09:00 goes past midnight (15 h)."],
  ["20:00", "01:30", "20:00 to 01:30 goes past midnight (5 h 30 min)."],
  ["09:00", "09:00", "09:00 to 09:00 goes past midnight (24 h)."],
])(
  "hours from %s to %s are asked about, because they are more often a mistake",
  (start, end, question) => {
    expect(midnightQuestion(form(start, end))).toContain(question);
    expect(midnightQuestion(form(start, end, true))).toBeNull();
  },
);

test("hours within one day are not asked about", () => {
  expect(midnightQuestion(form("09:00", "17:00"))).toBeNull();
});

type Saved = Parameters<typeof toScheduleForm>[0];
const saved = (rules: object[]) =>
  ({ name: "Bar", duration_minutes: 60, price_amount: null, currency: "EUR", rules }) as Saved;

test("saved hours over midnight have their question answered", () => {
  const rules = [{ days: [5], start: "18:00", end: "02:00" }];
  expect(toScheduleForm(saved(rules), USUAL.people, "")).toMatchObject({ over_midnight: true });
});

test.each(businessKinds)("what is usual for %s can be saved as it is", (kind) => {
  const { types, capacity, duration_minutes, step_minutes, longer_minutes, days } = USUAL[kind];
  expect([types.length > 0, capacity >= 1]).toEqual([true, true]);
  const values = toScheduleForm(null, USUAL[kind], "First");
  expect(values).toMatchObject({
    name: "First",
    duration_minutes,
    days,
    price: "",
    requires_payment: false,
  });
  if ("starts" in values) {
    const rules = rulesOfTimetable(TimetableForm.parse(values));
    expect(rules).toEqual([{ days, start: "18:30", end: "19:30" }]);
    return;
  }
  expect(midnightQuestion(ScheduleForm.parse(values))).toBeNull();
  const step = toScheduleStep(ScheduleForm.parse(values), {
    rules: [],
    price: 1250,
    usual: USUAL[kind],
  });
  expect(step).toMatchObject({ name: "First", duration_minutes, step_minutes, price_amount: 1250 });
  expect(step.length_options.map(({ minutes }) => minutes)).toEqual(longer_minutes);
});

test("a court's longer length costs as much more as it is longer, and none is where it is not longer", () => {
  expect(usualLengths(USUAL.courts, 60, 3600)).toEqual([{ minutes: 90, price_amount: 5400 }]);
  expect(usualLengths(USUAL.courts, 45, 1000)).toEqual([{ minutes: 90, price_amount: 2000 }]);
  expect(usualLengths(USUAL.courts, 60, null)).toEqual([{ minutes: 90, price_amount: null }]);
  expect(usualLengths(USUAL.courts, 90, 3600)).toEqual([]);
  expect(usualLengths(USUAL.people, 30, 3600)).toEqual([]);
});

const timetable = (starts: string, duration_minutes = 60) =>
  TimetableForm.parse({ name: "Yin", duration_minutes, days: [1, 3], starts });
const hoursOf = (starts: string, minutes?: number) =>
  rulesOfTimetable(timetable(starts, minutes)).map(({ start, end }) => `${start}-${end}`);

test.each([
  ["18:30", ["18:30-19:30"]],
  ["18.30; 9, 9:00", ["09:00-10:00", "18:30-19:30"]],
  ["9:00 10:00", ["09:00-10:00", "10:00-11:00"]],
  ["23:30", ["23:30-00:30"]],
])("start times %j are open for %j", (starts, hours) => {
  expect(hoursOf(starts)).toEqual(hours);
});

test.each([
  ["in the evening", 60, "Write start times such as 09:00, 18:30."],
  ["24:00", 60, "Write start times such as 09:00, 18:30."],
  [",", 60, "Write start times such as 09:00, 18:30."],
  [
    "18:00, 18:30",
    60,
    "18:30 starts before 18:00 has ended. Choose a shorter duration or other times.",
  ],
])("start times %j of %i minutes are refused", (starts, minutes, message) => {
  expect(() => hoursOf(starts, minutes)).toThrow(
    expect.objectContaining({
      extra: { issues: [expect.objectContaining({ path: "starts", message })] },
    }),
  );
});

test("a saved timetable is shown as its start times", () => {
  const rules = rulesOfTimetable(timetable("18:30, 9:00"));
  const values = toScheduleForm(saved(rules), USUAL.classes, "");
  expect(values).toMatchObject({ days: [1, 3], starts: "09:00, 18:30" });
});
