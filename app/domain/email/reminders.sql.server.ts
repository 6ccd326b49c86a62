import sql, { type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { Policy } from "../identity/policy";

/** Kept back by an outage for longer than half its offset, a reminder is left out: it would only confuse. */
const LATE = 0.5;
/** The choice of a tenant that has made none. */
const STANDARD_OFFSETS = JSON.stringify(Policy.parse({}).reminders_minutes_before);

/** Bookings `b` of tenants `t` with each offset `o` of theirs, in minutes. */
export const bookingsWithOffsets = sql`booking b join tenant t on t.id = b.tenant_id
  cross join jsonb_array_elements_text(coalesce(t.policy -> 'reminders_minutes_before', ${STANDARD_OFFSETS}::jsonb)) o (minutes)`;

/** Which of those have a reminder due at $now, by their start (index on tenant and start). */
export function isDue(now: Date): Part {
  const ahead = sql`o.minutes::int * interval '1 minute'`;
  return sql`b.starts_at > ${now}::timestamptz + ${ahead} * ${LATE}::float8 and b.starts_at <= ${now}::timestamptz + ${ahead}
    and b.status in ('confirmed', 'paid') and b.source <> 'test' and b.created_at <= b.starts_at - ${ahead}
    and not exists (select 1 from reminder r where r.tenant_id = b.tenant_id and r.booking_id = b.id
      and r.minutes_before = o.minutes::int and r.starts_at = b.starts_at)
    and not exists (select 1 from event e where e.tenant_id = b.tenant_id and e.booking_id = b.id
      and e.type = 'booking.moved' and e.created_at > b.starts_at - ${ahead})`;
}

/** The scan for tenants with reminders that are due. */
export async function tenantsWithReminders(now: Date, after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct b.tenant_id from ${bookingsWithOffsets}
      where b.tenant_id > ${after} and t.id > ${after} and ${isDue(now)} order by b.tenant_id limit ${limit}`,
  );
  return found.rows.map((row) => row.tenant_id);
}
