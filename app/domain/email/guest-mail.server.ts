import { MAIL_OF, type MailedEvent } from "./choose-mails";
import { MAILS } from "./mails";
import type { GuestMail, UnqueuedMail } from "./guest-mail";
import { isOverQuota } from "./mail-quota.server";
import { type LastChange, readLastChange } from "./mail-sources.sql.server";

/**
 * The state of the guest's email about a booking's latest change that has one, or the latest of
 * that `type`. null: no such change has an email.
 */
export async function guestMailOf(
  tenantId: string,
  bookingId: string,
  type?: string,
): Promise<GuestMail | null> {
  const types = type === undefined ? Object.keys(MAIL_OF) : [type];
  const change = await readLastChange(tenantId, bookingId, types, MAIL_OF);
  if (change === undefined) return null;
  const reason = reasonOf(change);
  if (reason !== null || change.email === null) return reason;
  if (change.is_suppressed) return "suppressed";
  return (await isOverQuota(tenantId, bookingId, change.email)) ? "tomorrow" : "sent";
}

/**
 * Why no email to the guest was queued about the booking's latest change; null if one was queued
 * (its status is in the message log) or is about to be.
 */
export async function whyNoGuestMail(
  tenantId: string,
  bookingId: string,
): Promise<UnqueuedMail | null> {
  const change = await readLastChange(tenantId, bookingId, Object.keys(MAIL_OF), MAIL_OF);
  return change === undefined || change.has_message ? null : reasonOf(change);
}

function reasonOf(change: LastChange<MailedEvent>): UnqueuedMail | null {
  if (!change.notify || change.is_test) return "not_wanted";
  if (change.email === null) return "no_address";
  const isOn = change.chosen ?? MAILS[MAIL_OF[change.type]].default_to.customer;
  return isOn ? null : "switched_off";
}
