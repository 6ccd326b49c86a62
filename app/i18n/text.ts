import type { LocaleTag } from "./locales";

/**
 * Dashboard texts. English is written inline, `t("Add service")`, and is the key into the other
 * languages (i18n/texts). English costs the browser no download; another language is one cached
 * file.
 */

/**
 * Keyed by the English text. A plural has one form per CLDR plural category, keyed by its English
 * "other" form.
 */
export type Translations = Readonly<
  Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

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

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = [Name] extends [never]
  ? []
  : [values: Readonly<Record<Name, string | number>>];

/**
 * Caches a formatter per locale: creating one takes as long as rendering a row. Locales are a
 * closed list, so the cache stays small.
 */
function kept<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}
const pluralRules = kept((locale) => new Intl.PluralRules(locale));
const numberFormat = kept((locale) => new Intl.NumberFormat(locale));
const listFormat = kept((locale) => new Intl.ListFormat(locale));

/**
 * Translates a text into the page's language. `{name}` inserts a value; numbers are formatted for
 * the locale.
 */
export function t<Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  const { locale, translations } = pageLanguage();
  const translated = translations[text];
  return fill(typeof translated === "string" ? translated : text, values, locale);
}

/**
 * Translates a text that depends on its `{count}`: plural(2, "{count} booking", "{count}
 * bookings").
 */
export function plural<One extends string, Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: Values<Exclude<Names<One | Other>, "count">>
): string {
  const { locale, translations } = pageLanguage();
  const forms = translations[other];
  const known = typeof forms === "object" ? forms : { one, other };
  const form = pluralRules(typeof forms === "object" ? locale : "en").select(count);
  return fill(known[form] ?? known.other ?? other, { ...values, count }, locale);
}

/** Joins parts of a sentence for the page's language: "1 delivered, 2 failed and 3 waiting". */
export const list = (parts: readonly string[]): string => listFormat(pageLocale()).format(parts);

/** Marks a text stored in a table for translation when it is rendered: t(LABELS[status]). */
export const msg = <const Text extends string>(text: Text): Text => text;

function fill(
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  locale: LocaleTag,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === "number" ? numberFormat(locale).format(value) : (value ?? whole);
  });
}
