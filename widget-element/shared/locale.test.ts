import { describe, expect, it } from "vitest";
import { directionOf, resolveLocale } from "./locale";

describe("locale resolution", () => {
  it.each([
    ["en-GB", "nl", "en-GB"],
    ["en", "en-GB", "en-GB"],
    ["en-US", "en-GB", "en-US"],
    ["en", "nl-NL", "en"],
    ["nl", "nl-NL", "en-NL"],
    ["nl-BE", "nl-NL", "en-BE"],
    ["pt_BR", "en-US", "en-BR"],
    ["not a locale", "nl", "en"],
    ["", "en-GB", "en-GB"],
  ])("%j in a browser of %s resolves to %s", (wish, browser, locale) => {
    expect(resolveLocale(wish, browser, ["en"])).toBe(locale);
  });

  it("uses a supported language", () => {
    expect(resolveLocale("nl-BE", "en-US", ["en", "nl"])).toBe("nl-BE");
  });

  it("returns the writing direction", () => {
    expect(["en", "ar", "ar-EG", "he", "nl"].map(directionOf)).toEqual([
      "ltr",
      "rtl",
      "rtl",
      "rtl",
      "ltr",
    ]);
  });
});
