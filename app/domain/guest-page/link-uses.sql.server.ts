import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Counts one use of a booking's link: how many that are in this window of minutes, and in how many seconds the next one begins. */
export async function addUse(
  tenantId: string,
  bookingId: string,
  windowMinutes: number,
): Promise<{ uses: number; wait: number }> {
  const counted = await pool.query<{ uses: number; wait: number }>(
    sql`with counted as (
        insert into manage_link_use as u (tenant_id, booking_id, window_starts_at, uses)
        values (${tenantId}, ${bookingId}, clock_timestamp(), 1)
        on conflict (tenant_id, booking_id) do update set
          uses = case when u.window_starts_at < excluded.window_starts_at - ${windowMinutes} * interval '1 minute' then 1 else u.uses + 1 end,
          window_starts_at = case when u.window_starts_at < excluded.window_starts_at - ${windowMinutes} * interval '1 minute'
            then excluded.window_starts_at else u.window_starts_at end
        returning uses, window_starts_at)
      select uses, greatest(1, ceil(extract(epoch from window_starts_at + ${windowMinutes} * interval '1 minute' - clock_timestamp())))::int as wait
      from counted`,
  );
  return counted.rows[0]!; // an upsert returns its row
}
