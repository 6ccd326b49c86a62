import { expect, test } from "vitest";
import { OpenTimes } from "./open-times";
import { outsideHours } from "./outside-hours";

const hours = {
  time_zone: "Europe/Amsterdam",
  rules: [
    { days: [1], start: "09:00", end: "17:00" },
    { days: [5], start: "22:00", end: "02:00" },
  ],
  overrides: [{ date: "2027-01-11", closed: true as const }],
};
const open = OpenTimes.of(hours);
const at = (starts: string, minutes = 60) => ({
  starts_at: Date.parse(starts),
  ends_at: Date.parse(starts) + minutes * 60_000,
});

test("reports bookings that start before or end after the hours", () => {
  const inside = at("2027-01-04T08:00:00Z"); // Monday 09:00 in Amsterdam
  const early = at("2027-01-04T07:30:00Z");
  const late = at("2027-01-04T15:30:00Z");
  expect(outsideHours(open, [inside, early, late])).toEqual([early, late]);
});

test("hours over midnight cover later bookings, a closed date covers none", () => {
  const afterMidnight = at("2027-01-09T00:00:00Z"); // Saturday 01:00, Friday's hours
  const closed = at("2027-01-11T09:00:00Z");
  expect(outsideHours(open, [afterMidnight, closed])).toEqual([closed]);
});

test("without bookings nothing is outside", () => {
  expect(outsideHours(open, [])).toEqual([]);
});
