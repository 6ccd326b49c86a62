import sql from "sql-template-tag";
import type { SeriesPart } from "~/contract/booking-series";
import { pool, type Sql } from "~/lib/db.server";
import type { BookingRow } from "../bookings/read/booking-row";

/**
 * The bookings that a change of this one concerns, by start: of its series this one and the later
 * ones, or all that haven't started and this one. At most a series' dates.
 */
export async function bookingsTogether(
  row: BookingRow,
  part: SeriesPart,
  now: Date,
): Promise<BookingRow[]> {
  if (part === "this" || row.series_id === null) return [row];
  const from = part === "all" ? now : row.starts_at;
  const found = await pool.query<BookingRow>(
    sql`select b.* from booking b where b.tenant_id = ${row.tenant_id} and b.series_id = ${row.series_id}
          and (b.starts_at >= ${from} or b.id = ${row.id}) order by b.starts_at, b.series_no`,
  );
  return found.rows;
}

/** The event of a booking's last cancellation; null: it was erased from the feed. */
export async function cancelledEvent(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<string | null> {
  const found = await db.query<{ id: string }>(
    sql`select id from event where tenant_id = ${tenantId} and booking_id = ${bookingId} and type = 'booking.cancelled'
        order by sequence desc limit 1`,
  );
  return found.rows[0]?.id ?? null;
}
