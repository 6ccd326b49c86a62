import { expect, test } from "vitest";
import { readHours, rulesOfWeek, weekLines, writeHours } from "./hours-text";

test.each([
  ["09:00-12:30, 13:30-17:00", "09:00-12:30, 13:30-17:00"],
  ["13.30–17; 9-12:30", "09:00-12:30, 13:30-17:00"],
  ["9 to 17", "09:00-17:00"],
  ["18:00-24:00", "18:00-24:00"],
  ["00:00-24:00", "00:00-24:00"],
  ["22:00-02:00", "22:00-02:00"],
  [" closed ", ""],
  ["", ""],
])("%s is read and written as %s", (typed, written) => {
  expect(writeHours(readHours(typed)!)).toBe(written);
});

test.each([
  "nine to five",
  "9",
  "09:00-",
  "25:00-26:00",
  "09:60-10:00",
  "09:00-12:00,",
  "9:5-10:00",
])("%s is not hours", (typed) => {
  expect(readHours(typed)).toBeNull();
});

test("days with the same hours share a rule, and the lines come back as they were", () => {
  const lines = [
    "09:00-12:00, 13:00-17:00",
    "09:00-12:00",
    "",
    "22:00-02:00",
    "09:00-12:00",
    "",
    "00:00-24:00",
  ];
  const rules = rulesOfWeek(lines.map((line) => readHours(line)!));
  expect(rules).toEqual([
    { days: [1, 2, 5], start: "09:00", end: "12:00" },
    { days: [1], start: "13:00", end: "17:00" },
    { days: [4], start: "22:00", end: "02:00" },
    { days: [7], start: "00:00", end: "00:00" },
  ]);
  expect(weekLines(rules)).toEqual(lines);
});
