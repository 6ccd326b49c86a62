import { type Locale, localeOf } from "~/i18n/locales";
import { ar } from "./texts/ar";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import type { MailTexts } from "./texts/mail-texts";
import { nl } from "./texts/nl";

const byLanguage: Record<Locale, MailTexts> = { en, nl, de, fr, es, ar };

/** The texts in a tag's language, English if there are none. */
export function textsOf(tag: string): MailTexts {
  return byLanguage[localeOf(tag)];
}
