import { en } from "./texts/en";
import type { FirstStrings, Strings } from "./strings";

/** The languages that load on their own; English is built in. */
const LOADS: Record<string, () => Promise<{ default: Strings }>> = {
  nl: () => import("./texts/nl"),
  de: () => import("./texts/de"),
  fr: () => import("./texts/fr"),
  es: () => import("./texts/es"),
  ar: () => import("./texts/ar"),
};

export const LANGUAGES = ["en", ...Object.keys(LOADS)];

const known = new Map<string, FirstStrings>([["en", en]]);

/** The texts of a language, once they are there. */
export const textsOf = (language: string): FirstStrings | undefined => known.get(language);

/** Fetches a language. One that cannot be had leaves English, which is better than nothing. */
export async function learn(language: string): Promise<void> {
  const load = LOADS[language];
  if (!load || known.has(language)) return;
  try {
    known.set(language, (await load()).default);
  } catch {
    // Asked for again by the next element, or after a change of language.
  }
}

/** English for a part that loads later, which comes with it. */
export function learnEnglish(more: Partial<Strings>): void {
  known.set("en", { ...textsOf("en"), ...more } as FirstStrings);
}
