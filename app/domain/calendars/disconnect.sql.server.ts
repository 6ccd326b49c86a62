import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool, type Sql } from "~/lib/db.server";
import { leaveEvents } from "./left-events.sql.server";

/** An account being disconnected, and since when. */
export interface Ending {
  tenant_id: string;
  id: string;
  provider: CalendarProviderName;
  account: string;
  deletes_events: boolean;
  begun_at: Date;
}

/**
 * Starts disconnecting connections: a person's, one, or all of a company. Those already started
 * keep their options. Returns their ids.
 */
export async function beginEnding(
  db: Sql,
  tenantId: string,
  of: { id: string } | { user_id: string } | "all",
  deletesEvents: boolean,
): Promise<string[]> {
  const condition =
    of === "all" ? sql`true` : "id" in of ? sql`id = ${of.id}` : sql`user_id = ${of.user_id}`;
  const started = await db.query<{ id: string }>(
    sql`update calendar_connection set state = 'disconnecting', deletes_events = ${deletesEvents}, updated_at = current_timestamp
        where tenant_id = ${tenantId} and ${condition} and state <> 'disconnecting' returning id`,
  );
  return started.rows.map((row) => row.id);
}

export async function findEnding(tenantId: string, id: string): Promise<Ending | null> {
  const found = await pool.query<Ending>(
    sql`select tenant_id, id, provider, account, deletes_events, updated_at as begun_at from calendar_connection
        where tenant_id = ${tenantId} and id = ${id} and state = 'disconnecting'`,
  );
  return found.rows[0] ?? null;
}

export async function endingOf(tenantId: string): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    sql`select id from calendar_connection where tenant_id = ${tenantId} and state = 'disconnecting'`,
  );
  return found.rows.map((row) => row.id);
}

/** Removes its busy times and invalidates reads in progress. Returns the affected resources. */
export async function forgetBusy(
  db: Sql,
  tenantId: string,
  connectionId: string,
): Promise<string[]> {
  const calendars = await db.query<{ id: string; resource_id: string }>(
    sql`update connected_calendar set checks = false, round = round + 1, cursor = null
        where tenant_id = ${tenantId} and connection_id = ${connectionId} returning id, resource_id`,
  );
  const ids = calendars.rows.map((row) => row.id);
  await db.query(
    sql`delete from busy where tenant_id = ${tenantId} and calendar_id = any(${ids}::uuid[])`,
  );
  return [...new Set(calendars.rows.map((row) => row.resource_id))];
}

/** Whether a booking is being written to one of its calendars now. */
export async function isBeingWritten(tenantId: string, connectionId: string): Promise<boolean> {
  const found = await pool.query(
    sql`select 1 from connected_calendar where tenant_id = ${tenantId} and connection_id = ${connectionId}
          and pushing_until > current_timestamp limit 1`,
  );
  return found.rowCount !== 0;
}

/** Deletes the account with its calendars, except the record of events that remain outside. */
export async function deleteConnection(db: Sql, tenantId: string, id: string): Promise<void> {
  await leaveEvents(db, tenantId, { connection_id: id });
  await db.query(
    sql`delete from calendar_channel where tenant_id = ${tenantId} and connection_id = ${id}`,
  );
  await db.query(sql`delete from calendar_connection where tenant_id = ${tenantId} and id = ${id}`);
}

export async function deletePush(
  tenantId: string,
  bookingId: string,
  calendarId: string,
): Promise<void> {
  await pool.query(
    sql`delete from calendar_push where tenant_id = ${tenantId} and booking_id = ${bookingId} and calendar_id = ${calendarId}`,
  );
}
