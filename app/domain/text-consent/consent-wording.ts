import type { TextChannel } from "~/contract/fields";
import ar from "~/i18n/ar/mail.json";
import de from "~/i18n/de/mail.json";
import en from "~/i18n/en/mail.json";
import es from "~/i18n/es/mail.json";
import fr from "~/i18n/fr/mail.json";
import { type Locale, localeOf } from "~/i18n/locales";
import nl from "~/i18n/nl/mail.json";
import { CHANNEL_NAMES } from "./text-channel";

const byLanguage: Record<Locale, { text_consent: string }> = { en, nl, de, fr, es, ar };

/** The sentence next to the tick, the same in the widget and on the booking page. */
export const consentWording = (channel: TextChannel, locale: string): string =>
  byLanguage[localeOf(locale)].text_consent.replace("{{ channel }}", CHANNEL_NAMES[channel]);
