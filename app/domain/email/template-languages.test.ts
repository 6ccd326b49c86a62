import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { templateLanguages } from "./template-languages";

test("the service's languages come first, then others that the company wrote in", () => {
  expect(templateLanguages(["eo", "nl"])).toEqual([
    ...LOCALES.map((locale) => ({ locale, is_own: locale === "nl" })),
    { locale: "eo", is_own: true },
  ]);
});
