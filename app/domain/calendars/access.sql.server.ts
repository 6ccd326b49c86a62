import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool } from "~/lib/db.server";

/** The fields of a connection needed for a call, and the database's clock. */
export interface ConnectionRow {
  provider: CalendarProviderName;
  secret: Buffer;
  state: string;
  problem: string | null;
  retry_at: Date | null;
  refreshing_until: Date | null;
  last_ok_at: Date | null;
  created_at: Date;
  scopes: string[];
  now: Date;
}

export async function loadConnection(tenantId: string, id: string): Promise<ConnectionRow | null> {
  const found = await pool.query<ConnectionRow>(
    sql`select provider, secret, state, problem, retry_at, refreshing_until, last_ok_at, created_at, scopes, clock_timestamp() as now
        from calendar_connection where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/**
 * Leases the refresh of a connection's token until `until`; false: another process has the lease,
 * or has stored a new secret.
 */
export async function claimRefresh(
  tenantId: string,
  id: string,
  { secret, now, until }: { secret: Buffer; now: Date; until: Date },
): Promise<boolean> {
  const claimed = await pool.query(
    sql`update calendar_connection set refreshing_until = ${until} where tenant_id = ${tenantId} and id = ${id}
        and secret = ${secret} and (refreshing_until is null or refreshing_until <= ${now})`,
  );
  return claimed.rowCount === 1;
}

/** Releases the lease `until` and stores the new secret, if any. False: the lease was lost. */
export async function endRefresh(
  tenantId: string,
  id: string,
  { secret, until, next }: { secret: Buffer; until: Date; next: Buffer | null },
): Promise<boolean> {
  const written = await pool.query(
    sql`update calendar_connection set secret = ${next ?? secret}, refreshing_until = null
        where tenant_id = ${tenantId} and id = ${id} and secret = ${secret} and refreshing_until = ${until}`,
  );
  return written.rowCount === 1;
}

/** Refusals within this time count as one: parallel calls meet the same outage. */
const REFUSAL_SECONDS = 20;

/**
 * Counts a call that the account refused; returns how many in a row. Does nothing if it was
 * reconnected meanwhile.
 */
export async function countRefusal(
  tenantId: string,
  id: string,
  secret: Buffer,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - REFUSAL_SECONDS * 1000);
  await pool.query(
    sql`update calendar_connection set refused_calls = refused_calls + 1, refused_at = ${now}
        where tenant_id = ${tenantId} and id = ${id} and secret = ${secret} and (refused_at is null or refused_at <= ${since})`,
  );
  const counted = await pool.query<{ refused_calls: number }>(
    sql`select refused_calls from calendar_connection where tenant_id = ${tenantId} and id = ${id} and secret = ${secret}`,
  );
  return counted.rows[0]?.refused_calls ?? 0;
}

/**
 * Records a response of the account: previous problems are over, except a missing permission
 * (`lacks_right`). Written on a change, else at most every ten seconds. `is_read`: the request
 * succeeded; a response about a missing calendar does not make any data fresher.
 */
export async function noteAnswer(
  tenantId: string,
  id: string,
  secret: Buffer,
  { now, is_read, lacks_right }: { now: Date; is_read: boolean; lacks_right: boolean },
): Promise<void> {
  if (is_read)
    await pool.query(
      sql`update calendar_connection set last_ok_at = ${now} where tenant_id = ${tenantId} and id = ${id} and secret = ${secret}
          and (last_ok_at is null or last_ok_at < ${new Date(now.getTime() - 10_000)})`,
    );
  await pool.query(
    sql`update calendar_connection set state = 'ok', problem = null, broken_at = null, retry_at = null, member_told_at = null,
          owner_told_at = null, refused_calls = 0, refused_at = null, updated_at = ${now}
        where tenant_id = ${tenantId} and id = ${id} and secret = ${secret}
          and (state in ('stale', 'rate_limited', 'reconnect_required') or state = 'ok' and (broken_at is not null or refused_calls > 0)
            or state = 'missing_scope' and not ${lacks_right}::boolean)`,
  );
}

/**
 * Records a problem, its start, and the resulting state (null: unchanged). Does nothing if it was
 * reconnected meanwhile.
 */
export async function noteFailure(
  tenantId: string,
  id: string,
  secret: Buffer,
  {
    state,
    problem,
    retry_at,
    now,
  }: { state: string | null; problem: string; retry_at: Date | null; now: Date },
): Promise<void> {
  await pool.query(
    sql`update calendar_connection set state = coalesce(${state}::text, state), problem = ${problem}, retry_at = ${retry_at}::timestamptz,
          broken_at = coalesce(broken_at, ${now}), updated_at = ${now}
        where tenant_id = ${tenantId} and id = ${id} and secret = ${secret} and state <> 'disconnecting'`,
  );
}
