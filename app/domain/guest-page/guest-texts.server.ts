import { isUpcoming } from "~/contract/booking-status";
import { toE164 } from "~/contract/contact-details";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { isAllowedNumber } from "~/lib/phone-number";
import { writeAudit } from "../audit/write-audit.server";
import { isTestBooking } from "../bookings/read/booking-row";
import { momentOf } from "../bookings/read/booking-time";
import { consentWording } from "../text-consent/consent-wording";
import { readTextFacts } from "../text-consent/read-consent.sql.server";
import { textChannelOf } from "../text-consent/text-channel";
import { consentForNumber, textConsent } from "../text-consent/text-consent";
import { removeConsent, storeConsent } from "../text-consent/write-consent.sql.server";
import type { GuestTexts } from "./guest-texts";
import type { OpenedLink } from "./open-manage-link.server";

/** Null without a number that texts can go to, and if there is neither consent nor an offer of texts. */
export async function readGuestTexts(
  { actor, booking: { row } }: Pick<OpenedLink, "actor" | "booking">,
  reading: { locale: string; time_zone: string },
): Promise<GuestTexts | null> {
  const number = row.customer_phone === null ? null : toE164(row.customer_phone);
  if (number === null || !isAllowedNumber(number, env.SMS_COUNTRIES)) return null;
  const consent = consentForNumber(row.text_consent, row.customer_phone);
  const facts = await readTextFacts(pool, row, number);
  const channel = textChannelOf(actor.tenant.policy, {
    text_reminders: facts.text_reminders ?? "company",
  });
  if (consent === null && (channel === null || isTestBooking(row))) return null;
  return {
    number_end: number.slice(-2),
    agreed_at: consent && momentOf(new Date(consent.at), reading),
    wording: channel && consentWording(channel, reading.locale),
    is_stopped: facts.is_stopped,
  };
}

/**
 * Stores the guest's consent to the sentence that their page displayed, for the booking's number.
 * Throws version_conflict if the sentence or the booking has changed since.
 */
export async function agreeToTexts(
  { actor, booking: { row }, now }: OpenedLink,
  shown: { locale: string; wording: string; version: number },
): Promise<void> {
  const isAhead = isUpcoming(row.status) && row.starts_at.getTime() > now;
  if (!isAhead || row.version !== shown.version || row.customer_phone === null) throw hasChanged();
  const facts = await readTextFacts(pool, row, row.customer_phone);
  const consent = textConsent(
    actor.tenant.policy,
    { text_reminders: facts.text_reminders ?? "company" },
    { phone: row.customer_phone, locale: shown.locale, source: "guest", at: new Date(now) },
    env.SMS_COUNTRIES,
  );
  await transaction(async (db) => {
    if (consent?.wording !== shown.wording || !(await storeConsent(db, row, consent)))
      throw hasChanged();
    const entry = { entity: "booking", entity_id: row.id, diff: {} };
    await writeAudit(db, actor, { ...entry, action: "booking.texts_agreed" });
  });
}

const hasChanged = () =>
  new AppError("version_conflict", "The booking has changed since the page was shown.");

/** Withdraws the guest's consent; a no-op if there is none. */
export async function withdrawFromTexts({ actor, booking: { row } }: OpenedLink): Promise<void> {
  await transaction(async (db) => {
    if (!(await removeConsent(db, row))) return;
    const entry = { entity: "booking", entity_id: row.id, diff: {} };
    await writeAudit(db, actor, { ...entry, action: "booking.texts_withdrawn" });
  });
}
