import { AsyncLocalStorage } from "node:async_hooks";
import { type Locale, type LocaleTag, LOCALES, localeOf, pickLocale } from "~/i18n/locales";
import { ENGLISH, type PageLanguage, readPageLanguage, type Translations } from "~/i18n/text";
import { loadTranslations } from "~/i18n/texts";

// All of them from the start: a page that is drawn does not wait for its language.
const translations = Object.fromEntries(
  await Promise.all(
    LOCALES.map(async (language) => [language, await loadTranslations(language)] as const),
  ),
) as Record<Locale, Translations>;

const ofRequest = new AsyncLocalStorage<PageLanguage>();
readPageLanguage(() => ofRequest.getStore() ?? ENGLISH);

const COOKIE = "language";
/** A year: it is chosen once. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** The language that this browser's reader chose, else the first of the browser's own that there are texts in, else English. */
export function pageLocaleOf(request: Request): LocaleTag {
  const accepted = pickLocale(request.headers.get("Accept-Language"), "en");
  const chosen = readLanguageCookie(request);
  return chosen === null || chosen === localeOf(accepted) ? accepted : chosen;
}

/**
 * What this loader or action says from here on is in its reader's language. It is called before the first `await`, so that it holds for the
 * caller too (AsyncLocalStorage.enterWith).
 */
export function enterPageLanguage(request: Request): void {
  ofRequest.enterWith(languageOf(pageLocaleOf(request)));
}

/** Draws a page in a language. */
export function inPageLanguage<Done>(locale: LocaleTag, draw: () => Done): Done {
  return ofRequest.run(languageOf(locale), draw);
}

/** Set-Cookie for a choice; null for the browser's own language again. */
export function languageCookie(language: Locale | null): string {
  const [value, seconds] = language === null ? ["", 0] : [language, MAX_AGE_SECONDS];
  return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

const languageOf = (locale: LocaleTag): PageLanguage => ({
  locale,
  translations: translations[localeOf(locale)],
});

/** What this browser's reader chose; null: nothing, so its own language. */
export function readLanguageCookie(request: Request): Locale | null {
  const value = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(
    request.headers.get("Cookie") ?? "",
  )?.[1];
  return LOCALES.find((language) => language === value) ?? null;
}
