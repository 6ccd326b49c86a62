import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { templateLanguages } from "./template-languages";

test("lists the service's languages first, then the company's others", () => {
  expect(templateLanguages(["eo", "nl"])).toEqual([
    ...LOCALES.map((locale) => ({ locale, is_own: locale === "nl" })),
    { locale: "eo", is_own: true },
  ]);
});
