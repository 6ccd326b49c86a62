import { MAILS } from "./mails";
import type { GuestMail } from "./guest-mail";
import { isOverQuota } from "./mail-quota.server";
import { readLastChange } from "./mail-sources.sql.server";
import { MAIL_OF } from "./queue-event-mails.server";

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
  if (!change.notify || change.is_test) return "not_wanted";
  if (change.email === null) return "no_address";
  if (!(change.chosen ?? MAILS[MAIL_OF[change.type]].default_to.customer)) return "switched_off";
  if (change.is_suppressed) return "suppressed";
  return (await isOverQuota(tenantId, bookingId, change.email)) ? "tomorrow" : "sent";
}
