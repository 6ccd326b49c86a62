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

/** The languages of the page, each with the name that its own readers know. */
export const languages: { locale: Locale; name: string }[] = LOCALES.map((locale) => ({
  locale,
  name: LANGUAGE_NAMES[locale],
}));

/** A language named in an address; null for none, or one without texts. */
export function languageNamed(tag: string | null): Locale | null {
  return LOCALES.find((locale) => locale === tag) ?? null;
}

type WeekLocale = Intl.Locale & {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
};

/** The weekday (ISO, Monday is 1) that a week begins with where the language is spoken: "en-US" → 7. */
export function firstWeekday(tag: string): number {
  const locale: WeekLocale = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
