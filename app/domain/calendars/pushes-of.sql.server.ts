import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool, type Sql } from "~/lib/db.server";
import type { KnownEvent } from "./decide-push";
import { spanOf } from "./pushes.sql.server";

/** The state of a booking's event in a calendar. */
export interface BookingPush {
  calendar_id: string;
  calendar_name: string;
  connection_id: string;
  provider: CalendarProviderName;
  /** The calendar's owner and their name; null if they have left. */
  user_id: string;
  user_name: string | null;
  /**
   * written: up to date. waiting: about to be written. failing: not written yet, `problem` says
   * why. Otherwise a person's external change, or its acceptance.
   */
  state: "written" | "waiting" | "failing" | "deleted" | "moved" | "kept";
  problem: string | null;
  /** The next attempt; null when there is nothing to do. */
  next_at: Date | null;
  /** The event's external time, if it differs. */
  outside_span: KnownEvent["outside_span"];
}

interface Row extends Omit<BookingPush, "state" | "outside_span"> {
  is_due: boolean;
  outside: KnownEvent["outside"];
  outside_starts_at: Date | null;
  outside_ends_at: Date | null;
}

/** Every calendar that contains a booking, or is about to. */
export async function pushesOf(tenantId: string, bookingId: string): Promise<BookingPush[]> {
  const found = await pool.query<Row>(
    sql`select p.calendar_id, c.name as calendar_name, c.connection_id, n.provider, n.user_id, u.name as user_name,
          p.done_version < p.wanted_version as is_due, p.problem, p.next_at, p.outside, p.outside_starts_at, p.outside_ends_at
        from calendar_push p
        join connected_calendar c on c.tenant_id = ${tenantId} and c.id = p.calendar_id
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        left join tenant_user u on u.tenant_id = ${tenantId} and u.id = n.user_id
        where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} order by c.name, c.id`,
  );
  return found.rows.map(({ is_due, outside, outside_starts_at, outside_ends_at, ...row }) => ({
    ...row,
    state: outside ?? (row.problem !== null ? "failing" : is_due ? "waiting" : "written"),
    next_at: is_due ? row.next_at : null,
    outside_span: spanOf(outside_starts_at, outside_ends_at),
  }));
}

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
