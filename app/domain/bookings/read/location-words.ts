import { type Locale, localeOf } from "~/i18n/locales";
import type { LocationWords } from "./booking-location";

/**
 * Texts of emails, calendars and the guest's page for locations without an address, by language,
 * for guests and for staff.
 */
const WORDS: Record<Locale, { video_call: string; we_call: string; call_guest: string }> = {
  en: { video_call: "Video call", we_call: "We call you", call_guest: "Call the guest" },
  nl: { video_call: "Videogesprek", we_call: "We bellen je", call_guest: "Bel de gast" },
  de: { video_call: "Videoanruf", we_call: "Wir rufen Sie an", call_guest: "Gast anrufen" },
  fr: { video_call: "Appel vidéo", we_call: "Nous vous appelons", call_guest: "Appeler le client" },
  es: { video_call: "Videollamada", we_call: "Te llamamos", call_guest: "Llamar al cliente" },
  ar: { video_call: "مكالمة فيديو", we_call: "سنتصل بك", call_guest: "الاتصال بالضيف" },
};

export function locationWords(tag: string, reader: "guest" | "staff"): LocationWords {
  const { video_call, we_call, call_guest } = WORDS[localeOf(tag)];
  return { video_call, phone_call: reader === "guest" ? we_call : call_guest };
}
