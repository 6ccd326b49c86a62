import { expect, test } from "vitest";
import { templateLanguages } from "./template-languages";

const stateOf = (own: string[], locale: string) =>
  templateLanguages(own, "nl").find((language) => language.locale === locale);

test("without an own text every language has the service's", () => {
  expect(templateLanguages([], "nl").map(({ locale }) => locale)).toEqual(["en", "nl", "de", "fr", "es", "ar"]);
  expect(stateOf([], "nl")).toEqual({ locale: "nl", is_own: false, instead: null });
});

test("an own text in the company's language or in English stands in for languages without one", () => {
  expect(stateOf(["nl"], "nl")).toEqual({ locale: "nl", is_own: true, instead: null });
  expect(stateOf(["nl"], "de")).toEqual({ locale: "de", is_own: false, instead: "nl" });
  expect(stateOf(["en", "nl"], "fr")?.instead).toBe("nl");
  expect(stateOf(["fr"], "de")?.instead).toBeNull();
});

test("a language of the company's own is listed too", () => {
  expect(stateOf(["it"], "it")).toEqual({ locale: "it", is_own: true, instead: null });
});
