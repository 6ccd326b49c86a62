import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { CalendarProviderName, ListedCalendar, ReadProblem } from "~/adapters/calendars/port";
import type {
  CalendarHealth,
  ConnectedCalendarPatch,
  NewConnectedCalendar,
} from "~/contract/calendars";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ConnectionState } from "./connections.sql.server";
import { HEALTH } from "./calendar-health.sql";
import { leaveEvents } from "./left-events.sql.server";

export interface ConnectedRow {
  id: string;
  connection_id: string;
  resource_id: string;
  user_id: string;
  user_name: string;
  provider: CalendarProviderName;
  state: ConnectionState;
  external_id: string;
  name: string;
  time_zone: string | null;
  can_write: boolean;
  checks: boolean;
  mode: "hard" | "advise";
  tentative_is_busy: boolean;
  minutes_before: number;
  minutes_after: number;
  keeps_titles: boolean;
  writes: boolean;
  writes_guest: boolean;
  last_read_at: Date | null;
  event_count: number;
  shrunk_at: Date | null;
  notices_problem: string | null;
  created_at: Date;
  health: CalendarHealth;
  health_since: Date | null;
  problem: string | null;
  account_problem: string | null;
  write_problem: string | null;
  unread: ReadProblem[] | null;
}

const connected = (tenantId: string): Part => sql`
  select k.id, k.connection_id, k.resource_id, c.user_id, coalesce(u.name, '') as user_name, c.provider,
    case when c.state = 'ok' and ${HEALTH} = 'late' then 'stale' else c.state end as state,
    ${HEALTH} as health, c.problem as account_problem, k.problem, k.write_problem, k.unread,
    case ${HEALTH} when 'ok' then null when 'late' then coalesce(k.last_read_at, k.created_at)
      else coalesce(case when c.state in ('reconnect_required', 'missing_scope') then c.broken_at end, k.broken_at, k.last_read_at) end as health_since,
    k.external_id, k.name, k.time_zone, k.can_write, k.checks, k.mode, k.tentative_is_busy, k.minutes_before, k.minutes_after, k.keeps_titles, k.writes, k.writes_guest,
    k.last_read_at, k.event_count, k.shrunk_at, k.notices_problem, k.created_at
  from connected_calendar k
  join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
  left join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
  where k.tenant_id = ${tenantId}`;

export interface ConnectedQuery {
  /** Of these; null: of any. */
  resource_ids: string[] | null;
  connection_id: string | null;
  /** Someone's own calendars, of any resource; null: none. */
  own: string | null;
  /** The resources the caller is limited to; null: unlimited. */
  limit: string[] | null;
}

const matchesQuery = ({ resource_ids, connection_id, own, limit }: ConnectedQuery): Part => sql`
    (${resource_ids}::uuid[] is null or k.resource_id = any(${resource_ids}::uuid[]))
    and (${connection_id}::uuid is null or k.connection_id = ${connection_id}::uuid)
    and (${limit}::uuid[] is null or k.resource_id = any(${limit}::uuid[]) or c.user_id = ${own}::uuid)`;

/** Calendars of the caller's resources, and the caller's own, in the order they were connected. */
export async function findCalendars(
  tenantId: string,
  query: ConnectedQuery,
  { after, most }: { after?: { at: Date; id: string } | undefined; most?: number } = {},
): Promise<ConnectedRow[]> {
  const place =
    after === undefined
      ? empty
      : sql`and (k.created_at, k.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const found = await pool.query<ConnectedRow>(
    sql`${connected(tenantId)} and ${matchesQuery(query)} ${place} order by k.created_at, k.id limit ${most ?? null}::int`,
  );
  return found.rows;
}

/** Counts those, up to `most`. */
export async function countMatchingCalendars(
  tenantId: string,
  query: ConnectedQuery,
  most: number,
): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from connected_calendar k
          join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
          where k.tenant_id = ${tenantId} and ${matchesQuery(query)} limit ${most}) counted`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

export async function findCalendar(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<ConnectedRow | undefined> {
  const found = await db.query<ConnectedRow>(sql`${connected(tenantId)} and k.id = ${id}`);
  return found.rows[0];
}

/** The ids of a connection's connected calendars, by external id. */
export async function findConnectedIds(
  tenantId: string,
  connectionId: string,
): Promise<Map<string, string>> {
  const found = await pool.query<{ id: string; external_id: string }>(
    sql`select id, external_id from connected_calendar where tenant_id = ${tenantId} and connection_id = ${connectionId}`,
  );
  return new Map(found.rows.map(({ id, external_id }) => [external_id, id]));
}

export async function isResource(tenantId: string, id: string): Promise<boolean> {
  const found = await pool.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rowCount !== 0;
}

/**
 * Locks a resource, so that its calendars are counted and chosen one after the other; false: it
 * does not exist.
 */
export async function lockResourceRow(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return found.rowCount !== 0;
}

export async function countCalendars(
  db: Sql,
  tenantId: string,
  resourceId: string,
): Promise<number> {
  const found = await db.query<{ count: number }>(
    sql`select count(*)::int from connected_calendar where tenant_id = ${tenantId} and resource_id = ${resourceId}`,
  );
  return found.rows[0]!.count; // an aggregate is one row
}

/** Inserts a calendar that is due to be read. */
export async function insertCalendar(
  db: Sql,
  tenantId: string,
  wanted: NewConnectedCalendar,
  listed: ListedCalendar,
): Promise<string> {
  const id = newId();
  await db.query(
    sql`insert into connected_calendar (tenant_id, id, connection_id, resource_id, external_id, name, time_zone, can_write,
          checks, mode, tentative_is_busy, minutes_before, minutes_after, keeps_titles, writes, writes_guest)
        values (${tenantId}, ${id}, ${wanted.connection_id}, ${wanted.resource_id}, ${listed.external_id}, ${listed.name},
          ${listed.time_zone}, ${listed.can_write}, ${wanted.checks}, ${wanted.mode}, ${wanted.tentative_is_busy},
          ${wanted.minutes_before}, ${wanted.minutes_after}, ${wanted.keeps_titles}, ${wanted.writes}, ${wanted.writes_guest})`,
  );
  return id;
}

/** Updates the given fields of a calendar. */
export async function updateCalendar(
  db: Sql,
  tenantId: string,
  id: string,
  patch: ConnectedCalendarPatch,
): Promise<void> {
  await db.query(
    sql`update connected_calendar set resource_id = coalesce(${patch.resource_id ?? null}::uuid, resource_id),
          checks = coalesce(${patch.checks ?? null}::boolean, checks), mode = coalesce(${patch.mode ?? null}::text, mode),
          tentative_is_busy = coalesce(${patch.tentative_is_busy ?? null}::boolean, tentative_is_busy),
          minutes_before = coalesce(${patch.minutes_before ?? null}::int, minutes_before),
          minutes_after = coalesce(${patch.minutes_after ?? null}::int, minutes_after),
          keeps_titles = coalesce(${patch.keeps_titles ?? null}::boolean, keeps_titles),
          writes = coalesce(${patch.writes ?? null}::boolean, writes),
          writes_guest = coalesce(${patch.writes_guest ?? null}::boolean, writes_guest),
          updated_at = now()
        where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export async function deleteCalendar(db: Sql, tenantId: string, id: string): Promise<void> {
  await leaveEvents(db, tenantId, { calendar_id: id });
  await db.query(sql`delete from connected_calendar where tenant_id = ${tenantId} and id = ${id}`);
}
