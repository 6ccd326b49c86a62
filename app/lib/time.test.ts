import { describe, expect, it, test } from "vitest";
import {
  addDays,
  daysBetween,
  instantRange,
  isLocalDate,
  isLocalTime,
  isoWeekday,
  localDateOf,
  parseInstant,
  startOfDay,
  toRfc3339,
  wallTimeToInstant,
} from "./time";

describe("a local date", () => {
  it.each(["1970-01-01", "2024-02-29", "2000-02-29", "2026-12-31", "2199-12-31"])(
    "may be %s",
    (text) => expect(isLocalDate(text)).toBe(true),
  );

  it.each([
    "1969-12-31",
    "2200-01-01",
    "2026-02-29",
    "2026-02-30",
    "2100-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
    "2026-1-1",
    "20260101",
    "2026-01-01T00:00",
    " 2026-01-01",
    "2026-01-01\n",
    "+002026-01-01",
    "２０２６-01-01",
    "",
  ])("may not be %j", (text) => expect(isLocalDate(text)).toBe(false));
});

describe("a local time", () => {
  it.each(["00:00", "09:05", "19:59", "23:59"])("may be %s", (text) =>
    expect(isLocalTime(text)).toBe(true),
  );

  it.each(["24:00", "23:60", "9:00", "09:00:00", "0900", "09:00 ", "09:00\n", "-1:00", ""])(
    "may not be %j",
    (text) => expect(isLocalTime(text)).toBe(false),
  );
});

describe("counting dates", () => {
  it.each([
    ["2024-02-28", 1, "2024-02-29"],
    ["2024-12-31", 1, "2025-01-01"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2024-03-30", 2, "2024-04-01"],
    ["2024-01-01", 366, "2025-01-01"],
    ["2024-01-01", 0, "2024-01-01"],
  ])("%s and %i days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  it.each([
    ["2024-01-01", 1],
    ["2024-01-06", 6],
    ["2024-01-07", 7],
    ["2024-02-29", 4],
  ])("%s is ISO weekday %i", (date, weekday) => expect(isoWeekday(date)).toBe(weekday));

  it.each(["2026-02-30", "2026-1-1", "soon", ""])("%j is refused", (text) => {
    expect(() => addDays(text, 1)).toThrow(RangeError);
    expect(() => daysBetween("2026-01-01", text)).toThrow(RangeError);
    expect(() => isoWeekday(text)).toThrow(RangeError);
    expect(() => startOfDay(text, "UTC")).toThrow(RangeError);
  });
});

describe("the local date of an instant", () => {
  it.each([
    ["2024-01-01T11:59:59Z", "Pacific/Auckland", "2024-01-02"],
    ["2024-01-01T10:59:59Z", "Pacific/Auckland", "2024-01-01"],
    ["2024-01-01T04:59:59Z", "America/New_York", "2023-12-31"],
    ["2024-01-01T05:00:00Z", "America/New_York", "2024-01-01"],
    ["2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
  ])("%s in %s is %s", (instant, zone, expected) =>
    expect(localDateOf(Date.parse(instant), zone)).toBe(expected),
  );
});

describe("the start of a day", () => {
  it.each([
    ["is midnight", "2024-03-31", "Europe/Berlin", "2024-03-31T00:00+01:00"],
    [
      "is the end of the gap where midnight does not exist",
      "2018-11-04",
      "America/Sao_Paulo",
      "2018-11-04T01:00-02:00",
    ],
    [
      "is the only midnight after an hour repeated before it",
      "2018-02-18",
      "America/Sao_Paulo",
      "2018-02-18T00:00-03:00",
    ],
    ["is the first of two midnights", "2024-11-03", "America/Havana", "2024-11-03T00:00-04:00"],
    [
      "of a date that was skipped is the first instant after it",
      "2011-12-30",
      "Pacific/Apia",
      "2011-12-31T00:00+14:00",
    ],
  ])("%s: %s in %s", (_, date, zone, expected) =>
    expect(startOfDay(date, zone)).toBe(Date.parse(expected)),
  );
});

test("a range of dates includes its last day; instants are unchanged", () => {
  const range = (from: string | Date | undefined, to: string | Date | undefined) =>
    instantRange({ from, to }, "Pacific/Auckland");
  expect(range("2026-03-10", "2026-03-10")).toEqual({
    from: new Date("2026-03-09T11:00:00Z"),
    to: new Date("2026-03-10T11:00:00Z"),
  });
  const at = new Date("2026-03-10T12:34:56Z");
  expect(range(at, at)).toEqual({ from: at, to: at });
  expect(range(undefined, undefined)).toEqual({ from: undefined, to: undefined });
});

describe("a wall-clock time", () => {
  it.each([
    ["is what the clock shows", "2024-01-15", "09:00", "Asia/Kathmandu", "2024-01-15T09:00+05:45"],
    [
      "skipped moves on by the gap",
      "2024-03-31",
      "02:30",
      "Europe/Berlin",
      "2024-03-31T03:30+02:00",
    ],
    [
      "just skipped is the change itself",
      "2024-03-31",
      "02:00",
      "Europe/Berlin",
      "2024-03-31T03:00+02:00",
    ],
    ["just after a gap stays", "2024-03-31", "03:00", "Europe/Berlin", "2024-03-31T03:00+02:00"],
    ["repeated is the first", "2024-10-27", "02:30", "Europe/Berlin", "2024-10-27T02:30+02:00"],
    [
      "just after the repetition is unique",
      "2024-10-27",
      "03:00",
      "Europe/Berlin",
      "2024-10-27T03:00+01:00",
    ],
    [
      "skipped by half an hour moves on by that",
      "2024-10-06",
      "02:15",
      "Australia/Lord_Howe",
      "2024-10-06T02:45+11:00",
    ],
    [
      "skipped by two hours moves on by two",
      "2024-03-31",
      "01:30",
      "Antarctica/Troll",
      "2024-03-31T03:30+02:00",
    ],
    [
      "skipped before midnight moves to the next date",
      "2024-03-30",
      "23:30",
      "America/Nuuk",
      "2024-03-31T00:30-01:00",
    ],
    [
      "of a skipped date moves on by a day",
      "2011-12-30",
      "09:00",
      "Pacific/Apia",
      "2011-12-31T09:00+14:00",
    ],
  ])("that %s: %s %s in %s", (_, date, time, zone, expected) =>
    expect(wallTimeToInstant(date, time, zone)).toBe(Date.parse(expected)),
  );

  it.each([
    ["2026-02-30", "09:00", "UTC"],
    ["2026-02-03", "24:00", "UTC"],
    ["2026-02-03", "", "UTC"],
    ["2026-02-03", "09:00", "Europe/Atlantis"],
  ])("of %s at %j in %s is refused", (date, time, zone) =>
    expect(() => wallTimeToInstant(date, time, zone)).toThrow(RangeError),
  );
});

describe("an instant on the wire", () => {
  it("is in UTC, with milliseconds only if not zero", () => {
    expect(toRfc3339(Date.UTC(2027, 0, 4, 15))).toBe("2027-01-04T15:00:00Z");
    expect(toRfc3339(Date.UTC(2027, 0, 4, 15, 0, 0, 50))).toBe("2027-01-04T15:00:00.050Z");
    expect(() => toRfc3339(Number.NaN)).toThrow(RangeError);
  });

  it.each([
    ["2027-01-04T15:00:00Z", "2027-01-04T15:00:00Z"],
    ["2027-01-04T15:00:00.5Z", "2027-01-04T15:00:00.500Z"],
    ["2027-01-04T15:00:00.123999999Z", "2027-01-04T15:00:00.123Z"],
    ["2027-01-04T15:00:00+05:45", "2027-01-04T09:15:00Z"],
    ["2027-01-04T15:00:00-03:30", "2027-01-04T18:30:00Z"],
    ["2027-01-04T15:00:00-00:00", "2027-01-04T15:00:00Z"],
    ["2024-02-29T23:59:59z", "2024-02-29T23:59:59Z"],
    ["2024-02-29t23:59:59Z", "2024-02-29T23:59:59Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ])("reads %s", (text, expected) =>
    expect(toRfc3339(parseInstant(text) ?? Number.NaN)).toBe(expected),
  );

  it.each([
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2016-12-31T23:59:60Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00Z",
    "2026-01-01 00:00:00Z",
    "2026-01-01",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00,5Z",
    "2026-01-01T00:00:00.0000000001Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+01:60",
    "2026-01-01T00:00:00+0100",
    "2026-01-01T00:00:00+01",
    "2026-01-01T00:00:00Z[UTC]",
    "-002026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    "1767225600000",
    "",
  ])("refuses %j", (text) => expect(parseInstant(text)).toBeNull());
});
