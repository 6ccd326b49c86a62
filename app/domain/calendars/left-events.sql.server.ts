import sql, { raw } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

// Bookings whose event stays in a calendar that was disconnected. Meanwhile they may be cancelled
// or moved; when the same calendar is connected for writing again, its events are recognised, and
// updated or asked about as usual.

/**
 * Identifies the calendar whoever connects it: `calendarKey`, hashed because it may be an email
 * address.
 */
const HASH = raw(`encode(sha256(convert_to(n.provider || ':' || c.external_id, 'UTF8')), 'hex')`);

/** How long after the event it is remembered: its booking may be moved that far. */
const DAYS_AFTER = 90;

/**
 * Remembers the upcoming events that exist, or may exist, in the calendars of an account, or in one
 * calendar.
 */
export async function leaveEvents(
  db: Sql,
  tenantId: string,
  of: { connection_id: string } | { calendar_id: string; booking_id?: string },
): Promise<void> {
  const condition =
    "connection_id" in of
      ? sql`c.connection_id = ${of.connection_id}`
      : sql`c.id = ${of.calendar_id} and (${of.booking_id ?? null}::uuid is null or p.booking_id = ${of.booking_id ?? null}::uuid)`;
  await db.query(
    sql`insert into calendar_left (tenant_id, booking_id, calendar_hash, external_id, etag, asked_at, written_starts_at, written_ends_at,
            outside, outside_starts_at, outside_ends_at, goes_at)
        select ${tenantId}::uuid, p.booking_id, ${HASH}, p.external_id, p.etag, p.asked_at, p.written_starts_at, p.written_ends_at,
            p.outside, p.outside_starts_at, p.outside_ends_at, b.ends_at + ${DAYS_AFTER}::int * interval '1 day'
        from calendar_push p
        join connected_calendar c on c.tenant_id = ${tenantId} and c.id = p.calendar_id
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id and b.ends_at > current_timestamp
        where p.tenant_id = ${tenantId} and ${condition} and (p.external_id is not null or p.asked_at is not null)
        on conflict (tenant_id, booking_id, calendar_hash) do update set external_id = excluded.external_id, etag = excluded.etag,
          asked_at = excluded.asked_at, written_starts_at = excluded.written_starts_at, written_ends_at = excluded.written_ends_at,
          outside = excluded.outside, outside_starts_at = excluded.outside_starts_at, outside_ends_at = excluded.outside_ends_at,
          goes_at = excluded.goes_at`,
  );
}

/**
 * Takes over the events that stayed in a calendar when it is connected for writing again: each is
 * checked, whatever happened to its booking. Part of the transaction that queues its pushes.
 */
export async function takeUpEvents(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await db.query(
    sql`insert into calendar_push as p (tenant_id, booking_id, calendar_id, external_id, etag, asked_at, written_starts_at, written_ends_at,
          outside, outside_starts_at, outside_ends_at)
        select ${tenantId}::uuid, b.id, c.id, l.external_id, l.etag, l.asked_at, l.written_starts_at, l.written_ends_at,
          l.outside, l.outside_starts_at, l.outside_ends_at
        from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.state <> 'disconnecting'
        join calendar_left l on l.tenant_id = ${tenantId} and l.calendar_hash = ${HASH}
        join booking b on b.tenant_id = ${tenantId} and b.id = l.booking_id and b.ends_at > current_timestamp
        where c.tenant_id = ${tenantId} and c.id = ${calendarId} and c.writes
        on conflict (tenant_id, booking_id, calendar_id) do update set wanted_version = p.wanted_version + 1,
          external_id = excluded.external_id, etag = excluded.etag, asked_at = excluded.asked_at,
          written_starts_at = excluded.written_starts_at, written_ends_at = excluded.written_ends_at, outside = excluded.outside,
          outside_starts_at = excluded.outside_starts_at, outside_ends_at = excluded.outside_ends_at
          where p.external_id is null and p.asked_at is null`,
  );
  await db.query(
    sql`delete from calendar_left l using connected_calendar c, calendar_connection n
        where l.tenant_id = ${tenantId} and c.tenant_id = ${tenantId} and c.id = ${calendarId} and c.writes
          and n.tenant_id = ${tenantId} and n.id = c.connection_id and n.state <> 'disconnecting' and l.calendar_hash = ${HASH}`,
  );
}
