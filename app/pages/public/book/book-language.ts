import ar from "~/i18n/ar/book.json";
import de from "~/i18n/de/book.json";
import en from "~/i18n/en/book.json";
import es from "~/i18n/es/book.json";
import fr from "~/i18n/fr/book.json";
import {
  acceptedTags,
  LANGUAGE_NAMES,
  type Locale,
  LOCALES,
  type LocaleTag,
  localeOf,
  pickLocale,
} from "~/i18n/locales";
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

/** "Which court?", "Who with?": the question that a choice of resources answers, by their kind. */
export function whichOf(
  { resources }: { resources: readonly { type: string }[] },
  tag: string,
): string {
  const { which } = bookTexts(tag);
  const type = resources[0]?.type;
  const isOneKind = resources.every((one) => one.type === type);
  return (isOneKind && which[type as keyof typeof which]) || which.other;
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

/**
 * The language in the URL, otherwise the browser's, otherwise the company's, each with the reader's
 * region if known.
 */
export function pickPageLocale(
  lang: string | null,
  accepted: string | null,
  tenant: string,
): LocaleTag {
  if (lang === null) return pickLocale(accepted, tenant);
  const own = [...acceptedTags(accepted ?? ""), tenant].filter(
    (tag) => localeOf(tag) === lang && tag.startsWith(lang),
  );
  return pickLocale([...own, lang], lang);
}

/** The language of a page without a company. */
export const readerLocale = (request: Request): LocaleTag =>
  pickPageLocale(
    languageNamed(new URL(request.url).searchParams.get("lang")),
    request.headers.get("Accept-Language"),
    "en",
  );

type WeekLocale = Intl.Locale & {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
};

/** First day of the week for a locale (ISO, Monday is 1): "en-US" → 7. */
export function firstWeekday(tag: string): number {
  const locale: WeekLocale = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
