import { expect, test } from "vitest";
import { phoneWithoutGaps } from "./found";

test.each([
  ["06 1234 5678", "0612345678"],
  ["+31 (0)6-1234", "+31061234"],
  ["0612345678", null],
  ["K7QF-2M9D", null],
  ["12-3", null],
  ["Anna de Vries", null],
])("%s as a number without gaps is %s", (typed, found) =>
  expect(phoneWithoutGaps(typed)).toBe(found),
);
