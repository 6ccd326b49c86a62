import type { Locale } from "./locales";
import type { Translations } from "./text";

/** Dashboard texts by language, except English. The browser loads each file on demand. */
const FILES: Record<Exclude<Locale, "en">, () => Promise<{ default: Translations }>> = {
  nl: () => import("./nl/dashboard.json"),
  de: () => import("./de/dashboard.json"),
  fr: () => import("./fr/dashboard.json"),
  es: () => import("./es/dashboard.json"),
  ar: () => import("./ar/dashboard.json"),
};

/** English texts are inline and need no file. */
export async function loadTranslations(language: Locale): Promise<Translations> {
  return language === "en" ? {} : (await FILES[language]()).default;
}
