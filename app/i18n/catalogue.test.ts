import { existsSync, readFileSync, writeFileSync } from "node:fs";
import i18next from "i18next";
import { afterEach, expect, test } from "vitest";
import { literalsOutside, pageTexts, textsOutside } from "~/testing/page-texts";
import { sourceFiles } from "~/testing/source-files";
import { LOCALES } from "./locales";
import { ENGLISH, plural, readPageLanguage, t } from "./text";

// Every surface has every text in every language (`<language>/<surface>.json`). The dashboard's
// English file is generated from the code: `UPDATE_TEXTS=1 npx vitest run --project unit catalogue`
// writes it, and removes from the other languages what the code no longer has.

const SURFACES = ["dashboard", "mail", "guest", "book", "widget"] as const;
const OTHERS = LOCALES.filter((language) => language !== "en");

/** Keys of texts that are the same as in English. */
const SAME: Record<string, readonly string[]> = {
  nl: [
    "Per resource",
    "Per week",
    "Signing secret",
    "signing secret",
    "{{figure}} per week",
    "email",
    "code",
    "verify.code",
  ],
  de: [
    "name",
    "details.name",
    "optional",
    "details.optional",
    "code",
    "verify.code",
    "addons",
    "details.addons",
  ],
  fr: ["email", "notes", "code", "verify.code", "total", "details.total"],
  es: ["Google Calendar", "addons", "details.addons", "total", "details.total"],
};
/** Examples of names, which a language may keep, and a subject made of values only. */
const NAMES = [
  "Vinyasa flow",
  "booking.booking_reminder.subject",
  "fee_charged.subject",
  "fee_charged.title",
  "fee_request.title",
];

/** Pages in English alone, pages with texts beside them, and tools for developers. */
const UNTRANSLATED_PAGES = /\/(docs|help|book|guest|landing|sandbox|guest-page|developers)\//;
const code = codeBelow("app");
const pages = code.filter(
  (file) => /^app\/(ui|pages)\//.test(file) && !UNTRANSLATED_PAGES.test(file),
);
const texts = pageTexts(code);
const fromCode = sorted(
  Object.fromEntries(
    texts.flatMap(({ key, english, one }) =>
      one === null
        ? [[key, english]]
        : [
            [`${key}_one`, one],
            [`${key}_other`, key],
          ],
    ),
  ),
);

afterEach(() => readPageLanguage(() => ENGLISH));

test("no text of a page is out of a translation's reach", () => {
  expect([
    ...textsOutside(pages.filter((file) => file.endsWith("x"))),
    ...literalsOutside(pages),
  ]).toEqual([]);
});

test("a text is always a plain one or always one of a count", () => {
  const known = new Map(texts.map((text) => [text.key, text]));
  expect(texts.filter(({ key, one }) => known.get(key)!.one !== one)).toEqual([]);
});

test("the dashboard's English file has the texts of the code", () => {
  if (process.env.UPDATE_TEXTS) {
    writeTexts("en", "dashboard", fromCode);
    for (const language of OTHERS) {
      const wanted = expectedKeys(fromCode, language);
      const remaining = Object.entries(readTexts(language, "dashboard")).filter(([key]) =>
        wanted.has(key),
      );
      writeTexts(language, "dashboard", sorted(Object.fromEntries(remaining)));
    }
  }
  expect(Object.entries(readTexts("en", "dashboard"))).toEqual(Object.entries(fromCode));
});

const files = SURFACES.flatMap((surface) => OTHERS.map((language) => [language, surface] as const));

test.each(files)("%s has every text of the %s, and none besides", (language, surface) => {
  const english = readTexts("en", surface);
  expect(Object.keys(readTexts(language, surface)).sort()).toEqual(
    [...expectedKeys(english, language).keys()].sort(),
  );
});

test.each(files)("%s keeps the values and tags of the %s", (language, surface) => {
  const english = readTexts("en", surface);
  const translated = readTexts(language, surface);
  for (const [key, of] of expectedKeys(english, language)) {
    const [wanted, found] = [slotsOf(english[of]!), slotsOf(translated[key]!)];
    // "One guest" may do without its number.
    const isForm = key !== of || /_one$/.test(key);
    const compared = (slots: string[]) =>
      isForm ? slots.filter((slot) => slot !== "{{count}}") : slots;
    expect(compared(found), key).toEqual(compared(wanted));
  }
});

test.each(files)("%s has its own words for the %s", (language, surface) => {
  const english = readTexts("en", surface);
  const translated = readTexts(language, surface);
  const allowed = [...(SAME[language] ?? []), ...NAMES];
  // Languages share many single words of the dashboard: "Status", "Service".
  const hasWords = surface === "dashboard" ? /\p{L}\s+\p{L}/u : /\p{L}/u;
  const same = Object.keys(translated).filter(
    (key) => translated[key] === english[key] && hasWords.test(english[key] ?? ""),
  );
  expect(same.filter((key) => !allowed.includes(key))).toEqual([]);
  for (const [key, text] of Object.entries(translated)) expect(text.trim(), key).not.toBe("");
});

test.each(SURFACES.filter((surface) => surface !== "dashboard"))(
  "the code uses every text of the %s",
  (surface) => {
    const files = surface === "widget" ? codeBelow("widget-element") : code;
    const words = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
    const english = readTexts("en", surface);
    const unused = Object.keys(english).filter((key) =>
      (pluralStem(english, key) ?? key).split(".").some((part) => !words.has(part)),
    );
    expect(unused).toEqual([]);
  },
);

test.each(LOCALES)("%s reads as i18next reads it", async (language) => {
  const translations = readTexts(language, "dashboard");
  const reference = i18next.createInstance();
  await reference.init({
    lng: language,
    resources: { [language]: { translation: translations } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  readPageLanguage(() => ({ locale: language, translations }));
  const values = { name: "$& <b>{{name}}</b>" };
  for (const { key, english, one } of texts) {
    if (one === null) {
      const context = key === english ? undefined : key.slice(english.length + 1);
      const options = { ...values, context };
      expect(t(english as "{{name}}", options)).toBe(reference.t(english, options));
      continue;
    }
    for (const count of [0, 1, 2, 3, 11, 100])
      expect(plural(count, one as "{{name}}", key, values)).toBe(
        reference.t(key, { ...values, count }),
      );
  }
});

/** The keys that a language must have, with the English key of each. */
function expectedKeys(
  english: Readonly<Record<string, string>>,
  language: string,
): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = new Map<string, string>();
  for (const key of Object.keys(english)) {
    const stem = pluralStem(english, key);
    if (stem === null) keys.set(key, key);
    else for (const form of forms) keys.set(`${stem}_${form}`, `${stem}_other`);
  }
  return keys;
}

/** The key of a plural without its form; null for a plain text. */
function pluralStem(english: Readonly<Record<string, string>>, key: string): string | null {
  const stem = key.replace(/_(one|other)$/, "");
  return `${stem}_one` in english && `${stem}_other` in english ? stem : null;
}

function codeBelow(folder: string): string[] {
  return sourceFiles(folder).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|setup)\.tsx?$|^app\/testing\//.test(file),
  );
}

/** Values and elements in a text. */
function slotsOf(text: string): string[] {
  return (text.match(/\{\{ ?[\w.]+ ?\}\}|<\/?\w+>/g) ?? []).sort();
}

/** By key; the parts of a nested key are joined: "labels.what". */
function readTexts(language: string, surface: string): Record<string, string> {
  const file = fileOf(language, surface);
  return existsSync(file) ? flatten(JSON.parse(readFileSync(file, "utf8")) as Nested) : {};
}

interface Nested {
  [key: string]: string | Nested;
}

function flatten(nested: Nested, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(nested).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

function writeTexts(language: string, surface: string, content: Record<string, string>): void {
  writeFileSync(fileOf(language, surface), `${JSON.stringify(content, null, 2)}\n`);
}

function fileOf(language: string, surface: string): string {
  return `app/i18n/${language}/${surface}.json`;
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(entries)
      .sort()
      .map((key) => [key, entries[key]!]),
  );
}
