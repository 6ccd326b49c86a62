import { describe, expect, it } from "vitest";
import { countdown, momentWords, referenceWords } from "./words";

describe("words of the later steps", () => {
  it("split a reference into two groups", () =>
    expect(referenceWords("K7QF2M9D")).toBe("K7QF-2M9D"));

  it.each([
    [600, "en", "10:00"],
    [65, "en", "1:05"],
    [9, "ar-EG", "٠:٠٩"],
  ])("format %i seconds in %s as %s", (seconds, locale, words) =>
    expect(countdown(seconds, locale)).toBe(words),
  );

  it("distinguish the repeated hour of the autumn clock change", () => {
    expect(momentWords("2027-10-31T00:30:00Z", "en-GB", "Europe/Amsterdam")).toContain(
      "02:30 GMT+2",
    );
  });
});
