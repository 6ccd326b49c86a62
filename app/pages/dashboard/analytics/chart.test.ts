import { expect, test } from "vitest";
import { chartOf, levelOf } from "./chart";

const draw = (values: (number | null)[], before: (number | null)[] | null = null) =>
  chartOf({
    title: "Bookings per day",
    labels: ["Mon", "Tue", "Wed"],
    values,
    before,
    write: String,
    least: 2,
  });

test("bars are shares of an axis whose end and middle are round", () => {
  const chart = draw([12, 30, 0], [6, 34]);
  expect(chart.axis).toEqual(["40", "20", "0"]);
  expect(chart.bars.map(({ height }) => height)).toEqual([30, 75, 0]);
  expect(chart.bars.map(({ before }) => before)).toEqual([
    { text: "6", height: 15 },
    { text: "34", height: 85 },
    null, // there were fewer before
  ]);
  expect(chart.summary).toBe("Bookings per day: peak Tue, 30.");
});

test("an axis has a least height, and what is not known is said so", () => {
  const chart = draw([0, null, 0]);
  expect(chart.axis).toEqual(["2", "1", "0"]);
  expect(chart.bars.map(({ text, height, before }) => [text, height, before])).toEqual([
    ["0", 0, null],
    ["–", 0, null],
    ["0", 0, null],
  ]);
  expect(chart.summary).toBe("Bookings per day: nothing in this period.");
});

test("a cell is darker the more there is, and only nothing is blank", () => {
  expect([0, 1, 20, 21, 60, 100].map((count) => levelOf(count, 100))).toEqual([0, 1, 1, 2, 3, 5]);
});
