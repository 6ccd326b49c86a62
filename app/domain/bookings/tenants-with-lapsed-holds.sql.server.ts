import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Rows that the look for tenants reads at most of each kind, of an index of live holds. */
const SCANNED_ROWS = 500;

/** The scan for tenants with holds that have lapsed. Ordered before it is cut, so that it passes no tenant by. */
export async function tenantsWithLapsedHolds(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from (
        (select tenant_id from booking where status = 'pending' and expires_at <= clock_timestamp() and tenant_id > ${after}
        order by tenant_id limit ${SCANNED_ROWS})
        union all
        (select tenant_id from hold where expires_at <= clock_timestamp() and tenant_id > ${after}
        order by tenant_id limit ${SCANNED_ROWS})) lapsed
      order by tenant_id limit ${limit}`,
  );
  return found.rows.map((row) => row.tenant_id);
}
