import { expect, test } from "vitest";
import { nextReadIn, nextTryIn, type ReadPace } from "./next-read";

const MINUTE = 60_000;
const quiet: ReadPace = { provider: "google", has_channel: false, is_lively: false };
const between = (pace: ReadPace) => [nextReadIn(pace, 0) / MINUTE, nextReadIn(pace, 1) / MINUTE];

test("polls every five minutes, every one to two minutes during bookings, and rarely with notices", () => {
  expect(between(quiet)).toEqual([3.75, 6.25]);
  expect(between({ ...quiet, is_lively: true })).toEqual([1, 2]);
  expect(between({ ...quiet, has_channel: true })).toEqual([7.5, 15]);
  expect(between({ ...quiet, provider: "ical" })).toEqual([7.5, 15]);
  // Notifications can get lost.
  expect(between({ ...quiet, has_channel: true, is_lively: true })).toEqual([2.5, 5]);
  expect(between({ ...quiet, provider: "ical", is_lively: true })).toEqual([2.5, 5]);
});

test("respects Retry-After", () => {
  expect(nextTryIn({ ...quiet, is_lively: true }, 1, null, 0)).toBe(3.75 * MINUTE);
  expect(nextTryIn(quiet, 1, 30 * MINUTE, 1)).toBe(30 * MINUTE);
  // Most first failures are transient.
  expect(nextTryIn(quiet, 0, null, 0.5)).toBe(MINUTE);
  expect(nextTryIn(quiet, 0, 30 * MINUTE, 1)).toBe(30 * MINUTE);
});
