import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { HEALTH, IS_BROKEN_ALONE } from "./calendar-health.sql";

/** Most items of each kind in one list. */
const MOST = 20;

export interface BrokenAccount {
  id: string;
  provider: CalendarProviderName;
  state: "reconnect_required" | "missing_scope" | "stale";
  broken_at: Date;
  person: string;
}

/** Accounts that are inaccessible, have not responded for a while, or are read late. */
export async function findBroken(tenantId: string, reads: Reads = pool): Promise<BrokenAccount[]> {
  const found = await reads.query<BrokenAccount>(
    sql`select c.id, c.provider, case when c.state in ('ok', 'rate_limited') then 'stale' else c.state end as state,
          case when c.state in ('ok', 'rate_limited') then late.since else coalesce(c.broken_at, c.updated_at) end as broken_at, u.name as person
        from calendar_connection c
        left join lateral (
          select min(coalesce(k.last_read_at, k.created_at)) as since from connected_calendar k
          where k.tenant_id = ${tenantId} and k.connection_id = c.id and c.state in ('ok', 'rate_limited') and ${HEALTH} = 'late') late on true
        join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
        where c.tenant_id = ${tenantId} and (c.state in ('reconnect_required', 'missing_scope', 'stale') or late.since is not null)
        order by 4, c.id limit ${MOST}`,
  );
  return found.rows;
}

export interface BrokenCalendar {
  id: string;
  connection_id: string;
  provider: CalendarProviderName;
  health: "gone" | "unreadable" | "no_right";
  /** Only writing is refused; reads still succeed. */
  is_writing: boolean;
  broken_at: Date;
  person: string;
}

/** Broken calendars of accessible accounts. */
export async function findBrokenCalendars(
  tenantId: string,
  reads: Reads = pool,
): Promise<BrokenCalendar[]> {
  const found = await reads.query<BrokenCalendar>(
    sql`select k.id, k.connection_id, c.provider, ${HEALTH} as health, k.failures = 0 as is_writing,
          coalesce(k.broken_at, k.last_read_at, k.created_at) as broken_at, u.name as person
        from connected_calendar k
        join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
        join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
        where k.tenant_id = ${tenantId} and ${IS_BROKEN_ALONE} order by 6, k.id limit ${MOST}`,
  );
  return found.rows;
}

export interface ShrunkCalendar {
  id: string;
  connection_id: string;
  shrunk_at: Date;
  person: string;
}

/** Calendars whose last read contained less than half of the known events. */
export async function findShrunk(tenantId: string, reads: Reads = pool): Promise<ShrunkCalendar[]> {
  const found = await reads.query<ShrunkCalendar>(
    sql`select c.id, c.connection_id, c.shrunk_at, u.name as person from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.state <> 'disconnecting'
        join tenant_user u on u.tenant_id = ${tenantId} and u.id = n.user_id
        where c.tenant_id = ${tenantId} and c.shrunk_at is not null order by c.shrunk_at, c.id limit ${MOST}`,
  );
  return found.rows;
}

export interface ChangedOutside {
  booking_id: string;
  calendar_id: string;
  outside: "deleted" | "moved";
  outside_starts_at: Date | null;
  starts_at: Date;
  customer_name: string;
  person: string;
}

/** Upcoming bookings whose event was moved or deleted externally, without a decision yet. */
export async function findChangedOutside(
  tenantId: string,
  reads: Reads = pool,
): Promise<ChangedOutside[]> {
  const found = await reads.query<ChangedOutside>(
    sql`select p.booking_id, p.calendar_id, p.outside, p.outside_starts_at, b.starts_at, b.customer_name, u.name as person
        from calendar_push p
        join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id and b.ends_at > now() and is_live(b.status)
        join connected_calendar c on c.tenant_id = ${tenantId} and c.id = p.calendar_id
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.state <> 'disconnecting'
        join tenant_user u on u.tenant_id = ${tenantId} and u.id = n.user_id
        where p.tenant_id = ${tenantId} and p.outside in ('deleted', 'moved') order by b.starts_at, b.id limit ${MOST}`,
  );
  return found.rows;
}

/** The owners of these calendars, and the guests of these bookings. */
export async function namesOf(
  tenantId: string,
  calendarIds: string[],
  bookingIds: string[],
  reads: Reads = pool,
) {
  const findPeople = reads.query<{ id: string; person: string }>(
    sql`select c.id, u.name as person from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        join tenant_user u on u.tenant_id = ${tenantId} and u.id = n.user_id
        where c.tenant_id = ${tenantId} and c.id = any(${calendarIds}::uuid[])`,
  );
  const findGuests = reads.query<{ id: string; customer_name: string; starts_at: Date }>(
    sql`select id, customer_name, starts_at from booking where tenant_id = ${tenantId} and id = any(${bookingIds}::uuid[])`,
  );
  const [people, guests] = await Promise.all([findPeople, findGuests]);
  return {
    people: new Map(people.rows.map(({ id, person }) => [id, person])),
    bookings: new Map(guests.rows.map((row) => [row.id, row])),
  };
}
