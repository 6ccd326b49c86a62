import { expect, test } from "vitest";
import { templateLanguages } from "./template-languages";

test("the service's languages come first, then others that the company wrote in", () => {
  expect(templateLanguages(["it", "nl"])).toEqual([
    { locale: "en", is_own: false },
    { locale: "nl", is_own: true },
    { locale: "de", is_own: false },
    { locale: "fr", is_own: false },
    { locale: "es", is_own: false },
    { locale: "ar", is_own: false },
    { locale: "it", is_own: true },
  ]);
});
