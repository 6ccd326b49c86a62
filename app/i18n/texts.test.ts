import { expect, test } from "vitest";
import { literalsOutside, pageTexts, textsOutside } from "~/testing/page-texts";
import { sourceFiles } from "~/testing/source-files";
import { LOCALES } from "./locales";
import { loadTranslations } from "./texts";

// The texts of the pages that are translated (translated-pages.ts): each can be, and each is, in every language.

/** Pages in English alone, pages with texts beside them, and tools for developers. */
const OTHERS = /\/(docs|book|guest|landing|sandbox|guest-page|developers)\//;
const code = filesIn("app").filter((file) => !/\.(test|setup)\.tsx?$|^app\/testing\//.test(file));
const pages = code.filter((file) => /^app\/(ui|pages)\//.test(file) && !OTHERS.test(file));
const texts = new Map(pageTexts(code).map((text) => [text.key, text]));

test("no text of a page is out of a translation's reach", () => {
  expect([
    ...textsOutside(pages.filter((file) => file.endsWith("x"))),
    ...literalsOutside(pages),
  ]).toEqual([]);
});

test("a text is always a plain one or always one of a count", () => {
  expect(pageTexts(code).filter(({ key, one }) => texts.get(key)!.one !== one)).toEqual([]);
});

test.each(LOCALES.filter((language) => language !== "en"))(
  "%s has every text, with its values and tags",
  async (language) => {
    const translations = await loadTranslations(language);
    expect(Object.keys(translations).sort()).toEqual([...texts.keys()].sort());
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, { one }] of texts) {
      const translated = translations[key]!;
      if (typeof translated === "string") {
        expect(one, `${key} depends on a count`).toBeNull();
        expect(slotsOf(translated), key).toEqual(slotsOf(key));
        continue;
      }
      expect(Object.keys(translated).sort(), key).toEqual(forms);
      // "One guest" may do without its number.
      const others = Object.values(translated).map((form) =>
        slotsOf(form).filter((slot) => slot !== "{count}"),
      );
      for (const slots of others)
        expect(slots, key).toEqual(slotsOf(key).filter((slot) => slot !== "{count}"));
      expect(slotsOf(translated.other!), key).toEqual(slotsOf(key));
    }
  },
);

/** What stands for values and elements in a text. */
const slotsOf = (text: string): string[] => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort();

function filesIn(folder: string): string[] {
  return sourceFiles(folder).filter((file) => /\.tsx?$/.test(file));
}
