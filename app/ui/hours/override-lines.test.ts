import { expect, test } from "vitest";
import { readOverrides, writeOverrides } from "./override-lines";

test.each([
  ["2026-12-24", "2026-12-24 closed"],
  ["2026-12-24 closed\n2026-12-25", "2026-12-24 to 2026-12-25 closed"],
  ["2026-12-30 to 2027-01-02 closed", "2026-12-30 to 2027-01-02 closed"],
  ["2026-12-31 10-14\n2026-12-24", "2026-12-24 closed\n2026-12-31 10:00-14:00"],
  ["2026-12-31: 10:00-12:00, 13:00-14:00", "2026-12-31 10:00-12:00, 13:00-14:00"],
  ["2026-04-06, 2026-05-25; 2026-05-14", "2026-04-06 closed\n2026-05-14 closed\n2026-05-25 closed"],
  [
    "2026-12-24 to 2026-12-26\n2026-12-25 09:00-12:00",
    "2026-12-24 closed\n2026-12-25 09:00-12:00\n2026-12-26 closed",
  ],
  ["2026-12-24 to 2026-12-26\n2026-12-25 usual", "2026-12-24 closed\n2026-12-26 closed"],
  ["", ""],
])("%j is read and written as %j", (typed, written) => {
  const { overrides, problem } = readOverrides(typed);
  expect(problem).toBeNull();
  expect(writeOverrides(overrides)).toBe(written);
  expect(readOverrides(written).overrides).toEqual(overrides);
});

test.each([
  "Christmas",
  "2026-02-30",
  "2026-12-26 to 2026-12-24",
  "2026-12-24 some hours",
  "2026-01-01 to 2029-01-01",
])("%s is named as a line that cannot be read", (typed) => {
  expect(readOverrides(`2026-01-01\n${typed}`).problem).toContain(typed);
});
