import { expect, test } from "vitest";
import { timesOf } from "./times";

test("percentiles of response times", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(timesOf(hundred)).toEqual({ count: 100, p50: 51, p99: 100 });
  expect(timesOf([7])).toEqual({ count: 1, p50: 7, p99: 7 });
  expect(timesOf([])).toEqual({ count: 0, p50: 0, p99: 0 });
});
