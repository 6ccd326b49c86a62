import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, clampDate, SPAN_DAYS, spanStart, weekdayOf, weeksOf } from "./dates";
import { moveDay } from "./move-day";

describe("calendar arithmetic", () => {
  it.each([
    ["2027-01-31", 1, "2027-02-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-03-28", 1, "2027-03-29"],
    ["2027-01-01", -1, "2026-12-31"],
  ])("adds days: %s + %i = %s", (date, count, result) => expect(addDays(date, count)).toBe(result));

  it.each([
    ["2027-01-04", "2027-01-04"],
    ["2027-01-31", "2027-01-04"],
    ["2027-02-01", "2027-02-01"],
    ["2027-02-28", "2027-02-01"],
    ["2027-03-01", "2027-03-01"],
  ])("%s is in the span from %s", (date, from) => expect(spanStart(date, "2027-01-04")).toBe(from));

  it("clamps a date", () => {
    expect(clampDate("", "2027-01-04", "2027-02-01")).toBe("2027-01-04");
    expect(clampDate("2027-03-01", "2027-01-04", "2027-02-01")).toBe("2027-02-01");
    expect(clampDate("2027-01-20", "2027-01-04", "2027-02-01")).toBe("2027-01-20");
  });
});

describe("the grid of four weeks", () => {
  it("starts today, in its column, and ends after four weeks", () => {
    const weeks = weeksOf("2027-01-29", 1);
    expect(weeks[0]).toEqual([null, null, null, null, "2027-01-29", "2027-01-30", "2027-01-31"]);
    expect(weeks.at(-1)).toEqual([
      ...["2027-02-22", "2027-02-23", "2027-02-24", "2027-02-25"],
      ...[null, null, null],
    ]);
  });

  it("has four rows if it starts in the first column", () => {
    expect(weeksOf("2027-02-01", 1)).toHaveLength(4);
    expect(weeksOf("2027-02-01", 0)).toHaveLength(5);
  });

  it("contains each day once, in its weekday's column", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 36_500 }),
        fc.constantFrom(0, 1, 6),
        (day, first_day) => {
          const from = addDays("1990-01-01", day);
          const weeks = weeksOf(from, first_day);
          expect(weeks.flat().filter((date) => date !== null)).toEqual(
            Array.from({ length: SPAN_DAYS }, (_, index) => addDays(from, index)),
          );
          for (const week of weeks) {
            expect(week).toHaveLength(7);
            week.forEach((date, column) => {
              if (date) expect(weekdayOf(date)).toBe((first_day + column) % 7);
            });
          }
        },
      ),
      { seed: 20261120 },
    );
  });
});

describe("moving through the grid by keyboard", () => {
  const monday = { first_day: 1, rtl: false };
  it.each([
    ["ArrowRight", "2027-01-31", "2027-02-01"],
    ["ArrowLeft", "2027-01-01", "2026-12-31"],
    ["ArrowDown", "2027-01-27", "2027-02-03"],
    ["ArrowUp", "2027-01-05", "2026-12-29"],
    ["Home", "2027-01-07", "2027-01-04"],
    ["End", "2027-01-07", "2027-01-10"],
    ["PageDown", "2027-01-31", "2027-02-28"],
    ["PageUp", "2027-03-31", "2027-03-03"],
    ["Enter", "2027-01-15", null],
    ["a", "2027-01-15", null],
  ])("%s from %s goes to %s", (key, date, target) =>
    expect(moveDay(date, key, monday)).toBe(target),
  );

  it("arrows follow the reading direction", () => {
    const rtl = { first_day: 6, rtl: true };
    expect(moveDay("2027-01-15", "ArrowLeft", rtl)).toBe("2027-01-16");
    expect(moveDay("2027-01-15", "ArrowRight", rtl)).toBe("2027-01-14");
    expect(moveDay("2027-01-15", "Home", rtl)).toBe("2027-01-09");
  });
});
