import { expect, test } from "vitest";
import { readHours, writeHours } from "./hours-text";
import { paintHours } from "./paint-hours";

test.each([
  ["", 540, 1020, true, "09:00-17:00"],
  ["09:00-12:00", 720, 1020, true, "09:00-17:00"],
  ["09:00-12:00", 780, 1020, true, "09:00-12:00, 13:00-17:00"],
  ["09:00-17:00", 720, 780, false, "09:00-12:00, 13:00-17:00"],
  ["09:00-17:00", 540, 1020, false, ""],
  ["09:00-17:00", 480, 600, false, "10:00-17:00"],
  ["22:00-02:00", 1320, 1380, false, "23:00-02:00"],
  ["18:00-22:00", 1320, 1440, true, "18:00-24:00"],
  ["00:00-24:00", 0, 540, false, "09:00-24:00"],
])("%s painted from minute %i to %i (open: %s) is %s", (line, from, to, open, painted) => {
  expect(writeHours(paintHours(readHours(line)!, from, to, open))).toBe(painted);
});
