import { describe, expect, it } from "vitest";
import { en } from "./en";
import { enDetails } from "./en-details";
import { enInteractions } from "./en-interactions";
import { enPay } from "./en-pay";
import { enServices } from "./en-services";
import { enVerify } from "./en-verify";
import { LOADS } from "./languages";
import { fill, fillPlural, type Plural, type Strings } from "./strings";

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
});

const languages = await Promise.all(
  Object.entries(LOADS).map(
    async ([language, load]) => [language, (await load()).default] as const,
  ),
);

describe.each(languages)("the texts in %s", (language, texts) => {
  const english: Strings = {
    ...en,
    ...enInteractions,
    ...enServices,
    ...enDetails,
    ...enVerify,
    ...enPay,
  };
  const keys = Object.keys(english) as (keyof Strings)[];
  const forms = (text: string | Plural) =>
    typeof text === "string" ? [text] : Object.values(text);
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

  it("say all that English says, and each in words of their own", () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    const same = keys.filter((key) => JSON.stringify(texts[key]) === JSON.stringify(english[key]));
    expect(same.filter((key) => !["name", "code", "optional", "notes"].includes(key))).toEqual([]);
  });

  it("have the places of the English texts", () => {
    for (const key of keys) {
      const wanted = places(forms(english[key]).at(-1)!);
      for (const text of forms(texts[key]))
        expect(
          places(text).filter((place) => place !== "{count}"),
          `${key}: ${text}`,
        ).toEqual(wanted.filter((place) => place !== "{count}"));
      expect(places(forms(texts[key]).at(-1)!), key).toEqual(wanted);
    }
  });

  it("have plural forms of their language alone", () => {
    const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = keys.filter((key) => typeof texts[key] !== "string");
    for (const key of plurals)
      for (const form of Object.keys(texts[key])) expect(known, `${key} ${form}`).toContain(form);
  });
});
