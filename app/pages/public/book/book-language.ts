import ar from "~/i18n/ar/book.json";
import de from "~/i18n/de/book.json";
import en from "~/i18n/en/book.json";
import es from "~/i18n/es/book.json";
import fr from "~/i18n/fr/book.json";
import { LANGUAGE_NAMES, type Locale, LOCALES, localeOf } from "~/i18n/locales";
import nl from "~/i18n/nl/book.json";

/**
 * Texts of the public booking page in one language, in addition to the guest page's; {{names}} are
 * inserted.
 */
export type BookTexts = typeof en;

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
