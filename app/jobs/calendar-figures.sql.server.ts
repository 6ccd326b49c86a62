import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** State of connected calendars, for metrics and alerts. */
export interface CalendarFigures {
  /**
   * Age in whole seconds of the least recent read, among blocking calendars with a working account.
   */
  lag_seconds: number;
  /** Accounts by state. */
  connections: Record<string, number>;
}

const STATES = [
  "ok",
  "stale",
  "reconnect_required",
  "missing_scope",
  "rate_limited",
  "disconnecting",
];

export async function calendarFigures(): Promise<CalendarFigures> {
  const [lag, states] = await Promise.all([
    pool.query<{ seconds: number }>(
      sql`select coalesce(greatest(0, extract(epoch from now() - min(coalesce(c.last_read_at, c.created_at)))), 0)::int as seconds
          from connected_calendar c join calendar_connection n on n.tenant_id = c.tenant_id and n.id = c.connection_id
          where c.checks and n.state in ('ok', 'stale', 'rate_limited')`,
    ),
    pool.query<{ state: string; count: number }>(
      sql`select state, count(*)::int from calendar_connection group by state`,
    ),
  ]);
  const counted = new Map(states.rows.map(({ state, count }) => [state, count]));
  return {
    lag_seconds: lag.rows[0]?.seconds ?? 0,
    connections: Object.fromEntries(STATES.map((state) => [state, counted.get(state) ?? 0])),
  };
}
