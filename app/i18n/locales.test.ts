import fc from "fast-check";
import { expect, test } from "vitest";
import {
  acceptedTags,
  dashboardLocale,
  directionOf,
  LOCALES,
  localeOf,
  mailLocale,
  pickLocale,
} from "./locales";

test.each([
  ["the first language with texts", "pt-BR, nl-BE;q=0.9, en;q=0.8", "en", "nl-BE"],
  ["the most wanted first, wherever it stands", "en;q=0.5, de-AT", "nl", "de-AT"],
  ["not what the reader refuses", "fr;q=0, de", "nl", "de"],
  ["the fallback where no wish has texts", "pt, ja", "es-MX", "es-MX"],
  ["the fallback where there is no wish", null, "ar-EG", "ar-EG"],
  ["English where the fallback has no texts either", "pt", "ja", "en"],
  ["English for a wish for anything", "*", "", "en"],
  ["the language alone where a region has no formats of its own", "en-XX", "nl", "en"],
  ["the region after a script", "ar-Arab-EG", "en", "ar-EG"],
  ["one way of writing a tag", "NL_be", "en", "nl-BE"],
  ["no extensions", "de-DE-u-nu-thai", "en", "de-DE"],
  ["nothing of a tag that Intl refuses", "en-aa-bb", "en", "en"],
])("a reader gets %s", (_name, wishes, fallback, picked) => {
  expect(pickLocale(wishes, fallback)).toBe(picked);
});

test("tags are taken in their order", () => {
  expect(pickLocale(["pt-BR", "fr-CA", "nl"], "en")).toBe("fr-CA");
});

test("whatever a header says, the answer is a tag that Intl knows, in one of the languages", () => {
  const pieces = fc.stringMatching(/^[a-zA-Z*]{0,3}([-_][a-zA-Z0-9]{1,9}){0,3}(;q=[0-9.]{0,4})?$/);
  fc.assert(
    fc.property(fc.array(pieces), fc.string(), (wishes, fallback) => {
      const tag = pickLocale(wishes.join(","), fallback);
      expect(LOCALES).toContain(localeOf(tag));
      expect(new Intl.DateTimeFormat(tag).resolvedOptions().locale).toBe(tag);
    }),
    { seed: 20261120, numRuns: 500 },
  );
});

test("a long header is read in part", () => {
  expect(acceptedTags("nl,".repeat(10_000))).toHaveLength(20);
});

test.each([
  ["ar", "rtl"],
  ["ar-EG", "rtl"],
  ["he-IL", "rtl"],
  ["nl", "ltr"],
  ["", "ltr"],
])("%s is written %s", (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});

test("a language without texts reads English", () => {
  expect(["nl-BE", "AR", "pt-BR", ""].map(localeOf)).toEqual(["nl", "ar", "en", "en"]);
});

test.each([
  ["en", "en-US", "en-US"],
  ["en", "en-au", "en-AU"],
  ["en", "en", "en-GB"],
  ["en", "nl-NL", "en-GB"],
  ["en", "en-aa-bb", "en-GB"],
  ["en-US", "nl-NL", "en-US"],
  ["de", "de-CH", "de-CH"],
  ["de", "nl-NL", "de"],
  ["de-AT", "de-CH", "de-AT"],
] as const)("a reader of %s in a company in %s reads dates in %s", (reader, tenant, locale) => {
  expect(dashboardLocale(reader, tenant)).toBe(locale);
});

test.each([
  ["en", "en", "Europe/Amsterdam", "en-GB"],
  ["en", "nl-NL", "Europe/Amsterdam", "en-GB"],
  ["en", "en", "America/New_York", "en-US"],
  ["en", "es-US", "America/Chicago", "en-US"],
  ["en", "en", "Asia/Kolkata", "en-IN"],
  ["en", "en", "UTC", "en-GB"],
  ["en", "en-IE", "America/New_York", "en-IE"],
  ["en-US", "nl", "Europe/Amsterdam", "en-US"],
  ["de", "de-AT", "Europe/Vienna", "de-AT"],
  ["de", "nl-NL", "Europe/Amsterdam", "de"],
])(
  "a mail in %s of a company in %s, %s, writes dates as %s",
  (written, locale, time_zone, expected) => {
    expect(mailLocale(written, { locale, time_zone })).toBe(expected);
  },
);
