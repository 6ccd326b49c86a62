import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

/** A resource and the span in which its external calendars close it. */
export interface BusyWindow {
  tenant_id: string;
  resource_id: string;
  from: Date;
  to: Date;
}

/** Whether a resource's blocks differ from its busy time (busy-time.sql). Takes no lock. */
export async function isBusyToApply({
  tenant_id,
  resource_id,
  from,
  to,
}: BusyWindow): Promise<boolean> {
  const found = await pool.query(
    sql`select 1 from busy_changes(${tenant_id}::uuid, ${resource_id}::uuid, ${from}::timestamptz, ${to}::timestamptz, 1)`,
  );
  return found.rowCount !== 0;
}

/** Makes at most `limit` of the missing changes; returns how many. Needs the resource's lock. */
export async function applyBusyChanges(
  db: Sql,
  { tenant_id, resource_id, from, to }: BusyWindow,
  limit: number,
): Promise<number> {
  const applied = await db.query<{ changed: number }>(
    sql`select apply_busy(${tenant_id}::uuid, ${resource_id}::uuid, ${from}::timestamptz, ${to}::timestamptz, ${limit}::int) as changed`,
  );
  return applied.rows[0]!.changed; // one row by construction
}
