import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import type { Sql } from "~/lib/db.server";
import type { KnownEvent } from "./decide-push";
import { IS_WANTED, spanOf } from "./pushes.sql.server";

/** The known state of an event that we wrote. */
export interface OwnEvent {
  booking_id: string;
  calendar_id: string;
  external_id: string;
  known: KnownEvent;
}
interface OwnRow {
  booking_id: string;
  calendar_id: string;
  external_id: string;
  written_starts_at: Date | null;
  written_ends_at: Date | null;
  outside: KnownEvent["outside"];
  outside_starts_at: Date | null;
  outside_ends_at: Date | null;
}

const COLUMNS = sql`p.booking_id, p.calendar_id, p.external_id, p.written_starts_at, p.written_ends_at, p.outside, p.outside_starts_at,
  p.outside_ends_at`;

const toOwn = ({ booking_id, calendar_id, external_id, outside, ...row }: OwnRow): OwnEvent => ({
  booking_id,
  calendar_id,
  external_id,
  known: {
    written: spanOf(row.written_starts_at, row.written_ends_at),
    outside,
    outside_span: spanOf(row.outside_starts_at, row.outside_ends_at),
  },
});

/**
 * Our events in the external calendar behind `calendarId`, whoever of the company connected it:
 * those with these external ids, and those of these bookings. In another calendar the same id is a
 * colleague's copy (Google gives it to everyone invited).
 */
export async function ownEventsAmong(
  db: Sql,
  tenantId: string,
  calendarId: string,
  of: { external_ids: string[]; booking_ids: string[] },
): Promise<OwnEvent[]> {
  const found = await db.query<OwnRow>(
    sql`select ${COLUMNS} from connected_calendar here
        join calendar_connection hn on hn.tenant_id = ${tenantId} and hn.id = here.connection_id
        join connected_calendar c on c.tenant_id = ${tenantId} and c.external_id = here.external_id
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.provider = hn.provider
        join calendar_push p on p.tenant_id = ${tenantId} and p.calendar_id = c.id and p.external_id is not null
          and (p.external_id = any(${of.external_ids}::text[]) or p.booking_id = any(${of.booking_ids}::uuid[]))
        where here.tenant_id = ${tenantId} and here.id = ${calendarId}`,
  );
  return found.rows.map(toOwn);
}

/**
 * Deletes busy times that were read from an event before it was recorded as ours. Returns whether
 * there were any.
 */
export async function forgetOwnBusy(
  db: Sql,
  tenantId: string,
  calendarId: string,
  externalId: string,
): Promise<boolean> {
  const deleted = await db.query(
    sql`delete from busy where tenant_id = ${tenantId} and calendar_id = ${calendarId} and external_id = ${externalId}`,
  );
  return (deleted.rowCount ?? 0) > 0;
}

/** The company's booking whose id an event carries. */
export interface ClaimedBooking {
  id: string;
  starts_at: Date;
  ends_at: Date;
  /** Confirmed, paid, completed or a no-show: the booking keeps its time. */
  is_live: boolean;
  /** It belongs in this calendar, or is being written to one: its event may not be recorded yet. */
  is_expected: boolean;
}

/** Those of these ids that are the company's bookings. */
export async function bookingsAmong(
  db: Sql,
  tenantId: string,
  calendarId: string,
  ids: string[],
): Promise<Map<string, ClaimedBooking>> {
  if (ids.length === 0) return new Map();
  const found = await db.query<ClaimedBooking>(
    sql`select b.id, b.starts_at, b.ends_at, b.status in ('confirmed', 'paid', 'completed', 'no_show') as is_live,
          (b.ends_at > current_timestamp and ${IS_WANTED}) or exists (select from calendar_push p
            where p.tenant_id = ${tenantId} and p.booking_id = b.id and p.external_id is null) as is_expected
        from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        join booking b on b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[])
        where c.tenant_id = ${tenantId} and c.id = ${calendarId}`,
  );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/**
 * Assigns an unrecorded event of ours (its calendar was connected before) to its booking. If their
 * times differ, it is unknown who changed what, and a person decides.
 */
export async function adoptEvent(
  db: Sql,
  tenantId: string,
  calendarId: string,
  {
    booking_id,
    external_id,
    etag,
  }: { booking_id: string; external_id: string; etag: string | null },
): Promise<boolean> {
  const adopted = await db.query(
    sql`insert into calendar_push (tenant_id, booking_id, calendar_id, external_id, etag, asked_at, written_starts_at, written_ends_at)
        select ${tenantId}::uuid, b.id, c.id, ${external_id}::text, ${etag}::text, b.updated_at, b.starts_at, b.ends_at from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        join booking b on b.tenant_id = ${tenantId} and b.id = ${booking_id}
        where c.tenant_id = ${tenantId} and c.id = ${calendarId} and b.ends_at > current_timestamp and ${IS_WANTED}
        on conflict do nothing`,
  );
  return adopted.rowCount === 1;
}

/**
 * Those of these upcoming bookings that have no place in the external calendar behind `calendarId`,
 * and are not being written there by any connection; none if it does not receive bookings. With
 * what their events' ids are made from.
 */
export async function bookingsNotIn(
  db: Sql,
  tenantId: string,
  calendarId: string,
  ids: string[],
): Promise<{ booking_id: string; provider: CalendarProviderName; calendar_external_id: string }[]> {
  if (ids.length === 0) return [];
  const found = await db.query<{
    booking_id: string;
    provider: CalendarProviderName;
    calendar_external_id: string;
  }>(
    sql`select b.id as booking_id, hn.provider, here.external_id as calendar_external_id from connected_calendar here
        join calendar_connection hn on hn.tenant_id = ${tenantId} and hn.id = here.connection_id and hn.state <> 'disconnecting'
        join booking b on b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[]) and b.ends_at > current_timestamp
        where here.tenant_id = ${tenantId} and here.id = ${calendarId} and here.writes and not exists (
          select from connected_calendar c
          join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.provider = hn.provider
          where c.tenant_id = ${tenantId} and c.external_id = here.external_id and (${IS_WANTED} or exists (
            select from calendar_push p where p.tenant_id = ${tenantId} and p.booking_id = b.id and p.calendar_id = c.id)))`,
  );
  return found.rows;
}

/** Queues the removal of an event of ours; false: its booking is being written there meanwhile. */
export async function queueRemoval(
  db: Sql,
  tenantId: string,
  calendarId: string,
  event: { booking_id: string; external_id: string; etag: string | null },
): Promise<boolean> {
  const queued = await db.query(
    sql`insert into calendar_push (tenant_id, booking_id, calendar_id, external_id, etag, asked_at)
        values (${tenantId}, ${event.booking_id}, ${calendarId}, ${event.external_id}, ${event.etag}, current_timestamp) on conflict do nothing`,
  );
  return queued.rowCount === 1;
}

/** Queues checking these bookings' events; returns how many. Past ones are left alone. */
export async function lookAgain(
  db: Sql,
  tenantId: string,
  calendarId: string,
  bookingIds: string[],
): Promise<number> {
  const looked = await db.query(
    sql`update calendar_push p set wanted_version = p.wanted_version + 1, next_at = current_timestamp from booking b
        where p.tenant_id = ${tenantId} and p.calendar_id = ${calendarId} and p.booking_id = any(${bookingIds}::uuid[])
          and b.tenant_id = ${tenantId} and b.id = p.booking_id and b.ends_at > current_timestamp`,
  );
  return looked.rowCount ?? 0;
}

/**
 * Our events in a calendar between `from` and `to`, last changed before `before`: the start of a
 * whole read, which should have contained them.
 */
export async function ownEventsIn(
  db: Sql,
  tenantId: string,
  calendarId: string,
  { from, to, before }: { from: Date; to: Date; before: Date },
): Promise<OwnEvent[]> {
  const found = await db.query<OwnRow>(
    sql`select ${COLUMNS} from calendar_push p where p.tenant_id = ${tenantId} and p.calendar_id = ${calendarId}
          and p.external_id is not null and p.written_ends_at > ${from} and p.written_starts_at < ${to} and p.updated_at < ${before}`,
  );
  return found.rows.map(toOwn);
}
