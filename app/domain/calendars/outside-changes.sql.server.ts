import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

export interface OutsideChange {
  outside: "deleted" | "moved" | "kept";
  outside_starts_at: Date | null;
  outside_ends_at: Date | null;
}

/** A person's external change to a booking's event that awaits a decision; null: none. */
export async function findOutside(
  tenantId: string,
  bookingId: string,
  calendarId: string,
): Promise<OutsideChange | null> {
  const found = await pool.query<OutsideChange>(
    sql`select outside, outside_starts_at, outside_ends_at from calendar_push
        where tenant_id = ${tenantId} and booking_id = ${bookingId} and calendar_id = ${calendarId} and outside is not null`,
  );
  return found.rows[0] ?? null;
}

/** The event will be overwritten or created again. */
export async function putBack(
  db: Sql,
  tenantId: string,
  bookingId: string,
  calendarId: string,
): Promise<void> {
  await db.query(
    sql`update calendar_push set outside = null, outside_starts_at = null, outside_ends_at = null, written_starts_at = null,
          written_ends_at = null, wanted_version = wanted_version + 1, next_at = current_timestamp, updated_at = current_timestamp
        where tenant_id = ${tenantId} and booking_id = ${bookingId} and calendar_id = ${calendarId}`,
  );
}

/** Accepts the event as it is, until the booking itself moves. */
export async function leaveAsIs(
  db: Sql,
  tenantId: string,
  bookingId: string,
  calendarId: string,
): Promise<void> {
  await db.query(
    sql`update calendar_push p set outside = 'kept', written_starts_at = b.starts_at, written_ends_at = b.ends_at, updated_at = current_timestamp
        from booking b where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} and p.calendar_id = ${calendarId}
          and b.tenant_id = ${tenantId} and b.id = p.booking_id and p.outside is not null`,
  );
}
