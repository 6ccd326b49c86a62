import sql, { empty } from "sql-template-tag";
import { SHOWN_PAYMENT_STATUS } from "./payment-status.sql";
import { pool } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { ATTENDED, LIVE } from "~/contract/booking-status";
import { resourceLimit, type StaffActor } from "../../identity/actor";

/** Counting more than this would cost more than the list itself. */
const MOST = 1000;

export interface UpcomingCounts {
  upcoming: number;
  /** Those of today that have ended. */
  earlier: number;
  today: number;
  pending: number;
  unpaid: number;
}

/**
 * Counts bookings from the start of `today` (YYYY-MM-DD in the tenant's zone at `now`); null when
 * more than 1000 start from then on.
 */
export async function countUpcoming(
  actor: StaffActor,
  { now, today }: { now: Date; today: string },
): Promise<UpcomingCounts | null> {
  const zone = actor.tenant.time_zone;
  const [from, to] = [
    new Date(startOfDay(today, zone)),
    new Date(startOfDay(addDays(today, 1), zone)),
  ];
  const limit = resourceLimit(actor);
  const own = sql`b.tenant_id = ${actor.tenant.id} ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}`;
  const counted = await pool.query<UpcomingCounts & { is_many: boolean }>(
    // An index-only scan decides whether there are more; if so, nothing is counted.
    sql`with beyond as materialized (
          select exists (select from booking b where ${own} and b.starts_at >= ${from} offset ${MOST}) as is_many)
        select (select is_many from beyond) as is_many,
          (count(*) filter (where status = any(${LIVE}::text[]) and ends_at > ${now}))::int as upcoming,
          (count(*) filter (where status = any(${LIVE}::text[]) and ends_at <= ${now}))::int as earlier,
          (count(*) filter (where starts_at < ${to}))::int as today,
          (count(*) filter (where status = 'pending'))::int as pending,
          (count(*) filter (where status = any(${ATTENDED}::text[]) and payment_status in ('open', 'failed')))::int as unpaid
        from (select status, ${SHOWN_PAYMENT_STATUS} as payment_status, starts_at, ends_at from booking b
          where ${own} and b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day'
            and not (select is_many from beyond)
          order by b.starts_at, b.id) ahead`,
  );
  const { is_many, ...counts } = counted.rows[0]!; // an aggregate is one row
  return is_many ? null : counts;
}
