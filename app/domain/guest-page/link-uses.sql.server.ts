import sql from "sql-template-tag";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";

const MINUTE_MS = 60_000;

/**
 * Counts one use of a booking's link; returns the uses in this window of minutes, and the seconds
 * until the next window.
 */
export async function addUse(
  tenantId: string,
  bookingId: string,
  windowMinutes: number,
): Promise<{ uses: number; wait: number }> {
  // Computed in advance: on a cluster, ON CONFLICT only accepts immutable expressions.
  const now = await databaseNow(pool);
  const ended = new Date(now.getTime() - windowMinutes * MINUTE_MS);
  const counted = await pool.query<{ uses: number; window_starts_at: Date }>(
    sql`insert into manage_link_use as u (tenant_id, booking_id, window_starts_at, uses)
      values (${tenantId}, ${bookingId}, ${now}::timestamptz, 1)
      on conflict (tenant_id, booking_id) do update set
        uses = case when u.window_starts_at < ${ended}::timestamptz then 1 else u.uses + 1 end,
        window_starts_at = case when u.window_starts_at < ${ended}::timestamptz then excluded.window_starts_at else u.window_starts_at end
      returning uses, window_starts_at`,
  );
  const { uses, window_starts_at } = counted.rows[0]!; // an upsert returns its row
  const left = window_starts_at.getTime() + windowMinutes * MINUTE_MS - now.getTime();
  return { uses, wait: Math.max(1, Math.ceil(left / 1000)) };
}
