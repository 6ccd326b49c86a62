import { expect, test } from "vitest";
import { intervalsOf, rangeBefore, readRange } from "./analytics-range";

const ZONE = "Europe/Amsterdam";
const NOW = Date.parse("2026-11-22T23:30:00Z"); // the 23rd in Amsterdam
const read = (from?: string | Date, to?: string | Date) => readRange({ from, to }, ZONE, NOW);
const texts = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((at) => new Date(at).toISOString());
const refusal = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return (error as { extra: { issues: { path: string; code: string }[] } }).extra.issues[0];
  }
};

test("defaults to 30 days until today in the zone", () => {
  expect(texts(read())).toEqual(["2026-10-24T22:00:00.000Z", "2026-11-23T23:00:00.000Z"]);
  expect(texts(read(undefined, "2026-01-30"))).toEqual([
    "2025-12-31T23:00:00.000Z",
    "2026-01-30T23:00:00.000Z",
  ]);
});

test("days and instants may be combined", () => {
  expect(texts(read(new Date("2026-03-01T10:00:00Z"), "2026-03-01"))).toEqual([
    "2026-03-01T10:00:00.000Z",
    "2026-03-01T23:00:00.000Z",
  ]);
});

test("a range that is empty or longer than 366 days is refused", () => {
  expect(refusal(() => read("2026-03-02", "2026-03-01"))).toMatchObject({
    path: "to",
    code: "invalid",
  });
  expect(refusal(() => read("2026-01-01", "2027-01-02"))).toMatchObject({
    path: "to",
    code: "too_big",
  });
  const at = (text: string) => new Date(text);
  expect(refusal(() => read(at("2026-01-01T10:00:00Z"), at("2027-01-02T10:00:01Z")))).toMatchObject(
    {
      code: "too_big",
    },
  );
  expect(texts(read("2026-01-01", "2027-01-01"))).toEqual([
    "2025-12-31T23:00:00.000Z",
    "2027-01-01T23:00:00.000Z",
  ]);
});

test("the previous period has as many days, despite clock changes", () => {
  expect(texts(rangeBefore(read("2026-03-30", "2026-04-05")))).toEqual([
    "2026-03-22T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(texts(rangeBefore(read("2026-10-25", "2026-10-25")))).toEqual([
    "2026-10-23T22:00:00.000Z",
    "2026-10-24T22:00:00.000Z",
  ]);
});

test("the previous period of a partial day has the same duration", () => {
  const range = read(new Date("2026-03-29T00:00:00Z"), new Date("2026-03-29T06:00:00Z"));
  expect(texts(rangeBefore(range))).toEqual([
    "2026-03-28T18:00:00.000Z",
    "2026-03-29T00:00:00.000Z",
  ]);
});

test("intervals overlap the range; weeks start on Monday", () => {
  const range = read("2026-10-24", "2026-11-02");
  expect(intervalsOf(range, "day")).toHaveLength(10);
  expect(intervalsOf(range, "week")).toEqual(["2026-10-19", "2026-10-26", "2026-11-02"]);
  expect(intervalsOf(range, "month")).toEqual(["2026-10-01", "2026-11-01"]);
});
