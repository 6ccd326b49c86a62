import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool, type Sql } from "~/lib/db.server";

/** A calendar that one process reads at this moment: `round` names the read. */
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
}

interface Lease {
  now: Date;
  until: Date;
}

/** Begins a read. "busy": another process reads it; null: there is no such calendar, or its account is being disconnected. */
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
          c.event_count, c.shrunk_at
        from connected_calendar c
        join calendar_connection n on n.tenant_id = c.tenant_id and n.id = c.connection_id
        join resource r on r.tenant_id = c.tenant_id and r.id = c.resource_id
        left join hours h on h.tenant_id = r.tenant_id and h.id = r.hours_id
        join tenant t on t.id = c.tenant_id
        where c.tenant_id = ${tenantId} and c.id = ${id}`,
  );
  const [row] = found.rows;
  if (row === undefined || row.state === "disconnecting") return null;
  return claimed.rowCount === 0 ? "busy" : row;
}

/** A later read has begun: what this one knows is older. */
export class OvertakenError extends Error {}

const isThisRead = ({ tenant_id, id, round }: CalendarBeingRead) =>
  sql`tenant_id = ${tenant_id} and id = ${id} and round = ${round}`;

/** Nobody else writes of this calendar until the transaction ends. Throws OvertakenError. */
export async function lockRead(db: Sql, read: CalendarBeingRead): Promise<void> {
  const locked = await db.query(
    sql`select 1 from connected_calendar where ${isThisRead(read)} for no key update`,
  );
  if (locked.rowCount === 0) throw new OvertakenError("another read of the calendar has begun");
}

/** Keeps others from reading it until `until`; not where the read is over. */
export async function keepReading(read: CalendarBeingRead, until: Date): Promise<void> {
  await pool.query(
    sql`update connected_calendar set reading_until = ${until} where ${isThisRead(read)} and reading_until is not null`,
  );
}

/** What a read that is complete leaves behind. */
export interface ReadEnd {
  cursor: string | null;
  window: { from: Date; to: Date };
  read_at: Date;
  next_read_at: Date;
  event_count: number;
  shrunk_at: Date | null;
  problem: string | null;
}

export async function endRead(read: CalendarBeingRead, end: ReadEnd): Promise<void> {
  await pool.query(
    sql`update connected_calendar set cursor = ${end.cursor}, window_from = ${end.window.from}, window_to = ${end.window.to},
          last_read_at = ${end.read_at}, next_read_at = ${end.next_read_at}, reading_until = null, event_count = ${end.event_count},
          shrunk_at = ${end.shrunk_at}, problem = ${end.problem}
        where ${isThisRead(read)}`,
  );
}

/** A read that did not come to its end: where it began is where the next one begins. `problem`: of the calendar itself. */
export async function failRead(
  read: CalendarBeingRead,
  { next_read_at, problem }: { next_read_at: Date; problem: string | null },
): Promise<void> {
  await pool.query(
    sql`update connected_calendar set next_read_at = ${next_read_at}, reading_until = null, problem = coalesce(${problem}::text, problem)
        where ${isThisRead(read)}`,
  );
}

/** Whether the calendar's provider sends notices of it, and whether its resource was booked in the last ten minutes. */
export async function readPace(
  { tenant_id, id, resource_id }: CalendarBeingRead,
  now: Date,
): Promise<{ has_channel: boolean; is_lively: boolean }> {
  const since = new Date(now.getTime() - 10 * 60_000);
  const [channels, bookings] = await Promise.all([
    pool.query(
      sql`select 1 from calendar_channel where tenant_id = ${tenant_id} and calendar_id = ${id} and stopped_at is null
          and expires_at > ${now} limit 1`,
    ),
    pool.query(
      sql`select 1 from booking where tenant_id = ${tenant_id} and created_at > ${since} and resource_id = ${resource_id} limit 1`,
    ),
  ]);
  return { has_channel: channels.rowCount !== 0, is_lively: bookings.rowCount !== 0 };
}

/** Calendars that are due to be read, the longest due first. */
export async function findDueReads(limit: number): Promise<{ tenant_id: string; id: string }[]> {
  const due = await pool.query<{ tenant_id: string; id: string }>(
    sql`select tenant_id, id from connected_calendar where next_read_at <= now() and (reading_until is null or reading_until <= now())
        order by next_read_at limit ${limit}`,
  );
  return due.rows;
}

/** From the next read on, which is whole, what is no longer there is given up, however much it is. False: nothing was in doubt. */
export async function giveUpShrunk(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const given = await db.query(
    sql`update connected_calendar set shrunk_at = null, problem = null, event_count = 0, cursor = null
        where tenant_id = ${tenantId} and id = ${id} and shrunk_at is not null`,
  );
  return given.rowCount === 1;
}

/** The next read is whole: what is asked of the calendar is another thing now. */
export async function forgetCursor(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(
    sql`update connected_calendar set cursor = null where tenant_id = ${tenantId} and id = ${id}`,
  );
}
