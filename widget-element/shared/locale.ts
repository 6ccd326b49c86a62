/** Resolves the language and its writing direction. */

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ps", "ur"];

/**
 * Resolves a requested locale such as `nl`, `nl-BE` or `pt_BR`. A bare language takes the browser's
 * region if the language matches, so `en` keeps a British reader's 24-hour clock. An unsupported
 * language falls back to English in the reader's region, so texts and dates share a language while
 * clock and week stay local.
 */
export function resolveLocale(wish: string, browser: string, languages: readonly string[]): string {
  const wanted = parse(wish) ?? new Intl.Locale("en");
  const own = parse(browser);
  const locale = own && !wanted.region && own.language === wanted.language ? own : wanted;
  if (languages.includes(locale.language)) return locale.toString();
  const region = locale.maximize().region;
  return region ? `en-${region}` : "en";
}

function parse(wish: string): Intl.Locale | null {
  try {
    return new Intl.Locale(wish.replaceAll("_", "-"));
  } catch {
    return null;
  }
}

/** The language of a locale. */
export const languageOf = (locale: string): string => new Intl.Locale(locale).language;

/** The writing direction of a locale. */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.includes(languageOf(locale)) ? "rtl" : "ltr";

/** The nearest `lang` attribute, through shadow roots, or the browser's language. */
export function languageAround(element: Element): string {
  const lang = element.closest("[lang]")?.getAttribute("lang");
  if (lang) return lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : navigator.language;
}
