import sql from "sql-template-tag";
import type { GroupScope } from "~/contract/booking-series";
import { pool } from "~/lib/db.server";
import type { BookingRow } from "../bookings/read/booking-row";

/**
 * The bookings that a change of this one concerns, by start: of its series this one and the later
 * ones, or all that haven't started and this one. At most a series' dates.
 */
export async function bookingsTogether(
  row: BookingRow,
  scope: GroupScope,
  now: Date,
): Promise<BookingRow[]> {
  if (scope === "this" || row.series_id === null) return [row];
  const from = scope === "all" ? now : row.starts_at;
  const found = await pool.query<BookingRow>(
    sql`select b.* from booking b where b.tenant_id = ${row.tenant_id} and b.series_id = ${row.series_id}
          and (b.starts_at >= ${from} or b.id = ${row.id}) order by b.starts_at, b.series_no`,
  );
  return found.rows;
}
