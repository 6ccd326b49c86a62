import { expect, test } from "vitest";
import type { RepeatWish } from "~/ui/new-booking/desk-state";
import { repeatOf } from "./repeat-rule";

const WISH: RepeatWish = {
  repeat: "",
  interval: 3,
  unit: "month",
  count: 6,
  until: "",
  if_taken: "skip",
};

test.each([
  ["daily", "2027-01-04", "FREQ=DAILY;COUNT=6"],
  ["weekly", "2027-01-04", "FREQ=WEEKLY;COUNT=6"],
  ["two_weeks", "2027-01-04", "FREQ=WEEKLY;INTERVAL=2;COUNT=6"],
  ["month_day", "2027-01-04", "FREQ=MONTHLY;BYMONTHDAY=4;COUNT=6"],
  ["month_weekday", "2027-01-12", "FREQ=MONTHLY;BYDAY=2TU;COUNT=6"],
  ["month_weekday", "2027-01-29", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=6"],
  ["custom", "2027-01-04", "FREQ=MONTHLY;INTERVAL=3;COUNT=6"],
] as const)("%s from %s", (repeat, date, rrule) => {
  expect(repeatOf({ ...WISH, repeat }, date)).toEqual({ rrule, if_taken: "skip" });
});

test("a last date replaces the count; never is no rule", () => {
  const until = repeatOf({ ...WISH, repeat: "weekly", until: "2027-02-01" }, "2027-01-04");
  expect(until?.rrule).toBe("FREQ=WEEKLY;UNTIL=20270201");
  expect(repeatOf(WISH, "2027-01-04")).toBeNull();
});
