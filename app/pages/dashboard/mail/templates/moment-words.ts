import type { BookingMail } from "~/contract/email";
import { msg, pageLocale, plural, t } from "~/i18n/text";

const MOMENTS: Partial<Record<BookingMail, string>> = {
  booking_created: msg("When approval or payment is pending"),
  booking_confirmed: msg("As soon as it’s confirmed"),
  booking_rescheduled: msg("When its time, place, service, party or guest changes"),
  booking_cancelled: msg("When it’s cancelled or declined"),
  booking_refunded: msg("When a refund is sent"),
};

/** When a guest receives a booking email; `reminders`: minutes before the start, earliest first. */
export function momentWords(key: BookingMail, reminders: readonly number[]): string {
  if (key !== "booking_reminder") return t(MOMENTS[key] ?? "");
  if (reminders.length === 0) return t("No reminder times set");
  const list = new Intl.ListFormat(pageLocale(), { type: "conjunction" }).format(
    reminders.map(durationWords),
  );
  return t("{{durations}} before the start", { durations: list });
}

function durationWords(minutes: number): string {
  if (minutes % 1440 === 0) return plural(minutes / 1440, "{{count}} day", "{{count}} days");
  if (minutes % 60 === 0) return plural(minutes / 60, "{{count}} hour", "{{count}} hours");
  return plural(minutes, "{{count}} minute", "{{count}} minutes");
}
