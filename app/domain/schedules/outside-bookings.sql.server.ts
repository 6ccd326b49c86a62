import sql from "sql-template-tag";
import { UPCOMING } from "~/contract/booking-status";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";

/** How many bookings are examined. */
const MAX_READ = 5000;

/** The fields of an upcoming booking needed to compare it with hours. Times in epoch ms. */
export interface UpcomingBooking {
  id: string;
  schedule_id: string;
  resource_id: string;
  starts_at: number;
  ends_at: number;
}

/**
 * The first upcoming bookings of these services, by start; with `within` (epoch ms) those that
 * start in that span.
 */
export async function readUpcoming(
  tenantId: string,
  scheduleIds: readonly string[],
  within: { from: number; to: number } | null,
): Promise<UpcomingBooking[]> {
  const from = new Date(Math.max(clock.now(), within?.from ?? 0));
  const to = within === null ? null : new Date(within.to);
  const found = await pool.query<UpcomingBooking>(
    sql`select b.id, b.schedule_id, b.resource_id, (extract(epoch from b.starts_at) * 1000)::float8 as starts_at,
          (extract(epoch from b.ends_at) * 1000)::float8 as ends_at
        from booking b
        where b.tenant_id = ${tenantId} and b.schedule_id = any(${[...scheduleIds]}::uuid[]) and b.status = any(${[...UPCOMING]}::text[])
          and b.starts_at > ${from} and (${to}::timestamptz is null or b.starts_at < ${to})
        order by b.starts_at, b.id limit ${MAX_READ}`,
  );
  return found.rows;
}
