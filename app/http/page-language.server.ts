import { AsyncLocalStorage } from "node:async_hooks";
import { type Locale, type LocaleTag, LOCALES, localeOf, pickLocale } from "~/i18n/locales";
import { ENGLISH, type PageLanguage, readPageLanguage, type Translations } from "~/i18n/text";
import { loadTranslations } from "~/i18n/dashboard-texts";

// Loaded up front, so that rendering never waits for a language.
const translations = Object.fromEntries(
  await Promise.all(
    LOCALES.map(async (language) => [language, await loadTranslations(language)] as const),
  ),
) as Record<Locale, Translations>;

const ofRequest = new AsyncLocalStorage<PageLanguage>();
readPageLanguage(() => ofRequest.getStore() ?? ENGLISH);

const COOKIE = "language";
/** One year. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** The reader's chosen language, else the first supported one of the browser's, else English. */
export function pageLocaleOf(request: Request): LocaleTag {
  const accepted = pickLocale(request.headers.get("Accept-Language"), "en");
  const chosen = readLanguageCookie(request);
  return chosen === null || chosen === localeOf(accepted) ? accepted : chosen;
}

/**
 * Sets the reader's language for the rest of this loader or action. Must be called before the first
 * `await` so that it also applies to the caller (AsyncLocalStorage.enterWith).
 */
export function enterPageLanguage(request: Request): void {
  ofRequest.enterWith(languageOf(pageLocaleOf(request)));
}

/** Renders a page in a language. */
export function inPageLanguage<Done>(locale: LocaleTag, draw: () => Done): Done {
  return ofRequest.run(languageOf(locale), draw);
}

/** Set-Cookie for a choice of language; null returns to the browser's own. */
export function languageCookie(language: Locale | null): string {
  const [value, seconds] = language === null ? ["", 0] : [language, MAX_AGE_SECONDS];
  return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

const languageOf = (locale: LocaleTag): PageLanguage => ({
  locale,
  translations: translations[localeOf(locale)],
});

/** The language chosen in this browser, or null. */
export function readLanguageCookie(request: Request): Locale | null {
  const value = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(
    request.headers.get("Cookie") ?? "",
  )?.[1];
  return LOCALES.find((language) => language === value) ?? null;
}
