import { expect, test } from "vitest";
import { addDays } from "~/lib/time";
import type { OpeningHours } from "./open-intervals";
import { OpenTimes } from "./open-times";
import { openWithin } from "./open-within";

const nights: OpeningHours = {
  time_zone: "Pacific/Auckland",
  rules: [
    { days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "03:00" },
    { days: [1, 2, 3], start: "04:00", end: "05:00" },
  ],
  overrides: [{ date: "2027-04-04", intervals: [{ start: "00:00", end: "00:00" }] }],
};
const limits = {
  closed_dates: ["2027-03-07"],
  resource: {
    time_zone: "America/New_York",
    rules: [{ days: [1, 2, 3, 4, 5], start: "00:00", end: "00:00" }],
    overrides: [],
  },
};

const limited = () => OpenTimes.of(nights, limits);

test("any range matches the direct computation, across months and zones", () => {
  const open = limited();
  for (let from = "2027-01-20"; from < "2027-04-20"; from = addDays(from, 9)) {
    const to = addDays(from, 40);
    expect(open.between(from, to)).toEqual(openWithin(nights, limits, from, to));
  }
});

test("an instant is found in its interval, or in none", () => {
  const open = limited();
  const whole = openWithin(nights, limits, "2027-01-01", "2027-06-30");
  for (
    let instant = Date.parse("2027-01-05T00:00Z");
    instant < Date.parse("2027-06-25");
    instant += 37 * 60_000
  )
    expect(open.at(instant)).toEqual(
      whole.find(({ start_ms, end_ms }) => start_ms <= instant && instant < end_ms),
    );
});

test("each month is computed once", () => {
  let reads = 0;
  const counted = {
    ...nights,
    get rules() {
      reads += 1;
      return nights.rules;
    },
  };
  const open = OpenTimes.of(counted);
  open.between("2027-01-01", "2027-12-31");
  const once = reads;
  for (let at = 0; at < 5000; at++) open.at(Date.parse("2027-01-10") + at * 3_600_000);
  open.between("2027-01-01", "2027-12-31");
  open.between("2027-03-01", "2027-06-30");
  expect(reads).toBe(once);
});
