import { choose } from "../../app/i18n/en/widget.json";
import type { Language } from "../wire";
import { languageOf, resolveLocale } from "./locale";
import { textsIn, type TextFile, type Texts } from "./texts";

/** Lazy-loaded languages; English is built in. */
export const LOADS: Record<string, () => Promise<{ default: TextFile }>> = {
  nl: () => import("../../app/i18n/nl/widget.json"),
  de: () => import("../../app/i18n/de/widget.json"),
  fr: () => import("../../app/i18n/fr/widget.json"),
  es: () => import("../../app/i18n/es/widget.json"),
  ar: () => import("../../app/i18n/ar/widget.json"),
} satisfies Record<Exclude<Language, "en">, unknown>;

const LANGUAGES = ["en", ...Object.keys(LOADS)];

const loaded = new Map<string, Partial<Texts>>([["en", choose]]);

/** The supported locale closest to the requested one. */
export const spokenLocale = (wish: string): string =>
  resolveLocale(wish, navigator.language, LANGUAGES);

/**
 * Texts of a locale; English while its language loads or if that fails. Later steps load their own
 * texts.
 */
export const textsOf = (locale: string): Texts =>
  (loaded.get(languageOf(locale)) ?? loaded.get("en")) as Texts;

/** Loads a locale's language; on failure English remains. */
export async function loadLanguage(locale: string): Promise<void> {
  const language = languageOf(locale);
  const load = LOADS[language];
  if (!load || loaded.has(language)) return;
  try {
    loaded.set(language, textsIn((await load()).default));
  } catch {
    // Retried by the next element or language change.
  }
}

/** Adds a lazy part's English texts. */
export function addEnglish(more: Partial<Texts>): void {
  loaded.set("en", { ...textsOf("en"), ...more });
}
