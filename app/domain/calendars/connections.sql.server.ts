import sql, { type Sql as Part } from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { MAX_CONNECTIONS } from "~/contract/limits";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { HEALTH } from "./calendar-health.sql";

export type ConnectionState =
  "ok" | "stale" | "reconnect_required" | "missing_scope" | "rate_limited" | "disconnecting";

/** A connection without its credentials. */
export interface ShownConnectionRow {
  id: string;
  user_id: string;
  user_name: string;
  provider: CalendarProviderName;
  account: string;
  scopes: string[];
  state: ConnectionState;
  problem: string | null;
  last_ok_at: Date | null;
  broken_at: Date | null;
  created_at: Date;
}

const selectConnections = (tenantId: string): Part => sql`
  select c.id, c.user_id, coalesce(u.name, '') as user_name, c.provider, c.account, c.scopes,
    case when late.since is null then c.state else 'stale' end as state, case when late.since is null then c.problem else 'late' end as problem,
    c.last_ok_at, coalesce(c.broken_at, late.since) as broken_at, c.created_at
  from calendar_connection c
  left join lateral (
    select min(coalesce(k.last_read_at, k.created_at)) as since from connected_calendar k
    where k.tenant_id = ${tenantId} and k.connection_id = c.id and c.state = 'ok' and ${HEALTH} = 'late') late on true
  left join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
  where c.tenant_id = ${tenantId}`;

/** The connections of a person, or of everybody (null). */
export async function findConnections(
  tenantId: string,
  userId: string | null,
): Promise<ShownConnectionRow[]> {
  const found = await pool.query<ShownConnectionRow>(
    sql`${selectConnections(tenantId)} and (${userId}::uuid is null or c.user_id = ${userId}::uuid) order by c.created_at, c.id`,
  );
  return found.rows;
}

export async function findConnection(
  tenantId: string,
  id: string,
): Promise<ShownConnectionRow | undefined> {
  const found = await pool.query<ShownConnectionRow>(
    sql`${selectConnections(tenantId)} and c.id = ${id}`,
  );
  return found.rows[0];
}

/** An account that a person has authorised or entered. */
export interface NewConnection {
  user_id: string;
  provider: CalendarProviderName;
  account: string;
  scopes: readonly string[];
  state: "ok" | "missing_scope";
}

export interface FormerConnection {
  id: string;
  state: ConnectionState;
  scopes: string[];
}

/** A person's connection to the account, if any, locked until the transaction ends. */
export async function lockConnectionOf(
  db: Sql,
  tenantId: string,
  { user_id, provider, account }: Pick<NewConnection, "user_id" | "provider" | "account">,
): Promise<FormerConnection | undefined> {
  const found = await db.query<FormerConnection>(
    sql`select id, state, scopes from calendar_connection where tenant_id = ${tenantId} and user_id = ${user_id}
        and provider = ${provider} and account = ${account} for update`,
  );
  return found.rows[0];
}

/**
 * Stores an account's credentials. A connected account keeps its row and calendars, and its
 * problems are cleared. `seal` binds the secret to the row's id. null: the person has reached the
 * limit.
 */
export async function saveConnection(
  db: Sql,
  tenantId: string,
  given: NewConnection,
  seal: (id: string) => Buffer,
): Promise<{ id: string; is_new: boolean; state_before: ConnectionState | null } | null> {
  const { user_id, provider, account, scopes, state } = given;
  const existing = await lockConnectionOf(db, tenantId, given);
  if (existing === undefined) {
    const id = newId();
    const { rows } = await db.query<{ count: number }>(
      sql`select count(*)::int from calendar_connection where tenant_id = ${tenantId} and user_id = ${user_id}`,
    );
    if (rows[0]!.count >= MAX_CONNECTIONS) return null; // an aggregate is one row
    const made = await db.query(
      sql`insert into calendar_connection (tenant_id, id, user_id, provider, account, secret, scopes, state, last_ok_at)
          values (${tenantId}, ${id}, ${user_id}, ${provider}, ${account}, ${seal(id)}, ${scopes}, ${state}, now())
          on conflict (tenant_id, user_id, provider, account) do nothing`,
    );
    // Lost a race: another tab connected the same account. Update its row.
    return made.rowCount === 0
      ? saveConnection(db, tenantId, given, seal)
      : { id, is_new: true, state_before: null };
  }
  await db.query(
    sql`update calendar_connection set secret = ${seal(existing.id)}, scopes = ${scopes}, state = ${state}, problem = null, broken_at = null,
          retry_at = null, refreshing_until = null, member_told_at = null, owner_told_at = null, refused_calls = 0, refused_at = null,
          last_ok_at = now(), updated_at = now()
        where tenant_id = ${tenantId} and id = ${existing.id} and state <> 'disconnecting'`,
  );
  return { id: existing.id, is_new: false, state_before: existing.state };
}

/** Marks the connection's calendars as due to be read; returns their ids. */
export async function makeDue(db: Sql, tenantId: string, connectionId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    sql`update connected_calendar set next_read_at = now() where tenant_id = ${tenantId} and connection_id = ${connectionId} returning id`,
  );
  return found.rows.map(({ id }) => id);
}
