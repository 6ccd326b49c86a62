import { describe, expect, it } from "vitest";
import { countdown, momentWords, referenceWords } from "./words";

describe("words of the later steps", () => {
  it("split a reference in two halves to read aloud", () =>
    expect(referenceWords("K7QF2M9D")).toBe("K7QF-2M9D"));

  it.each([
    [600, "en", "10:00"],
    [65, "en", "1:05"],
    [9, "ar-EG", "٠:٠٩"],
  ])("count %i seconds down in %s as %s", (seconds, locale, words) =>
    expect(countdown(seconds, locale)).toBe(words),
  );

  it("tell the two hours of an autumn night apart", () => {
    expect(momentWords("2027-10-31T00:30:00Z", "en-GB", "Europe/Amsterdam")).toContain(
      "02:30 GMT+2",
    );
  });
});
