import { expect, test } from "vitest";
import { weekWords } from "./hours-words";

test("a week is one line: days that follow on each other with the same hours are named together", () => {
  const rule = (days: number[], start: string, end: string) => ({ days, start, end });
  expect(weekWords([rule([1, 2, 3, 4, 5], "09:00", "17:00"), rule([6], "10:00", "14:00")])).toBe(
    "Mon – Fri 09:00-17:00 · Sat 10:00-14:00",
  );
  expect(weekWords([rule([1, 3], "09:00", "12:00"), rule([1], "13:00", "17:00")])).toBe(
    "Mon 09:00-12:00, 13:00-17:00 · Wed 09:00-12:00",
  );
  expect(weekWords([])).toBe("Closed");
});
