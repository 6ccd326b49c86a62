import { languageOf, resolveLocale } from "../shared/locale";
import type { Language } from "../wire";
import { en } from "./en";
import type { FirstStrings, Strings } from "./strings";

/** The languages that load on their own; English is built in. */
export const LOADS: Record<string, () => Promise<{ default: Strings }>> = {
  nl: () => import("./nl"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
} satisfies Record<Exclude<Language, "en">, unknown>;

const LANGUAGES = ["en", ...Object.keys(LOADS)];

const loaded = new Map<string, FirstStrings>([["en", en]]);

/** The supported locale nearest to the requested one. */
export const spokenLocale = (wish: string): string =>
  resolveLocale(wish, navigator.language, LANGUAGES);

/**
 * The texts of a locale, in English while its language is on its way or where it cannot be had. Those of the later steps come with the
 * steps that use them.
 */
export const textsOf = (locale: string): Strings =>
  (loaded.get(languageOf(locale)) ?? loaded.get("en")) as Strings;

/** Loads the language of a locale. One that cannot be had leaves English, which is better than nothing. */
export async function loadLanguage(locale: string): Promise<void> {
  const language = languageOf(locale);
  const load = LOADS[language];
  if (!load || loaded.has(language)) return;
  try {
    loaded.set(language, (await load()).default);
  } catch {
    // Asked for again by the next element, or after a change of language.
  }
}

/** Adds the English texts of a part that loads later. */
export function addEnglish(more: Partial<Strings>): void {
  loaded.set("en", { ...textsOf("en"), ...more });
}
