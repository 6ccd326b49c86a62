import type { LocaleTag } from "./locales";

/**
 * Dashboard texts. English is written inline, `t("Add service")`, and is the key into the other
 * languages (`<language>/dashboard.json`). English costs the browser no download; another language
 * is one cached file.
 *
 * The files have the format of i18next. i18next itself would add 14.6 kB to the first load and take
 * three to ten times as long per text; catalogue.test.ts compares this reader with it.
 */

/**
 * i18next JSON v4. A plural has a key per CLDR plural category, after its English "other" form:
 * "{{count}} bookings_one". A text with a context has its own key: "Desk_resource".
 */
export type Translations = Readonly<Record<string, string>>;

/** Language of the current page. */
export interface PageLanguage {
  locale: LocaleTag;
  translations: Translations;
}

export const ENGLISH: PageLanguage = { locale: "en", translations: {} };

let pageLanguage: () => PageLanguage = () => ENGLISH;

/**
 * Called once at startup: the server reads the language from the request, the browser from the
 * document.
 */
export function readPageLanguage(from: () => PageLanguage): void {
  pageLanguage = from;
}

/** Locale for dates and numbers on the current page. */
export const pageLocale = (): LocaleTag => pageLanguage().locale;

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = Readonly<Record<Name, string | number>>;
/** Separates equal English texts that other languages word differently. */
type Context = Partial<Record<"context", string>>;
type TextValues<Name extends string> = [Name] extends [never]
  ? [options?: Context]
  : [values: Values<Name> & Context];
type PluralValues<Name extends string> = [Name] extends [never] ? [] : [values: Values<Name>];

/**
 * Caches a formatter per locale: creating one takes as long as rendering a row. Locales are a
 * closed list, so the cache stays small.
 */
function cachedByLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}
const pluralRules = cachedByLocale((locale) => new Intl.PluralRules(locale));
const numberFormat = cachedByLocale((locale) => new Intl.NumberFormat(locale));
const listFormat = cachedByLocale((locale) => new Intl.ListFormat(locale));

/**
 * Translates a text into the page's language. `{{name}}` inserts a value; numbers are formatted for
 * the locale. With a context, the translation for that context is preferred.
 */
export function t<Text extends string>(text: Text, ...[values]: TextValues<Names<Text>>): string {
  const { locale, translations } = pageLanguage();
  const translated =
    (values?.context === undefined ? undefined : translations[`${text}_${values.context}`]) ??
    translations[text] ??
    text;
  return fill(translated, values, locale);
}

/**
 * Translates a text that depends on its `{{count}}`: plural(2, "{{count}} booking", "{{count}}
 * bookings").
 */
export function plural<One extends string, Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: PluralValues<Exclude<Names<One | Other>, "count">>
): string {
  const { locale, translations } = pageLanguage();
  const form = pluralRules(locale).select(count);
  const translated =
    translations[`${other}_${form}`] ??
    translations[`${other}_other`] ??
    (pluralRules("en").select(count) === "one" ? one : other);
  return fill(translated, { ...values, count }, locale);
}

/** Joins parts of a sentence for the page's language: "1 delivered, 2 failed and 3 waiting". */
export const list = (parts: readonly string[]): string => listFormat(pageLocale()).format(parts);

/**
 * Marks a text stored in a table for translation when it is rendered: t(LABELS[status]). A context
 * given here must be given to t() too.
 */
export const msg = <const Text extends string>(text: Text, _options?: Context): Text => text;

function fill(
  text: string,
  values: Readonly<Record<string, string | number | undefined>> = {},
  locale: LocaleTag,
): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === "number" ? numberFormat(locale).format(value) : (value ?? whole);
  });
}
