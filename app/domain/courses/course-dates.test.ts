import { expect, test } from "vitest";
import { addDays, wallTimeOf } from "~/lib/time";
import { NO_LIMITS } from "../hours/open-within";
import { courseStarts, shareOf } from "./course-dates";

const ZONE = "Europe/Amsterdam";
const yoga = {
  time_zone: ZONE,
  rules: [{ days: [1], start: "19:00", end: "20:00" }],
  overrides: [],
  valid_from: null,
  valid_to: null,
  duration_minutes: 60,
  step_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  resource_ids: ["studio"],
  resource_terms: [],
};
type Given = Parameters<typeof courseStarts>;
const starts = (
  more: Partial<Given[0]>,
  course: Given[1],
  limitsOn: Given[2] = () => NO_LIMITS,
): string[] =>
  courseStarts({ ...yoga, ...more }, course, limitsOn).map((at) => wallTimeOf(at, ZONE));

test("the first starts of the schedule from a day on", () => {
  expect(starts({}, { starts_on: "2027-01-05", dates: 3 })).toEqual([
    "2027-01-11 19:00",
    "2027-01-18 19:00",
    "2027-01-25 19:00",
  ]);
  const twice = { rules: [{ days: [1, 4], start: "19:00", end: "20:00" }] };
  expect(starts(twice, { starts_on: "2027-01-04", dates: 3 })).toEqual([
    "2027-01-04 19:00",
    "2027-01-07 19:00",
    "2027-01-11 19:00",
  ]);
});

test("a closed day is left out, and the course ends later", () => {
  const limits = { closed_dates: ["2027-01-11"], resource: null };
  expect(starts({}, { starts_on: "2027-01-04", dates: 2 }, () => limits)).toEqual([
    "2027-01-04 19:00",
    "2027-01-18 19:00",
  ]);
});

test("52 weekly dates keep their local time over both clock changes", () => {
  const all = starts({}, { starts_on: "2027-01-04", dates: 52 });
  expect(all).toEqual(
    Array.from({ length: 52 }, (_, week) => `${addDays("2027-01-04", 7 * week)} 19:00`),
  );
});

test("resources that start at the same time give one date, others more", () => {
  const two = { resource_ids: ["studio", "hall"] };
  const course = { starts_on: "2027-01-04", dates: 2 };
  expect(starts(two, course)).toEqual(starts({}, course));
  const hours = { ...yoga, rules: [{ days: [1], start: "19:00", end: "20:00" }] };
  const late = { ...hours, rules: [{ days: [1], start: "18:00", end: "20:00" }] };
  const wide = { ...two, rules: [{ days: [1], start: "18:00", end: "20:00" }] };
  const limitsOn = (id: string) => ({
    closed_dates: [],
    resource: id === "hall" ? late : hours,
  });
  expect(starts(wide, course, limitsOn)).toEqual(["2027-01-04 18:00", "2027-01-04 19:00"]);
});

test("hours that end have fewer dates", () => {
  expect(starts({ valid_to: "2027-01-31" }, { starts_on: "2027-01-04", dates: 8 })).toHaveLength(4);
});

test.each([
  [12_000, 8, 1],
  [10_000, 3, 1],
  [1000, 7, 1],
  [100, 52, 1],
  [10_010, 7, 10],
  [3, 8, 1],
  [0, 4, 1],
])("the shares of %i over %i dates add up to it, and differ by one step", (price, dates, step) => {
  const shares = Array.from({ length: dates }, (_, index) =>
    shareOf(price, { no: index + 1, dates }, step),
  );
  expect(shares.reduce((sum, each) => sum + each, 0)).toBe(price);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(step);
  expect(shares.filter((share) => share % step !== 0)).toEqual([]);
});
