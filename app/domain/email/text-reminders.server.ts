import { clock } from "~/lib/clock";
import { transaction } from "~/lib/db.server";
import { type FindTenants, visitTenants } from "~/lib/tenant-round.server";
import { consentForNumber } from "../text-consent/text-consent";
import { type NewMail, queueMails } from "./queue-mails.server";
import { claimTexts, logLeftOut, tenantsWithTexts } from "./text-reminders.sql.server";

/**
 * Queues due reminders by SMS or WhatsApp, tenant by tenant, for bookings whose guests have agreed:
 * one per offset of the tenant's policy and start of a booking. One that falls into the quiet hours
 * goes before them, or is logged as left out if the booking was made too late for that. Returns how
 * many were handled; call it until that is 0.
 */
export async function queueTextReminders(now = clock.date()): Promise<number> {
  const find: FindTenants = (after, limit) => tenantsWithTexts(now, after, limit);
  return visitTenants("text_reminders", find, (tenantId) => queueTextsOf(tenantId, now));
}

async function queueTextsOf(tenantId: string, now: Date): Promise<number> {
  return transaction(async (db) => {
    const due = await claimTexts(db, tenantId, now);
    const texts: NewMail[] = [];
    for (const { booking_id, minutes, starts_at, locale, is_left_out, channel, ...row } of due) {
      const recipient = consentForNumber(row.text_consent, row.phone)?.phone;
      if (recipient === undefined) continue; // the number was changed or removed
      const context = { starts_at: starts_at.toISOString(), minutes_before: minutes };
      const text = { booking_id, channel, recipient, locale, context };
      if (is_left_out) await logLeftOut(db, tenantId, text, "quiet_hours");
      else texts.push({ ...text, kind: "booking_reminder", audience: "customer" });
    }
    await queueMails(db, tenantId, texts);
    return due.length;
  });
}
