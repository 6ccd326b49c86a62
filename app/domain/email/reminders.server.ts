import sql from "sql-template-tag";
import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { type FindTenants, visitTenants } from "~/lib/tenant-round.server";
import { DEFAULT_PREFERENCES } from "./default-preferences";
import { type NewMail, queueMails } from "./queue-mails.server";
import { bookingsWithOffsets, isDue, tenantsWithReminders } from "./reminders.sql.server";

const BATCH = 200;
interface DueReminder {
  booking_id: string;
  starts_at: Date;
  email: string | null;
  locale: string;
}

/**
 * Queues the reminders that are due, tenant by tenant: one for each offset of the tenant's policy and each start a booking has had, never
 * a second one. A booking made or moved when the offset had begun already is not reminded of what was just written. Returns how many
 * were taken up; call it until that is 0.
 */
export async function queueReminders(now = clock.date()): Promise<number> {
  const find: FindTenants = (after, limit) => tenantsWithReminders(now, after, limit);
  return visitTenants("reminders", find, (tenantId) => queueRemindersOf(tenantId, now));
}

async function queueRemindersOf(tenantId: string, now: Date): Promise<number> {
  return transaction(async (db) => {
    const due = await claimReminders(db, tenantId, now);
    const chosen = await db.query<{ enabled: boolean }>(
      sql`select enabled from email_preference where tenant_id = ${tenantId} and event = 'booking_reminder' and recipient = 'customer'`,
    );
    const isWanted = chosen.rows[0]?.enabled ?? DEFAULT_PREFERENCES["booking_reminder"]!.customer;
    const mails = due.flatMap(({ booking_id, email, locale, starts_at }): NewMail | never[] => {
      if (email === null) return [];
      const context = { starts_at: starts_at.toISOString() };
      return { kind: "booking_reminder", audience: "customer", recipient: email, locale, booking_id, context };
    });
    if (isWanted) await queueMails(db, tenantId, mails);
    return due.length;
  });
}

/** Takes them by writing down that they were: whoever else is at it finds them taken. */
async function claimReminders(db: Sql, tenantId: string, now: Date): Promise<DueReminder[]> {
  const found = await db.query<DueReminder>(
    sql`with due as materialized (
        select b.id as booking_id, o.minutes::int as minutes, b.starts_at, b.customer_email as email, coalesce(c.locale, t.locale) as locale
        from ${bookingsWithOffsets} join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
        where b.tenant_id = ${tenantId} and ${isDue(now)} order by b.starts_at limit ${BATCH}),
      claimed as (
        insert into reminder (tenant_id, booking_id, minutes_before, starts_at)
        select ${tenantId}::uuid, booking_id, minutes, starts_at from due on conflict do nothing
        returning booking_id, minutes_before)
      select due.booking_id, due.starts_at, due.email, due.locale
      from claimed join due on due.booking_id = claimed.booking_id and due.minutes = claimed.minutes_before`,
  );
  return found.rows;
}
