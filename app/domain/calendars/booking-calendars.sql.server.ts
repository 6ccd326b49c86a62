import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool } from "~/lib/db.server";

export interface BookingCalendarRow {
  calendar_id: string;
  user_name: string;
  provider: CalendarProviderName;
  connection_state: string;
  is_done: boolean;
  is_known_outside: boolean;
  is_live: boolean;
  attempts: number;
  problem: string | null;
  next_at: Date;
  outside: "deleted" | "moved" | null;
  outside_starts_at: Date | null;
  outside_ends_at: Date | null;
}

/** The calendars that a booking is written to, or still has to be removed from. */
export async function findBookingCalendars(
  tenantId: string,
  bookingId: string,
): Promise<BookingCalendarRow[]> {
  const found = await pool.query<BookingCalendarRow>(sql`
    select p.calendar_id, coalesce(u.name, '') as user_name, c.provider, c.state as connection_state,
      p.done_version >= p.wanted_version as is_done, p.external_id is not null as is_known_outside, is_live(b.status) as is_live,
      p.attempts, p.problem, p.next_at, p.outside, p.outside_starts_at, p.outside_ends_at
    from calendar_push p
    join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id
    join connected_calendar k on k.tenant_id = ${tenantId} and k.id = p.calendar_id
    join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
    left join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
    where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} order by p.created_at, p.calendar_id`);
  return found.rows;
}
