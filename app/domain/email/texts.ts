import ar from "~/i18n/ar/mail.json";
import de from "~/i18n/de/mail.json";
import en from "~/i18n/en/mail.json";
import es from "~/i18n/es/mail.json";
import fr from "~/i18n/fr/mail.json";
import { type Locale, localeOf } from "~/i18n/locales";
import nl from "~/i18n/nl/mail.json";

/**
 * All texts of the default emails in one language. `{{ … }}` are the templates' variables; where
 * the product is the sender, the code that writes the email fills them in.
 */
export type MailTexts = typeof en;

export interface MailText {
  subject: string;
  title: string;
  intro: string;
}

const byLanguage: Record<Locale, MailTexts> = { en, nl, de, fr, es, ar };

/** The texts in a tag's language, English if there are none. */
export function textsOf(tag: string): MailTexts {
  return byLanguage[localeOf(tag)];
}
