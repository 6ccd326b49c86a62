import ar from "~/i18n/ar/mail.json";
import de from "~/i18n/de/mail.json";
import en from "~/i18n/en/mail.json";
import es from "~/i18n/es/mail.json";
import fr from "~/i18n/fr/mail.json";
import { type Locale, localeOf } from "~/i18n/locales";
import nl from "~/i18n/nl/mail.json";

type Texts = Pick<typeof en, "card" | "fee">;

const byLanguage: Record<Locale, Texts> = { en, nl, de, fr, es, ar };

/** Texts that a guest agrees to by keeping a card, the same wherever it is shown. */
export const cardTexts = (locale: string): Texts["card"] => byLanguage[localeOf(locale)].card;
