import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

/** A resource and the time in which what its outside calendars say closes it. */
export interface BusyWindow {
  tenant_id: string;
  resource_id: string;
  from: Date;
  to: Date;
}

/** Whether a resource's blocks are something else than its busy time (busy-time.sql). Takes no lock. */
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

/** Makes `limit` of the changes that are missing at most; how many it made. Needs the resource's lock. */
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
