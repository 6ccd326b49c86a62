import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { Policy } from "../identity/policy";

/** A reminder delayed by more than this share of its offset is dropped: it would only confuse. */
export const LATE = 0.5;
/** The default setting. */
const STANDARD_OFFSETS = JSON.stringify(Policy.parse({}).reminders_minutes_before);

/** Bookings `b` of tenants `t` with each of their offsets `o`, in minutes. */
const bookingsWithOffsets = sql`booking b join tenant t on t.id = b.tenant_id
  cross join jsonb_array_elements_text(coalesce(t.policy -> 'reminders_minutes_before', ${STANDARD_OFFSETS}::jsonb)) o (minutes)`;

/** Whether a booking `b` follows another of its visit, which has one reminder: that of the first. */
export const followsInVisit = (tenant: Part): Part => sql`(b.visit_id is not null and exists (
  select from booking f where f.tenant_id = ${tenant} and f.visit_id = b.visit_id and f.id <> b.id and f.status in ('confirmed', 'paid')
    and f.starts_at > b.starts_at - interval '1 day' and (f.starts_at, f.visit_no) < (b.starts_at, b.visit_no)))`;

/** A tenant's bookings with a reminder due at $now, by start (index on tenant and start). */
function isDue(now: Date, tenant: Part): Part {
  const ahead = sql`o.minutes::int * interval '1 minute'`;
  return sql`b.starts_at > ${now}::timestamptz + ${ahead} * ${LATE}::float8 and b.starts_at <= ${now}::timestamptz + ${ahead}
    and b.status in ('confirmed', 'paid') and b.source <> 'test' and not ${followsInVisit(tenant)} and b.created_at <= b.starts_at - ${ahead}
    and not exists (select 1 from reminder r where r.tenant_id = ${tenant} and r.booking_id = b.id
      and r.minutes_before = o.minutes::int and r.starts_at = b.starts_at)
    and not exists (select 1 from event e where e.tenant_id = ${tenant} and e.booking_id = b.id
      and e.type = 'booking.moved' and e.created_at > b.starts_at - ${ahead})`;
}

/** The scan for tenants with due reminders. */
export async function tenantsWithReminders(
  now: Date,
  after: string,
  limit: number,
): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct b.tenant_id from ${bookingsWithOffsets}
      where b.tenant_id > ${after} and t.id > ${after} and ${isDue(now, sql`b.tenant_id`)} order by b.tenant_id limit ${limit}`,
  );
  return found.rows.map((row) => row.tenant_id);
}

/** Bookings per claim. */
const BATCH = 200;

export interface DueReminder {
  booking_id: string;
  starts_at: Date;
  email: string | null;
  locale: string;
}

/** Marks them as sent to claim them. */
export async function claimReminders(db: Sql, tenantId: string, now: Date): Promise<DueReminder[]> {
  const found = await db.query<DueReminder>(
    sql`with due as materialized (
        select b.id as booking_id, o.minutes::int as minutes, b.starts_at, b.customer_email as email, coalesce(c.locale, t.locale) as locale
        from ${bookingsWithOffsets} join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
        where b.tenant_id = ${tenantId} and ${isDue(now, sql`${tenantId}`)} order by b.starts_at limit ${BATCH}),
      claimed as (
        insert into reminder (tenant_id, booking_id, minutes_before, starts_at)
        select ${tenantId}::uuid, booking_id, minutes, starts_at from due on conflict do nothing
        returning booking_id, minutes_before)
      select due.booking_id, due.starts_at, due.email, due.locale
      from claimed join due on due.booking_id = claimed.booking_id and due.minutes = claimed.minutes_before`,
  );
  return found.rows;
}
