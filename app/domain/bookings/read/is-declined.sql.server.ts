import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { BookingRow } from "./booking-row";

/** Whether staff ended the booking while it waited for their approval; false once events are gone. */
export async function isDeclined(row: BookingRow): Promise<boolean> {
  if (row.status !== "cancelled" || row.cancelled_by !== "staff") return false;
  const found = await pool.query<{ is_declined: boolean }>(
    sql`select f.body::jsonb #>> '{data,booking,pending_reason}' = 'approval' as is_declined
      from event e join event f on f.tenant_id = ${row.tenant_id} and f.booking_id = e.booking_id and f.sequence = e.sequence - 1
      where e.tenant_id = ${row.tenant_id} and e.booking_id = ${row.id} and e.type = 'booking.cancelled'
      order by e.sequence desc limit 1`,
  );
  return found.rows[0]?.is_declined ?? false;
}
