import sql, { type Sql as Part } from "sql-template-tag";
import type { GroupScope } from "~/contract/booking-series";
import { pool } from "~/lib/db.server";
import type { BookingRow } from "../bookings/read/booking-row";

/** The condition for bookings `b` of the same series or visit; null: it is a single one. */
function isWith({ series_id, visit_id }: BookingRow): Part | null {
  if (series_id !== null) return sql`b.series_id = ${series_id}`;
  return visit_id === null ? null : sql`b.visit_id = ${visit_id}`;
}

/**
 * The bookings that a change of this one concerns, by start: of its series or visit this one and the
 * later ones, or all that haven't started and this one. At most a series' dates.
 */
export async function bookingsTogether(
  row: BookingRow,
  scope: GroupScope,
  now: Date,
): Promise<BookingRow[]> {
  const isOfGroup = isWith(row);
  if (scope === "this" || isOfGroup === null) return [row];
  const from = scope === "all" ? now : row.starts_at;
  const found = await pool.query<BookingRow>(
    sql`select b.* from booking b where b.tenant_id = ${row.tenant_id} and ${isOfGroup}
          and (b.starts_at >= ${from} or b.id = ${row.id}) order by b.starts_at, b.series_no, b.visit_no`,
  );
  return found.rows;
}

/** A booking of a series or visit, with the name of its service. */
export type GuestGroupRow = BookingRow & { service: string | null };

/**
 * The bookings of this one's series or visit that are its guest's too, by start; none once the guest
 * was erased. At most a series' dates.
 */
export async function bookingsOfGuest(row: BookingRow): Promise<GuestGroupRow[]> {
  const isOfGroup = isWith(row);
  if (isOfGroup === null) return [];
  const { tenant_id, customer_id } = row;
  const found = await pool.query<GuestGroupRow>(
    sql`select b.*, (select sc.name from schedule sc where sc.tenant_id = ${tenant_id} and sc.id = b.schedule_id) as service
        from booking b join customer c on c.tenant_id = ${tenant_id} and c.id = b.customer_id and c.erased_at is null
        where b.tenant_id = ${tenant_id} and ${isOfGroup} and b.customer_id = ${customer_id} order by b.starts_at, b.series_no, b.visit_no`,
  );
  return found.rows;
}
