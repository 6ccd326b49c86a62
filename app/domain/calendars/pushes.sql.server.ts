import sql, { raw, type Sql as Part } from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import type { Booking, BookingStatus } from "~/contract/bookings";
import { clock } from "~/lib/clock";
import { pool, prepared, type Sql } from "~/lib/db.server";
import type { Place } from "../bookings/read/booking-location";
import { placeOf } from "../bookings/read/booking-place.sql";
import type { KnownEvent } from "./decide-push";

// The queue of external writes. A row is a booking in a calendar; its versions differ when there is
// something to write.

/** The lease on a calendar: after it, the process that writes to it is assumed dead. */
const CALENDAR_SECONDS = 120;
/** The lease on a booking that is being written. */
const ATTEMPT_SECONDS = 120;

/**
 * Whether a booking `b` belongs in the calendar `c` of the account `n`: confirmed or attended, at
 * the calendar's resource, and not a test.
 */
export const IS_WANTED =
  raw(`(c.writes and n.state <> 'disconnecting' and b.resource_id = c.resource_id
  and b.status in ('confirmed', 'paid', 'completed', 'no_show') and b.source <> 'test' and b.livemode)`);

/** Marks these bookings as changed in all their calendars; returns the calendars. */
export async function touchPushes(
  db: Sql,
  tenantId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const touched = await db.query<{ calendar_id: string }>(
    prepared(sql`update calendar_push set wanted_version = wanted_version + 1, next_at = current_timestamp, updated_at = current_timestamp
      where tenant_id = ${tenantId} and booking_id = any(${bookingIds}::uuid[]) returning calendar_id`),
  );
  return touched.rows.map((row) => row.calendar_id);
}

/** Marks a guest's bookings as changed, including past ones; returns their calendars. */
export async function touchPushesOfCustomer(
  db: Sql,
  tenantId: string,
  customerIds: string[],
): Promise<string[]> {
  const touched = await db.query<{ calendar_id: string }>(
    sql`update calendar_push p set wanted_version = p.wanted_version + 1, next_at = current_timestamp, updated_at = current_timestamp
        from booking b where p.tenant_id = ${tenantId} and b.tenant_id = ${tenantId} and b.id = p.booking_id
          and b.customer_id = any(${customerIds}::uuid[]) returning p.calendar_id`,
  );
  return touched.rows.map((row) => row.calendar_id);
}

/**
 * Marks a service's future bookings to be written again after a change of the service. Returns the
 * calendars that contain them.
 */
export async function touchPushesOfSchedule(
  db: Sql,
  tenantId: string,
  scheduleId: string,
): Promise<string[]> {
  const touched = await db.query<{ calendar_id: string }>(
    sql`update calendar_push p set wanted_version = p.wanted_version + 1, next_at = current_timestamp, updated_at = current_timestamp
        from booking b where p.tenant_id = ${tenantId} and b.tenant_id = ${tenantId} and b.id = p.booking_id
          and b.schedule_id = ${scheduleId} and b.starts_at > current_timestamp returning p.calendar_id`,
  );
  return touched.rows.map((row) => row.calendar_id);
}

/** Adds confirmed bookings to the calendar that their resource writes to; returns the calendars. */
export async function addPushes(
  db: Sql,
  tenantId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const added = await db.query<{ calendar_id: string }>(
    prepared(sql`insert into calendar_push (tenant_id, booking_id, calendar_id)
      select ${tenantId}::uuid, b.id, c.id from booking b
      join connected_calendar c on c.tenant_id = ${tenantId} and c.resource_id = b.resource_id and c.writes
      join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
      where b.tenant_id = ${tenantId} and b.id = any(${bookingIds}::uuid[]) and b.ends_at > current_timestamp and ${IS_WANTED}
      on conflict do nothing returning calendar_id`),
  );
  return added.rows.map((row) => row.calendar_id);
}

/** Adds every upcoming booking that a calendar should contain. */
export async function addAllPushes(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await db.query(
    sql`insert into calendar_push (tenant_id, booking_id, calendar_id)
      select ${tenantId}::uuid, b.id, c.id from connected_calendar c
      join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
      join booking b on b.tenant_id = ${tenantId} and b.resource_id = c.resource_id and b.ends_at > current_timestamp
      where c.tenant_id = ${tenantId} and c.id = ${calendarId} and ${IS_WANTED} on conflict do nothing`,
  );
}

/**
 * Queues checking every upcoming booking of a calendar; past ones stay unchanged, there and here.
 */
export async function touchCalendar(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await db.query(
    sql`update calendar_push p set wanted_version = p.wanted_version + 1, next_at = current_timestamp, updated_at = current_timestamp
        from booking b where p.tenant_id = ${tenantId} and p.calendar_id = ${calendarId}
          and b.tenant_id = ${tenantId} and b.id = p.booking_id and b.ends_at > current_timestamp`,
  );
}

/** Makes the waiting pushes of an account's calendars due now; returns the calendars. */
export async function wakePushes(
  db: Sql,
  tenantId: string,
  connectionId: string,
): Promise<string[]> {
  const woken = await db.query<{ calendar_id: string }>(
    sql`update calendar_push p set next_at = current_timestamp from connected_calendar c
        where p.tenant_id = ${tenantId} and p.done_version < p.wanted_version
          and c.tenant_id = ${tenantId} and c.id = p.calendar_id and c.connection_id = ${connectionId} returning p.calendar_id`,
  );
  return [...new Set(woken.rows.map((row) => row.calendar_id))];
}

/** A calendar leased by a process that writes to it, until `until`. */
export interface CalendarLease {
  tenant_id: string;
  calendar_id: string;
  connection_id: string;
  until: Date;
}

/**
 * Leases a calendar for writing. null: another process has the lease, or the account is being
 * disconnected.
 */
export async function leaseCalendar(
  tenantId: string,
  calendarId: string,
): Promise<CalendarLease | null> {
  const claimed = await pool.query<{ connection_id: string; until: Date }>(
    sql`update connected_calendar c set pushing_until = current_timestamp + ${CALENDAR_SECONDS}::int * interval '1 second'
        from calendar_connection n
        where c.tenant_id = ${tenantId} and c.id = ${calendarId} and n.tenant_id = ${tenantId} and n.id = c.connection_id
          and n.state <> 'disconnecting' and (c.pushing_until is null or c.pushing_until <= current_timestamp)
        returning c.connection_id, c.pushing_until as until`,
  );
  const [row] = claimed.rows;
  return row === undefined ? null : { tenant_id: tenantId, calendar_id: calendarId, ...row };
}

/** Extends the lease; null: it was lost, or the account is being disconnected. */
export async function renewLease({
  tenant_id,
  calendar_id,
  connection_id,
  until,
}: CalendarLease): Promise<CalendarLease | null> {
  const renewed = await pool.query<{ until: Date }>(
    sql`update connected_calendar set pushing_until = current_timestamp + ${CALENDAR_SECONDS}::int * interval '1 second'
        where tenant_id = ${tenant_id} and id = ${calendar_id} and pushing_until = ${until} and exists (select from calendar_connection n
          where n.tenant_id = ${tenant_id} and n.id = ${connection_id} and n.state <> 'disconnecting') returning pushing_until as until`,
  );
  return renewed.rows[0] === undefined
    ? null
    : { tenant_id, calendar_id, connection_id, until: renewed.rows[0].until };
}

export async function releaseCalendar({
  tenant_id,
  calendar_id,
  until,
}: CalendarLease): Promise<void> {
  await pool.query(
    sql`update connected_calendar set pushing_until = null
        where tenant_id = ${tenant_id} and id = ${calendar_id} and pushing_until = ${until}`,
  );
}

interface PushRow {
  tenant_id: string;
  booking_id: string;
  calendar_id: string;
  wanted_version: number;
  external_id: string | null;
  etag: string | null;
  asked_at: Date | null;
  attempts: number;
  written_starts_at: Date | null;
  written_ends_at: Date | null;
  outside: KnownEvent["outside"];
  outside_starts_at: Date | null;
  outside_ends_at: Date | null;
  /** Whether the booking belongs there, and whether it is over. */
  is_wanted: boolean;
  is_over: boolean;
  provider: CalendarProviderName;
  /** The calendar's. */
  resource_id: string;
  calendar_external_id: string;
  calendar_time_zone: string | null;
  writes_guest: boolean;
  reference: string;
  status: BookingStatus;
  starts_at: Date;
  ends_at: Date;
  event_count: number;
  party_size: number;
  party: Booking["party"];
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  notes: string | null;
  addons: Booking["addons"];
  answers: Booking["answers"];
  resource_name: string;
  service: string | null;
  questions: { id: string; label: string }[];
  service_time_zone: string | null;
  place: Place | null;
  meeting_url: string | null;
  meeting_calendar_id: string | null;
}
export type Push = PushRow & { known: KnownEvent };

/** A calendar's longest overdue booking; null: none is due. */
export const nextPush = ({ tenant_id, calendar_id }: CalendarLease): Promise<Push | null> =>
  findPush(
    tenant_id,
    sql`p.calendar_id = ${calendar_id} and p.done_version < p.wanted_version and p.next_at <= current_timestamp`,
  );

/** An upcoming booking that is, or may be, in a calendar of this account; null: none. */
export const nextAhead = (tenantId: string, connectionId: string): Promise<Push | null> =>
  findPush(
    tenantId,
    sql`c.connection_id = ${connectionId} and b.ends_at > current_timestamp and (p.external_id is not null or p.asked_at is not null)`,
  );

async function findPush(tenant_id: string, which: Part): Promise<Push | null> {
  const found = await pool.query<PushRow>(
    sql`select p.tenant_id, p.booking_id, p.calendar_id, p.wanted_version, p.external_id, p.etag, p.asked_at, p.attempts,
          p.written_starts_at, p.written_ends_at, p.outside, p.outside_starts_at, p.outside_ends_at,
          ${IS_WANTED} as is_wanted, b.ends_at < current_timestamp as is_over, n.provider, c.resource_id, c.external_id as calendar_external_id, c.time_zone as calendar_time_zone,
          c.writes_guest, b.reference, b.status, b.starts_at, b.ends_at, b.event_count, b.party_size, b.party, b.customer_name, b.customer_email,
          b.customer_phone, b.notes, b.addons, b.answers, b.resource_name, s.name as service, coalesce(s.questions, '[]') as questions,
          s.time_zone as service_time_zone, b.meeting_url, b.meeting_calendar_id, ${placeOf(tenant_id)}
        from calendar_push p
        join connected_calendar c on c.tenant_id = ${tenant_id} and c.id = p.calendar_id
        join calendar_connection n on n.tenant_id = ${tenant_id} and n.id = c.connection_id
        join booking b on b.tenant_id = ${tenant_id} and b.id = p.booking_id
        left join schedule s on s.tenant_id = ${tenant_id} and s.id = b.schedule_id
        where p.tenant_id = ${tenant_id} and ${which}
        order by p.next_at, p.created_at, p.booking_id limit 1`,
  );
  const row = found.rows[0];
  if (row === undefined) return null;
  const written = spanOf(row.written_starts_at, row.written_ends_at);
  const outside_span = spanOf(row.outside_starts_at, row.outside_ends_at);
  return { ...row, known: { written, outside: row.outside, outside_span } };
}

export const spanOf = (starts_at: Date | null, ends_at: Date | null) =>
  starts_at === null || ends_at === null ? null : { starts_at, ends_at };

/**
 * Records that the booking may exist externally, before the call. False: it was changed since it
 * was read.
 */
export async function beginPush(push: Push): Promise<boolean> {
  const started = await pool.query(
    sql`update calendar_push set attempts = attempts + 1, next_at = current_timestamp + ${ATTEMPT_SECONDS}::int * interval '1 second',
          asked_at = ${push.asked_at ?? (push.is_wanted ? clock.date() : null)}::timestamptz
        where ${sameVersion(push)}`,
  );
  return started.rowCount === 1;
}

const ofPush = ({ tenant_id, booking_id, calendar_id }: Push) =>
  sql`tenant_id = ${tenant_id} and booking_id = ${booking_id} and calendar_id = ${calendar_id}`;
const sameVersion = (push: Push) =>
  sql`${ofPush(push)} and wanted_version = ${push.wanted_version}`;

/** Records that this version was written. Changes made meanwhile stay due now. */
export async function notePushed(
  push: Push,
  { external_id, etag }: { external_id: string; etag: string | null },
) {
  await pool.query(
    sql`update calendar_push set external_id = ${external_id}, etag = ${etag}, written_starts_at = ${push.starts_at},
          written_ends_at = ${push.ends_at}, outside = null, outside_starts_at = null, outside_ends_at = null, problem = null,
          attempts = 0, next_at = current_timestamp, done_version = ${push.wanted_version}, updated_at = current_timestamp
        where ${ofPush(push)}`,
  );
}

/**
 * Records a written event whose provider is still creating the meeting. It is written again after
 * `delayMs`, which returns the link.
 */
export async function noteAwaitingMeeting(
  push: Push,
  { external_id, etag }: { external_id: string; etag: string | null },
  delayMs: number,
) {
  await pool.query(
    sql`update calendar_push set external_id = ${external_id}, etag = ${etag}, written_starts_at = ${push.starts_at},
          written_ends_at = ${push.ends_at}, outside = null, outside_starts_at = null, outside_ends_at = null, problem = null,
          next_at = current_timestamp + case when wanted_version = ${push.wanted_version}
            then ${delayMs}::double precision * interval '1 millisecond' else interval '0' end, updated_at = current_timestamp
        where ${ofPush(push)}`,
  );
}

/** Records that it differs externally and awaits a person's decision. */
export async function noteOutside(
  push: Push,
  outside: KnownEvent["outside"],
  span: KnownEvent["outside_span"],
) {
  await pool.query(
    sql`update calendar_push set outside = ${outside}, outside_starts_at = ${span?.starts_at ?? null}::timestamptz,
          outside_ends_at = ${span?.ends_at ?? null}::timestamptz, problem = null, attempts = 0, next_at = current_timestamp,
          done_version = ${push.wanted_version}, updated_at = current_timestamp
        where ${ofPush(push)}`,
  );
}

/**
 * Records that it was removed externally. If it belongs there again meanwhile, it is written anew.
 */
export async function noteGone(push: Push): Promise<void> {
  const deleted = await pool.query(sql`delete from calendar_push where ${sameVersion(push)}`);
  if (deleted.rowCount === 0)
    await pool.query(
      sql`update calendar_push set external_id = null, etag = null, asked_at = null, written_starts_at = null, written_ends_at = null,
            outside = null, outside_starts_at = null, outside_ends_at = null, problem = null, attempts = 0, next_at = current_timestamp
          where ${ofPush(push)}`,
    );
}

/** Records a failed attempt: it is retried, or given up if hopeless. */
export async function noteFailed(
  push: Push,
  problem: string,
  { delay_ms, counts, gives_up }: { delay_ms: number; counts: boolean; gives_up: boolean },
): Promise<void> {
  await pool.query(
    sql`update calendar_push set problem = ${problem}, attempts = attempts - ${counts ? 0 : 1}::int,
          next_at = current_timestamp + ${delay_ms}::double precision * interval '1 millisecond', updated_at = current_timestamp,
          done_version = ${gives_up ? push.wanted_version : sql`done_version`}
        where ${sameVersion(push)}`,
  );
}

/** Delays everything due in a calendar: other bookings would fail too. */
export async function delayCalendar(
  { tenant_id, calendar_id }: CalendarLease,
  problem: string,
  delayMs: number,
): Promise<void> {
  await pool.query(
    sql`update calendar_push set problem = ${problem}, next_at = current_timestamp + ${delayMs}::double precision * interval '1 millisecond'
        where tenant_id = ${tenant_id} and calendar_id = ${calendar_id} and done_version < wanted_version
          and next_at <= current_timestamp`,
  );
}
