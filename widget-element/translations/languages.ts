import { languageOf, resolveLocale } from "../shared/locale";
import type { Language } from "../wire";
import { en } from "./en";
import type { FirstStrings, Strings } from "./strings";

/** Lazy-loaded languages; English is built in. */
export const LOADS: Record<string, () => Promise<{ default: Strings }>> = {
  nl: () => import("./nl"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
} satisfies Record<Exclude<Language, "en">, unknown>;

const LANGUAGES = ["en", ...Object.keys(LOADS)];

const loaded = new Map<string, FirstStrings>([["en", en]]);

/** The supported locale closest to the requested one. */
export const spokenLocale = (wish: string): string =>
  resolveLocale(wish, navigator.language, LANGUAGES);

/**
 * Texts of a locale; English while its language loads or if that fails. Later steps load their own
 * texts.
 */
export const textsOf = (locale: string): Strings =>
  (loaded.get(languageOf(locale)) ?? loaded.get("en")) as Strings;

/** Loads a locale's language; on failure English remains. */
export async function loadLanguage(locale: string): Promise<void> {
  const language = languageOf(locale);
  const load = LOADS[language];
  if (!load || loaded.has(language)) return;
  try {
    loaded.set(language, (await load()).default);
  } catch {
    // Retried by the next element or language change.
  }
}

/** Adds a lazy part's English texts. */
export function addEnglish(more: Partial<Strings>): void {
  loaded.set("en", { ...textsOf("en"), ...more });
}
