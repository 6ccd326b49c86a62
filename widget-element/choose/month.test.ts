import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, clampDate, lastDayOf, monthOf, weekdayOf, weeksOf } from "./month";
import { moveDay } from "./move-day";

describe("calendar arithmetic", () => {
  it.each([
    ["2027-01-31", 1, "2027-02-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-03-28", 1, "2027-03-29"],
    ["2027-01-01", -1, "2026-12-31"],
  ])("adds days: %s + %i = %s", (date, count, result) => expect(addDays(date, count)).toBe(result));

  it.each([
    ["2027-01", 1, "2027-02"],
    ["2026-12", 1, "2027-01"],
    ["2027-01", -1, "2026-12"],
    ["2027-05", -17, "2025-12"],
  ])("adds months: %s + %i = %s", (month, count, result) =>
    expect(addMonths(month, count)).toBe(result),
  );

  it.each([
    ["2027-02", "2027-02-28"],
    ["2028-02", "2028-02-29"],
    ["2027-12", "2027-12-31"],
  ])("knows the last day of %s", (month, date) => expect(lastDayOf(month)).toBe(date));

  it("holds a date between two others", () => {
    expect(clampDate("", "2027-01-04", "2027-02-01")).toBe("2027-01-04");
    expect(clampDate("2027-03-01", "2027-01-04", "2027-02-01")).toBe("2027-02-01");
    expect(clampDate("2027-01-20", "2027-01-04", "2027-02-01")).toBe("2027-01-20");
  });
});

describe("the month grid", () => {
  it("begins on the first day of the week and leaves the squares of other months empty", () => {
    const weeks = weeksOf("2027-01", 1);
    expect(weeks[0]).toEqual([null, null, null, null, "2027-01-01", "2027-01-02", "2027-01-03"]);
    expect(weeks.at(-1)).toEqual(
      [..."56789"].map((n) => `2027-01-2${n}`).concat("2027-01-30", "2027-01-31"),
    );
  });

  it("fits February of 28 days in four weeks when it begins on the first column", () => {
    expect(weeksOf("2027-02", 1)).toHaveLength(4);
    expect(weeksOf("2027-02", 0)).toHaveLength(5);
  });

  it("holds every day of any month once, in the column of its weekday", () => {
    const months = fc.tuple(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(months, fc.constantFrom(0, 1, 6), ([year, number], first_day) => {
        const month = `${year}-${String(number).padStart(2, "0")}`;
        const weeks = weeksOf(month, first_day);
        const days = weeks.flat().filter((date) => date !== null);
        expect(days).toHaveLength(Number(lastDayOf(month).slice(8)));
        expect(new Set(days).size).toBe(days.length);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          week.forEach((date, column) => {
            if (!date) return;
            expect(monthOf(date)).toBe(month);
            expect(weekdayOf(date)).toBe((first_day + column) % 7);
          });
        }
      }),
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
    ["PageUp", "2027-03-31", "2027-02-28"],
    ["PageDown", "2027-01-15", "2027-02-15"],
    ["Enter", "2027-01-15", null],
    ["a", "2027-01-15", null],
  ])("%s from %s goes to %s", (key, date, target) =>
    expect(moveDay(date, key, monday)).toBe(target),
  );

  it("follows the reading direction with the arrows", () => {
    const rtl = { first_day: 6, rtl: true };
    expect(moveDay("2027-01-15", "ArrowLeft", rtl)).toBe("2027-01-16");
    expect(moveDay("2027-01-15", "ArrowRight", rtl)).toBe("2027-01-14");
    expect(moveDay("2027-01-15", "Home", rtl)).toBe("2027-01-09");
  });
});
