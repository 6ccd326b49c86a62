import sql from "sql-template-tag";
import type { CalendarProviderName, ReadProblem } from "~/adapters/calendars/port";
import { clock } from "~/lib/clock";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, prepared, type Sql } from "~/lib/db.server";

/** A calendar that this process is reading; `round` identifies the read. */
export interface CalendarBeingRead {
  tenant_id: string;
  id: string;
  connection_id: string;
  resource_id: string;
  external_id: string;
  provider: CalendarProviderName;
  time_zone: string;
  tentative_is_busy: boolean;
  keeps_titles: boolean;
  cursor: string | null;
  window_to: Date | null;
  round: number;
  event_count: number;
  shrunk_at: Date | null;
  /** Consecutive failed reads. */
  failures: number;
  /** Events that the last read could not include, by reason. */
  unread: ReadProblem[] | null;
}

interface Lease {
  now: Date;
  until: Date;
}

/**
 * Leases a calendar for a read. "busy": another process is reading it; null: it does not exist, or
 * its account is being disconnected.
 */
export async function claimRead(
  tenantId: string,
  id: string,
  at: Lease,
): Promise<CalendarBeingRead | "busy" | null> {
  const claimed = await pool.query(
    sql`update connected_calendar set round = round + 1, reading_until = ${at.until} where tenant_id = ${tenantId} and id = ${id}
        and (reading_until is null or reading_until <= ${at.now})`,
  );
  const found = await pool.query<CalendarBeingRead & { state: string }>(
    sql`select c.tenant_id, c.id, c.connection_id, c.resource_id, c.external_id, n.provider, n.state,
          coalesce(c.time_zone, h.time_zone, t.time_zone) as time_zone, c.tentative_is_busy, c.keeps_titles, c.cursor, c.window_to, c.round,
          c.event_count, c.shrunk_at, c.failures, c.unread
        from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id
        join resource r on r.tenant_id = ${tenantId} and r.id = c.resource_id
        left join hours h on h.tenant_id = ${tenantId} and h.id = r.hours_id
        join tenant t on t.id = c.tenant_id
        where c.tenant_id = ${tenantId} and c.id = ${id}`,
  );
  const [row] = found.rows;
  if (row === undefined || row.state === "disconnecting") return null;
  return claimed.rowCount === 0 ? "busy" : row;
}

/** A later read has begun, so this one's data is stale. */
export class OvertakenError extends Error {}

const isThisRead = ({ tenant_id, id, round }: CalendarBeingRead) =>
  sql`tenant_id = ${tenant_id} and id = ${id} and round = ${round}`;

/** Locks out other writers of this calendar until the transaction ends. Throws OvertakenError. */
export async function lockRead(db: Sql, read: CalendarBeingRead): Promise<void> {
  const locked = await db.query(
    sql`select 1 from connected_calendar where ${isThisRead(read)} for no key update`,
  );
  if (locked.rowCount === 0) throw new OvertakenError("another read of the calendar has started");
}

/** Extends the lease until `until`, unless the read is over. */
export async function keepReading(read: CalendarBeingRead, until: Date): Promise<void> {
  await pool.query(
    sql`update connected_calendar set reading_until = ${until} where ${isThisRead(read)} and reading_until is not null`,
  );
}

/** The result of a complete read. */
export interface ReadEnd {
  cursor: string | null;
  window: { from: Date; to: Date };
  read_at: Date;
  next_read_at: Date;
  event_count: number;
  shrunk_at: Date | null;
  problem: string | null;
  /** Events that could not be included, by reason. */
  unread: ReadProblem[];
  /** Whether a busy time has changed. */
  has_changed: boolean;
}

export async function endRead(read: CalendarBeingRead, end: ReadEnd): Promise<void> {
  await pool.query(
    sql`update connected_calendar set cursor = ${end.cursor}, window_from = ${end.window.from}, window_to = ${end.window.to},
          last_read_at = ${end.read_at}, next_read_at = ${end.next_read_at}, reading_until = null, event_count = ${end.event_count},
          shrunk_at = ${end.shrunk_at}, problem = ${end.problem}, failures = 0,
          unread = ${end.unread.length === 0 ? null : JSON.stringify(end.unread)}::jsonb,
          broken_at = case when write_problem is not null then broken_at end,
          member_told_at = case when write_problem is not null then member_told_at end,
          owner_told_at = case when write_problem is not null then owner_told_at end,
          changed_at = case when ${end.has_changed}::boolean then ${end.read_at}::timestamptz else changed_at end
        where ${isThisRead(read)}`,
  );
}

/**
 * Ends a failed read: the next one starts at the same cursor. `last_read_at` stays, as it is the
 * age of the stored data.
 */
export async function failRead(
  read: CalendarBeingRead,
  { next_read_at, problem, now }: { next_read_at: Date; problem: string; now: Date },
): Promise<void> {
  await pool.query(
    sql`update connected_calendar set next_read_at = ${next_read_at}, reading_until = null, problem = ${problem}::text,
          failures = failures + 1, broken_at = coalesce(broken_at, ${now}::timestamptz)
        where ${isThisRead(read)}`,
  );
}

/** Counts a write refused for lack of access to the calendar; returns how many in a row. */
export async function countWriteRefusal(tenantId: string, id: string): Promise<number> {
  const counted = await pool.query<{ write_failures: number }>(
    sql`update connected_calendar set write_failures = write_failures + 1
        where tenant_id = ${tenantId} and id = ${id} returning write_failures`,
  );
  return counted.rows[0]?.write_failures ?? 0;
}

export async function noteNoWriting(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`update connected_calendar set write_problem = 'missing_scope', broken_at = coalesce(broken_at, ${clock.date()}::timestamptz)
        where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** Records that bookings can be written again. */
export async function noteWriting(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`update connected_calendar set write_failures = 0, write_problem = null, broken_at = case when failures > 0 then broken_at end,
          member_told_at = case when failures > 0 then member_told_at end, owner_told_at = case when failures > 0 then owner_told_at end
        where tenant_id = ${tenantId} and id = ${id} and write_failures > 0`,
  );
}

/**
 * How long a calendar is read more often after its resource gained or lost a booking, or its busy
 * times changed.
 */
const LIVELY_MINUTES = 15;

/**
 * Whether the calendar's provider sends notifications, and whether its resource's bookings or its
 * busy times changed recently.
 */
export async function readPace(
  { tenant_id, id, resource_id }: CalendarBeingRead,
  now: Date,
): Promise<{ has_channel: boolean; is_lively: boolean }> {
  const since = new Date(now.getTime() - LIVELY_MINUTES * 60_000);
  const [channels, changes, bookings] = await Promise.all([
    pool.query(
      sql`select 1 from calendar_channel where tenant_id = ${tenant_id} and calendar_id = ${id} and stopped_at is null
          and expires_at > ${now} limit 1`,
    ),
    pool.query(
      sql`select 1 from connected_calendar where tenant_id = ${tenant_id} and id = ${id} and changed_at > ${since}`,
    ),
    pool.query(
      sql`select 1 from booking where tenant_id = ${tenant_id} and updated_at > ${since} and resource_id = ${resource_id} limit 1`,
    ),
  ]);
  return {
    has_channel: channels.rowCount !== 0,
    is_lively: changes.rowCount !== 0 || bookings.rowCount !== 0,
  };
}

/**
 * Bookings rely on a copy of their resource's calendars no older than this; otherwise it is read
 * again immediately.
 */
const FRESH_MINUTES = 5;

/**
 * Returns the calendars that close the time of these bookings' resources and whose copy is older
 * than that. For the fresh ones, moves the next read forward to FRESH_MINUTES from now. Calendars
 * with failing reads keep their own schedule.
 */
export async function staleCalendarsOf(
  db: Sql,
  tenantId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const found = await db.query<{ id: string; is_stale: boolean }>(
    prepared(sql`select k.id, coalesce(k.last_read_at, k.created_at) <= now() - ${FRESH_MINUTES}::int * interval '1 minute' as is_stale
      from connected_calendar k
      join calendar_connection n on n.tenant_id = ${tenantId} and n.id = k.connection_id
        and n.state not in ('disconnecting', 'reconnect_required')
      where k.tenant_id = ${tenantId} and k.checks and k.broken_at is null
        and (k.reading_until is null or k.reading_until <= now())
        and k.resource_id in (
          select b.resource_id from booking b where b.tenant_id = ${tenantId} and b.id = any(${bookingIds}::uuid[]) and b.ends_at > now())`),
  );
  const fresh = found.rows.filter((row) => !row.is_stale).map((row) => row.id);
  if (fresh.length > 0)
    await db.query(
      sql`update connected_calendar set next_read_at = now() + ${FRESH_MINUTES}::int * interval '1 minute'
          where tenant_id = ${tenantId} and id = any(${fresh}::uuid[])
            and next_read_at > now() + ${FRESH_MINUTES}::int * interval '1 minute'`,
    );
  return found.rows.filter((row) => row.is_stale).map((row) => row.id);
}

/** Calendars due to be read, the longest overdue first. */
export async function findDueReads(limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return scanTenants("calendars", limit, async (among) => {
    const due = await pool.query<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from connected_calendar where ${among} and next_read_at <= now() and (reading_until is null or reading_until <= now())
        order by next_read_at limit ${limit}`,
    );
    return due.rows;
  });
}

/**
 * Makes the next read a whole one that removes everything no longer there, however much. False:
 * nothing was in doubt.
 */
export async function giveUpShrunk(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const given = await db.query(
    sql`update connected_calendar set shrunk_at = null, problem = null, event_count = 0, cursor = null
        where tenant_id = ${tenantId} and id = ${id} and shrunk_at is not null`,
  );
  return given.rowCount === 1;
}

/** Makes the next read a whole one, because other data is needed from the calendar now. */
export async function forgetCursor(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(
    sql`update connected_calendar set cursor = null where tenant_id = ${tenantId} and id = ${id}`,
  );
}
