import { expect, test } from "vitest";
import type { AppError } from "~/lib/app-error";
import { wallTimeOf } from "~/lib/time";
import { seriesStarts } from "./series-starts";

const ZONE = "Europe/Amsterdam";
const starts = (rrule: string, first: string, zone = ZONE) =>
  seriesStarts(rrule, new Date(first), zone).map((at) => wallTimeOf(at.getTime(), zone));

test.each([
  ["FREQ=DAILY;COUNT=3", ["2027-01-04 09:00", "2027-01-05 09:00", "2027-01-06 09:00"]],
  ["FREQ=DAILY;INTERVAL=10;COUNT=2", ["2027-01-04 09:00", "2027-01-14 09:00"]],
  ["FREQ=WEEKLY;COUNT=2", ["2027-01-04 09:00", "2027-01-11 09:00"]],
  ["FREQ=WEEKLY;BYDAY=MO,TH;COUNT=3", ["2027-01-04 09:00", "2027-01-07 09:00", "2027-01-11 09:00"]],
  ["FREQ=WEEKLY;INTERVAL=2;UNTIL=20270131", ["2027-01-04 09:00", "2027-01-18 09:00"]],
  ["FREQ=WEEKLY;UNTIL=20270111T080000Z", ["2027-01-04 09:00", "2027-01-11 09:00"]],
  ["FREQ=WEEKLY;UNTIL=20270111T075959Z", ["2027-01-04 09:00"]],
  ["FREQ=MONTHLY;COUNT=3", ["2027-01-04 09:00", "2027-02-04 09:00", "2027-03-04 09:00"]],
  ["FREQ=MONTHLY;BYMONTHDAY=4;COUNT=2", ["2027-01-04 09:00", "2027-02-04 09:00"]],
  ["FREQ=MONTHLY;BYDAY=1MO;COUNT=3", ["2027-01-04 09:00", "2027-02-01 09:00", "2027-03-01 09:00"]],
  ["freq=weekly;count=1", ["2027-01-04 09:00"]],
])("%s", (rrule, expected) => {
  expect(starts(rrule, "2027-01-04T08:00:00Z")).toEqual(expected);
});

test("the local time stays when clocks change, in both directions", () => {
  expect(starts("FREQ=WEEKLY;COUNT=3", "2027-03-21T08:00:00Z")).toEqual([
    "2027-03-21 09:00",
    "2027-03-28 09:00",
    "2027-04-04 09:00",
  ]);
  expect(
    seriesStarts("FREQ=WEEKLY;COUNT=2", new Date("2027-10-25T07:00:00Z"), ZONE).map((at) =>
      at.toISOString(),
    ),
  ).toEqual(["2027-10-25T07:00:00.000Z", "2027-11-01T08:00:00.000Z"]);
});

test("a local time that doesn't exist moves forward and counts", () => {
  expect(starts("FREQ=DAILY;COUNT=3", "2027-03-27T01:30:00Z")).toEqual([
    "2027-03-27 02:30",
    "2027-03-28 03:30",
    "2027-03-29 02:30",
  ]);
});

test("a local time that occurs twice is the first of both", () => {
  expect(
    seriesStarts("FREQ=DAILY;COUNT=2", new Date("2027-10-30T00:30:00Z"), ZONE).map((at) =>
      at.toISOString(),
    ),
  ).toEqual(["2027-10-30T00:30:00.000Z", "2027-10-31T00:30:00.000Z"]);
});

test("a month without the day is left out, and not counted", () => {
  expect(starts("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", "2027-01-31T08:00:00Z")).toEqual([
    "2027-01-31 09:00",
    "2027-03-31 09:00",
    "2027-05-31 09:00",
  ]);
  expect(starts("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", "2027-01-31T08:00:00Z")).toEqual([
    "2027-01-31 09:00",
    "2027-02-28 09:00",
  ]);
});

test.each([
  ["FREQ=YEARLY;COUNT=2", "FREQ=YEARLY"],
  ["FREQ=HOURLY;COUNT=2", "FREQ=HOURLY"],
  ["COUNT=2", "FREQ="],
  ["", "FREQ="],
  ["FREQ=WEEKLY", "COUNT or UNTIL"],
  ["FREQ=WEEKLY;COUNT=2;UNTIL=20280101", "COUNT or UNTIL"],
  ["FREQ=WEEKLY;COUNT=0", "COUNT"],
  ["FREQ=WEEKLY;COUNT=53", "52"],
  ["FREQ=DAILY;UNTIL=20280101", "52"],
  ["FREQ=WEEKLY;COUNT=x", "can't be read"],
  ["FREQ=WEEKLY;COUNT=2;COUNT=3", "COUNT"],
  ["FREQ=WEEKLY;BYSETPOS=1;COUNT=2", "BYSETPOS"],
  ["FREQ=WEEKLY;BYHOUR=9;COUNT=2", "BYHOUR"],
  ["FREQ=DAILY;BYDAY=MO;COUNT=2", "BYDAY"],
  ["FREQ=WEEKLY;BYDAY=2MO;COUNT=2", "BYDAY"],
  ["FREQ=WEEKLY;BYDAY=XX;COUNT=2", "can't be read"],
  ["FREQ=MONTHLY;BYDAY=MO;COUNT=2", "BYDAY"],
  ["FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=4;COUNT=2", "BYMONTHDAY"],
  ["FREQ=WEEKLY;BYDAY=TU;COUNT=2", "first start"],
  ["FREQ=WEEKLY;UNTIL=20260101", "first start"],
  ["FREQ=WEEKLY;INTERVAL=367;COUNT=2", "INTERVAL"],
  ["FREQ=MONTHLY;INTERVAL=12;COUNT=4", "730"],
  ["RRULE:FREQ=WEEKLY;COUNT=2", "FREQ="],
  ["DTSTART=20270104;FREQ=WEEKLY;COUNT=2", "DTSTART"],
  ["FREQ=WEEKLY;COUNT=2;", "supported"],
])("%s is refused with its reason", (rrule, reason) => {
  const refuse = () => starts(rrule, "2027-01-04T08:00:00Z");
  expect(refuse).toThrow(reason);
  try {
    refuse();
  } catch (error) {
    expect((error as AppError).extra.issues?.[0]).toMatchObject({ path: "repeat.rrule" });
  }
});
