import type { Locale } from "../locales";
import type { Translations } from "../text";

/** The dashboard's texts in each language but English, each a file that the browser loads when it is wanted. */
const TRANSLATIONS: Record<Exclude<Locale, "en">, () => Promise<Translations>> = {
  nl: async () => (await import("./nl")).nl,
  de: async () => (await import("./de")).de,
  fr: async () => (await import("./fr")).fr,
  es: async () => (await import("./es")).es,
  ar: async () => (await import("./ar")).ar,
};

/** English has its texts where they are shown. */
export async function loadTranslations(language: Locale): Promise<Translations> {
  return language === "en" ? {} : TRANSLATIONS[language]();
}
