import { LANGUAGE_NAMES, type Locale, LOCALES, localeOf } from "~/i18n/locales";
import { ar } from "./texts/ar";
import type { BookTexts } from "./texts/book-texts";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import { nl } from "./texts/nl";

const byLocale: Record<Locale, BookTexts> = { en, nl, de, fr, es, ar };

export function bookTexts(tag: string): BookTexts {
  return byLocale[localeOf(tag)];
}

/** Languages of the page, each named in itself. */
export const languages: { locale: Locale; name: string }[] = LOCALES.map((locale) => ({
  locale,
  name: LANGUAGE_NAMES[locale],
}));

/** The language requested in a URL; null if missing or unsupported. */
export function languageNamed(tag: string | null): Locale | null {
  return LOCALES.find((locale) => locale === tag) ?? null;
}

type WeekLocale = Intl.Locale & {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
};

/** First day of the week for a locale (ISO, Monday is 1): "en-US" → 7. */
export function firstWeekday(tag: string): number {
  const locale: WeekLocale = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
