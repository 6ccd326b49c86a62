import { toE164 } from "~/contract/contact-details";
import { invalidField } from "~/lib/app-error";
import { isAllowedNumber } from "~/lib/phone-number";
import type { Policy } from "../identity/policy";
import { consentWording } from "./consent-wording";
import { textChannelOf } from "./text-channel";

/** A guest's consent to reminders on their phone, as stored with the booking. */
export interface TextConsent {
  /** Instant, RFC 3339. */
  at: string;
  /** The number it was given for, E.164. */
  phone: string;
  /** The sentence the guest agreed to; for staff, in the guest's language too. */
  wording: string;
  /** By the guest on a form, or recorded by staff or through the API. */
  source: "guest" | "staff" | "api";
}

/**
 * The consent to store with a new booking; null if the guest gave none, or its service sends no
 * texts. Throws validation_failed without a phone number that texts can go to.
 */
export function textConsent(
  policy: Policy,
  schedule: { text_reminders?: "company" | "on" | "off" } | null,
  given: { phone: string | null; locale: string; source: TextConsent["source"]; at: Date },
  countries: readonly string[],
): TextConsent | null {
  const channel = textChannelOf(policy, schedule);
  if (channel === null) return null;
  const number = given.phone === null ? null : toE164(given.phone);
  if (number === null)
    throw invalidField(
      "customer.phone",
      "For reminders, give a phone number that starts with the country: +31 6 12345678.",
      "no_country",
    );
  if (!isAllowedNumber(number, countries))
    throw invalidField(
      "customer.phone",
      "Text messages cannot be sent to that country.",
      "country_not_served",
    );
  const wording = consentWording(channel, given.locale);
  return { at: given.at.toISOString(), phone: number, wording, source: given.source };
}

/**
 * The consent if it was given for this phone number: after a change of the number, no texts are
 * sent until the guest agrees again.
 */
export function consentForNumber(
  consent: TextConsent | null | undefined,
  phone: string | null,
): TextConsent | null {
  if (consent == null || phone === null) return null;
  return consent.phone === toE164(phone) ? consent : null;
}
