import { expect, test } from "vitest";
import { valueAt } from "../form/value-at";
import {
  changeHoursFields,
  HOURS_CHANGE,
  type HoursFields,
  hoursFieldsOf,
  readHoursFields,
  writeHoursFields,
} from "./hours-fields";

const span = (from: string, to: string) => ({ from, to });
const stored = {
  rules: [
    { days: [1, 2], start: "09:00", end: "17:00" },
    { days: [5], start: "18:00", end: "00:00" },
  ],
  overrides: [
    { date: "2026-12-24", closed: true as const },
    { date: "2026-12-25", closed: true as const },
    { date: "2026-12-31", intervals: [{ start: "10:00", end: "14:00" }] },
  ],
};
const fields = hoursFieldsOf(stored);
const press = (before: HoursFields, ...changes: string[]): HoursFields =>
  changes.reduce((now, change) => {
    expect(change).toMatch(HOURS_CHANGE);
    return changeHoursFields(now, change)!;
  }, before);

test("stored hours are two times per interval, and dates in a row share a row", () => {
  expect(fields.hours_as).toBe("fields");
  expect(fields.week.map(({ open }) => open)).toEqual([true, true, false, false, true, false, false]); // prettier-ignore
  expect(fields.week[4]!.spans).toEqual([span("18:00", "00:00")]);
  expect(fields.dates).toEqual([
    { from: "2026-12-24", to: "2026-12-25", kind: "closed", spans: [] },
    { from: "2026-12-31", to: "", kind: "hours", spans: [span("10:00", "14:00")] },
  ]);
});

test("the fields are the same whether read from values, from a form, or written as text and back", () => {
  const values = writeHoursFields(fields);
  expect(readHoursFields((name) => valueAt(values, name))).toEqual(fields);
  expect(press(fields, "text", "fields")).toEqual(fields);
});

test.each([
  ["09:00", "17:00", [span("09:00", "12:00"), span("13:00", "17:00")]],
  ["14:00", "22:00", [span("14:00", "17:30"), span("18:30", "22:00")]],
  ["12:30", "00:00", [span("12:30", "17:30"), span("18:30", "00:00")]],
  ["09:00", "10:30", [span("09:00", "10:30"), span("10:30", "")]],
  ["20:00", "02:00", [span("20:00", "02:00"), span("02:00", "")]],
])("a break in %s to %s splits it, or adds a second interval", (from, to, expected) => {
  const before = { ...fields, week: [{ open: true, spans: [span(from, to)] }] };
  const after = press(before, "break week 0");
  expect(after.week[0]!.spans).toEqual(expected);
  expect(press(after, "join week 0 1").week[0]!.spans).toHaveLength(1);
});

test("a day is copied to the weekdays, and dates are added and removed", () => {
  const copied = press(fields, "break week 0", "copy week 0");
  expect(copied.week.slice(0, 5).map(({ spans }) => spans.length)).toEqual([2, 2, 2, 2, 2]);
  expect(copied.week[5]).toEqual(fields.week[5]);
  const added = press(fields, "add dates");
  expect(added.dates.at(-1)).toEqual({ from: "", to: "", kind: "closed", spans: [] });
  expect(press(added, "remove dates 0", "remove dates 1").dates).toEqual([fields.dates[1]]);
});

test("text that can't be read, or has more dates than a form, stays text", () => {
  const text = press(fields, "text");
  expect(text.overrides).toBe("2026-12-24 to 2026-12-25 closed\n2026-12-31 10:00-14:00");
  expect(changeHoursFields({ ...text, lines: ["soon"] }, "fields")).toBeNull();
  const many = Array.from({ length: 80 }, (_, n) => ({
    date: new Date(Date.UTC(2027, 0, 1 + 2 * n)).toISOString().slice(0, 10),
    closed: true as const,
  }));
  expect(hoursFieldsOf({ ...stored, overrides: many }).hours_as).toBe("text");
});
