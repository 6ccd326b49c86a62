import { ar } from "./texts/ar";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import type { MailTexts } from "./texts/mail-texts";
import { nl } from "./texts/nl";

const byLanguage: Record<string, MailTexts> = { en, nl, de, fr, es, ar };

/** The languages that the service's own mails and the guest's page speak. */
export const languages: readonly string[] = Object.keys(byLanguage);

/** The texts of a locale's language, English where there are none. */
export function textsOf(locale: string): MailTexts {
  return byLanguage[locale.split("-")[0]!.toLowerCase()] ?? en;
}

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ps", "ur"];

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(locale.split("-")[0]!.toLowerCase()) ? "rtl" : "ltr";
}
