import type { LocaleTag } from "./locales";

/**
 * The texts of the dashboard. They are written in English where they are shown, `t("Add service")`, and looked up by that English text in
 * the reader's language (i18n/texts). So English costs the browser nothing, and another language one file that is kept.
 */

/** By the English text. What depends on a count has a form for each plural category of the language (Unicode CLDR), under its "other". */
export type Translations = Readonly<
  Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

/** What the page at hand is written in. */
export interface PageLanguage {
  locale: LocaleTag;
  translations: Translations;
}

export const ENGLISH: PageLanguage = { locale: "en", translations: {} };

let pageLanguage: () => PageLanguage = () => ENGLISH;

/** Said once where a program begins: on the server the language is that of the request, in the browser that of the document. */
export function readPageLanguage(from: () => PageLanguage): void {
  pageLanguage = from;
}

/** How the page at hand writes dates and numbers. */
export const pageLocale = (): LocaleTag => pageLanguage().locale;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = [Name] extends [never]
  ? []
  : [values: Readonly<Record<Name, string | number>>];

/** One for each language: to make one takes as long as to draw a row. The languages are ours, so it stays small. */
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

/** A text in the language of the page; `{name}` stands for a value, and a number is written as the language writes it. */
export function t<Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  const { locale, translations } = pageLanguage();
  const translated = translations[text];
  return fill(typeof translated === "string" ? translated : text, values, locale);
}

/** A text that depends on a count, which is its `{count}`: plural(2, "{count} booking", "{count} bookings"). */
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

/** Parts of one sentence as the language lists them: "1 delivered, 2 failed and 3 waiting". */
export const list = (parts: readonly string[]): string => listFormat(pageLocale()).format(parts);

/** Marks a text that is kept in a table and looked up when it is shown: t(LABELS[status]). */
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
