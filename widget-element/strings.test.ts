import { describe, expect, it } from "vitest";
import { en, fill, fillPlural, withTexts } from "./strings";

describe("strings", () => {
  it("fill their places, and leave a place without a value empty", () => {
    expect(fill("Step {step} of {total}{end}", { step: 1, total: 4 })).toBe("Step 1 of 4");
  });

  it.each([
    [1, "4 January, 1 time"],
    [0, "4 January, 0 times"],
    [1200, "4 January, 1,200 times"],
  ])("take the plural form of %i", (count, text) => {
    expect(fillPlural(en.day_label, count, "en", { date: "4 January" })).toBe(text);
  });

  it("fall back to the general form where a language has more than is written", () => {
    expect(fillPlural({ other: "{count} times" }, 1, "ar-u-nu-latn")).toBe("1 times");
  });

  it("give way to a configuration's own texts, but not to unknown, empty or plural ones", () => {
    const texts = { submit: "Reserve", unknown: "x", back: "", places_left: "x" };
    expect(withTexts(en, texts)).toEqual({ ...en, submit: "Reserve" });
  });
});
