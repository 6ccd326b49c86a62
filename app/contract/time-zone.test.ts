import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { TimeZone } from "./common";

const isTimeZone = (id: string) => TimeZone.safeParse(id).success;

describe("a time zone", () => {
  test.each([
    "UTC",
    "Europe/Berlin",
    "Europe/Kiev",
    "Europe/Kyiv",
    "Asia/Calcutta",
    "US/Pacific",
    "Etc/GMT+1",
    "EST5EDT",
  ])("may be %s", (id) => expect(isTimeZone(id)).toBe(true));

  test("is case-insensitive", () => expect(isTimeZone("europe/berlin")).toBe(true));

  test.each([
    ["an offset", "+01:00"],
    ["an offset without a colon", "-0530"],
    ["Z", "Z"],
    ["an ambiguous abbreviation", "PST"],
    ["a name only ICU knows", "SystemV/AST4"],
    ["a place that has no zone", "Europe/Atlantis"],
    ["nothing", ""],
    ["a name with a space", "Europe/Berlin "],
    ["a date with a zone", "2024-01-01T00:00Z[Europe/Berlin]"],
    ["a name with a NUL", "UTC\0"],
    ["a path", "../etc/passwd"],
  ])("may not be %s", (_, id) => expect(isTimeZone(id)).toBe(false));

  test("that is accepted works in calculations", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    expect(zones.filter((id) => !isTimeZone(id))).toEqual([]);
    const begin = Temporal.Instant.fromEpochMilliseconds(0);
    for (const id of zones) expect(() => begin.toZonedDateTimeISO(id), id).not.toThrow();
  });
});
