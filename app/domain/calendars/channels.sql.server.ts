import sql from "sql-template-tag";
import type { CalendarProviderName, OpenChannel } from "~/adapters/calendars/port";
import { pool, type Sql } from "~/lib/db.server";

/** The fields of a calendar needed to subscribe to its notifications. */
export interface WatchedCalendar {
  tenant_id: string;
  id: string;
  connection_id: string;
  external_id: string;
  time_zone: string;
  provider: CalendarProviderName;
}

/**
 * null: it was deleted, or its account is being disconnected. Its open channels are stopped by
 * connection (liveChannels).
 */
export async function findWatched(
  tenantId: string,
  calendarId: string,
): Promise<WatchedCalendar | null> {
  const found = await pool.query<WatchedCalendar>(
    sql`select c.tenant_id, c.id, c.connection_id, c.external_id, coalesce(c.time_zone, t.time_zone) as time_zone, n.provider
        from connected_calendar c
        join calendar_connection n on n.tenant_id = ${tenantId} and n.id = c.connection_id and n.state <> 'disconnecting'
        join tenant t on t.id = ${tenantId} where c.tenant_id = ${tenantId} and c.id = ${calendarId}`,
  );
  return found.rows[0] ?? null;
}

/** Sets when the next channel of a calendar is to be opened; null: never. */
export async function planChannel(
  db: Sql,
  tenantId: string,
  calendarId: string,
  at: Date | null,
): Promise<void> {
  await db.query(
    sql`update connected_calendar set channel_at = ${at}::timestamptz where tenant_id = ${tenantId} and id = ${calendarId}`,
  );
}

/** Records why a provider sends no notifications for a calendar; null: it does. */
export async function noteNotices(
  tenantId: string,
  calendarId: string,
  problem: string | null,
): Promise<void> {
  await pool.query(
    sql`update connected_calendar set notices_problem = ${problem}
        where tenant_id = ${tenantId} and id = ${calendarId} and notices_problem is distinct from ${problem}::text`,
  );
}

/** Stored before the provider is called: its first notification may precede the response. */
export async function insertChannel(
  calendar: WatchedCalendar,
  id: string,
  expires_at: Date,
): Promise<void> {
  const { tenant_id, connection_id, provider } = calendar;
  await pool.query(
    sql`insert into calendar_channel (id, tenant_id, connection_id, calendar_id, provider, expires_at)
        values (${id}, ${tenant_id}, ${connection_id}, ${calendar.id}, ${provider}, ${expires_at})`,
  );
}

export async function noteOpened(
  tenantId: string,
  { id, external_id, outside_resource, expires_at }: OpenChannel,
) {
  await pool.query(
    sql`update calendar_channel set external_id = ${external_id}, outside_resource = ${outside_resource}, expires_at = ${expires_at}
        where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export async function noteStopped(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`update calendar_channel set stopped_at = current_timestamp where tenant_id = ${tenantId} and id = ${id} and stopped_at is null`,
  );
}

/** A channel that may still be open at its provider. */
export type LiveChannel = OpenChannel & { connection_id: string };

/** Selects the channels of a connection, a calendar, or a resource's calendars. */
export type ChannelsOf =
  { connection_id: string } | { calendar_id: string } | { resource_id: string };

export async function liveChannels(
  db: Sql,
  tenantId: string,
  of: ChannelsOf,
): Promise<LiveChannel[]> {
  const condition =
    "connection_id" in of
      ? sql`connection_id = ${of.connection_id}`
      : sql`calendar_id = any(${"calendar_id" in of ? [of.calendar_id] : await calendarsOf(db, tenantId, of.resource_id)}::uuid[])`;
  const found = await db.query<LiveChannel>(
    sql`select id, connection_id, external_id, outside_resource, expires_at from calendar_channel
        where tenant_id = ${tenantId} and ${condition} and stopped_at is null and expires_at > current_timestamp order by created_at`,
  );
  return found.rows;
}

async function calendarsOf(db: Sql, tenantId: string, resourceId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    sql`select id from connected_calendar where tenant_id = ${tenantId} and resource_id = ${resourceId}`,
  );
  return found.rows.map((row) => row.id);
}

/** A channel, stopped or not; null: there is none. */
export async function findChannel(tenantId: string, id: string): Promise<LiveChannel | null> {
  const found = await pool.query<LiveChannel>(
    sql`select id, connection_id, external_id, outside_resource, expires_at from calendar_channel where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/**
 * The channel and calendar of a notification. Stopped channels are excluded: they were renewed or
 * disconnected on purpose.
 */
export interface NoticedChannel {
  id: string;
  tenant_id: string;
  calendar_id: string;
  outside_resource: string | null;
}
export async function findNoticed(
  provider: CalendarProviderName,
  ids: string[],
): Promise<NoticedChannel[]> {
  const found = await pool.query<NoticedChannel>(
    sql`select id, tenant_id, calendar_id, outside_resource from calendar_channel
        where id = any(${ids}::uuid[]) and provider = ${provider} and stopped_at is null`,
  );
  return found.rows;
}
