import type { Locale } from "../locales";
import type { Translations } from "../text";

/** Dashboard texts by language, except English. The browser loads each file on demand. */
const TRANSLATIONS: Record<Exclude<Locale, "en">, () => Promise<Translations>> = {
  nl: async () => (await import("./nl")).nl,
  de: async () => (await import("./de")).de,
  fr: async () => (await import("./fr")).fr,
  es: async () => (await import("./es")).es,
  ar: async () => (await import("./ar")).ar,
};

/** English texts are inline and need no file. */
export async function loadTranslations(language: Locale): Promise<Translations> {
  return language === "en" ? {} : TRANSLATIONS[language]();
}
