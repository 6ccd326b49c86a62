import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after";

describe("Retry-After", () => {
  const now = Date.parse("2027-01-04T15:00:00Z");
  test.each([
    ["120", 120_000],
    [" 0 ", 0],
    ["86400", 86_400_000],
    ["Mon, 04 Jan 2027 15:02:00 GMT", 120_000],
    ["Monday, 04-Jan-27 15:00:30 GMT", 30_000],
  ])("of %j is %i ms", (value, expected) => expect(parseRetryAfter(value, now)).toBe(expected));
  test.each([
    undefined,
    "",
    "-5",
    "1.5",
    "soon",
    "1e3",
    "99999999999",
    "Mon, 04 Jan 2027 14:59:59 GMT",
    "2027-01-05",
  ])("of %j is ignored", (value) => expect(parseRetryAfter(value, now)).toBeNull());
});
