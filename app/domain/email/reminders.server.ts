import { clock } from "~/lib/clock";
import { transaction } from "~/lib/db.server";
import { type FindTenants, visitTenants } from "~/lib/tenant-round.server";
import { MAILS } from "./mails";
import { readChoices } from "./mail-sources.sql.server";
import { type NewMail, queueMails } from "./queue-mails.server";
import { claimReminders, tenantsWithReminders } from "./reminders.sql.server";

/**
 * Queues due reminders, tenant by tenant: one per offset of the tenant's policy and start of a
 * booking, never twice. A booking made or moved within the offset gets none, as its guest was just
 * informed. Returns how many were handled; call it until that is 0.
 */
export async function queueReminders(now = clock.date()): Promise<number> {
  const find: FindTenants = (after, limit) => tenantsWithReminders(now, after, limit);
  return visitTenants("reminders", find, (tenantId) => queueRemindersOf(tenantId, now));
}

async function queueRemindersOf(tenantId: string, now: Date): Promise<number> {
  return transaction(async (db) => {
    const due = await claimReminders(db, tenantId, now);
    const chosen = await readChoices(db, tenantId, "booking_reminder");
    const isWanted = chosen.customer ?? MAILS.booking_reminder.default_to.customer;
    const mails = due.flatMap(({ booking_id, email, locale, starts_at }): NewMail | never[] => {
      if (email === null) return [];
      const context = { starts_at: starts_at.toISOString() };
      return {
        kind: "booking_reminder",
        audience: "customer",
        recipient: email,
        locale,
        booking_id,
        context,
      };
    });
    if (isWanted) await queueMails(db, tenantId, mails);
    return due.length;
  });
}
