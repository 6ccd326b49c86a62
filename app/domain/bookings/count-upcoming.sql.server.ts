import sql, { empty } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { ATTENDED, LIVE } from "~/contract/booking-status";
import { resourceLimit, type StaffActor } from "../identity/actor";

/** So many bookings are looked at: of more, counting them would cost more than the list itself. */
const MOST = 1000;

export interface UpcomingCounts {
  upcoming: number;
  today: number;
  pending: number;
  unpaid: number;
}

/** How many bookings are upcoming, from the start of `today` (YYYY-MM-DD in the tenant's zone); null for more than 1000. */
export async function countUpcoming(
  actor: StaffActor,
  today: string,
): Promise<UpcomingCounts | null> {
  const zone = actor.tenant.time_zone;
  const [from, to] = [
    new Date(startOfDay(today, zone)),
    new Date(startOfDay(addDays(today, 1), zone)),
  ];
  const limit = resourceLimit(actor);
  const counted = await pool.query<UpcomingCounts & { read: number }>(
    sql`select count(*)::int as read,
          (count(*) filter (where status = any(${LIVE}::text[])))::int as upcoming,
          (count(*) filter (where starts_at < ${to}))::int as today,
          (count(*) filter (where status = 'pending'))::int as pending,
          (count(*) filter (where status = any(${ATTENDED}::text[]) and payment_status in ('open', 'failed')))::int as unpaid
        from (select status, payment_status, starts_at from booking b
          where b.tenant_id = ${actor.tenant.id} and b.ends_at > ${from}
            and b.starts_at > ${from}::timestamptz - interval '1 day'
            ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}
          order by b.starts_at, b.id limit ${MOST + 1}) ahead`,
  );
  const { read, ...counts } = counted.rows[0]!; // an aggregate is one row
  return read > MOST ? null : counts;
}
