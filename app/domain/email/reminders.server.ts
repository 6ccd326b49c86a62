import sql from "sql-template-tag";
import { Policy } from "../identity/policy";
import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { DEFAULT_PREFERENCES } from "./default-preferences";
import { queueMail } from "./queue-message.server";

const BATCH = 200;
/** Kept back by an outage for longer than half its offset, a reminder is left out: it would only confuse. */
const LATE = 0.5;

interface DueReminder {
  tenant_id: string;
  booking_id: string;
  starts_at: Date;
  email: string;
  locale: string;
  wanted: boolean | null;
}

/**
 * Queues the reminders that are due: one for each offset of the tenant's policy and each start a booking has had, never a second one. A
 * booking made or moved when the offset had begun already is not reminded of what was just written. Returns how many were taken up;
 * call it until that is 0.
 */
export async function queueReminders(now = clock.date()): Promise<number> {
  return transaction(async (db) => {
    const due = await claimReminders(db, now);
    for (const reminder of due) {
      if (!(reminder.wanted ?? DEFAULT_PREFERENCES["booking_reminder"]!.customer)) continue;
      const { tenant_id, booking_id, email: recipient, locale } = reminder;
      const context = { starts_at: reminder.starts_at.toISOString() };
      await queueMail(db, {
        tenant_id,
        kind: "booking_reminder",
        audience: "customer",
        recipient,
        locale,
        booking_id,
        context,
      });
    }
    return due.length;
  });
}

/** Bookings of each tenant by their start (index on tenant and start): only those whose offset has begun, by a PK look-up each. */
async function claimReminders(db: Sql, now: Date): Promise<DueReminder[]> {
  const standard = JSON.stringify(Policy.parse({}).reminders_minutes_before);
  const found = await db.query<DueReminder>(
    sql`with due as materialized (
        select b.tenant_id, b.id as booking_id, o.minutes, b.starts_at, b.customer_email as email, coalesce(c.locale, t.locale) as locale
        from tenant t
        cross join lateral (
          select value::int as minutes, value::int * interval '1 minute' as ahead
          from jsonb_array_elements_text(coalesce(t.policy -> 'reminders_minutes_before', ${standard}::jsonb))) o
        cross join lateral (
          select * from booking b where b.tenant_id = t.id and b.starts_at > ${now}::timestamptz + o.ahead * ${LATE}::float8
            and b.starts_at <= ${now}::timestamptz + o.ahead and b.status in ('confirmed', 'paid') and b.created_at <= b.starts_at - o.ahead
            and not exists (select 1 from reminder r where r.tenant_id = b.tenant_id and r.booking_id = b.id
              and r.minutes_before = o.minutes and r.starts_at = b.starts_at)
            and not exists (select 1 from event e where e.tenant_id = b.tenant_id and e.booking_id = b.id
              and e.type = 'booking.moved' and e.created_at > b.starts_at - o.ahead)
          order by b.starts_at limit ${BATCH}) b
        join customer c on c.tenant_id = b.tenant_id and c.id = b.customer_id
        limit ${BATCH}),
      claimed as (
        insert into reminder (tenant_id, booking_id, minutes_before, starts_at)
        select tenant_id, booking_id, minutes, starts_at from due on conflict do nothing
        returning tenant_id, booking_id, minutes_before, starts_at)
      select claimed.tenant_id, claimed.booking_id, claimed.starts_at, due.email, due.locale,
        (select p.enabled from email_preference p where p.tenant_id = due.tenant_id and p.event = 'booking_reminder'
          and p.recipient = 'customer') as wanted
      from claimed join due on due.tenant_id = claimed.tenant_id and due.booking_id = claimed.booking_id
        and due.minutes = claimed.minutes_before`,
  );
  return found.rows;
}
