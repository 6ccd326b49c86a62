import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Index rows of live holds that the scan reads at most, of each kind. */
const SCANNED_ROWS = 500;

/**
 * Finds tenants with lapsed holds. Ordered before the limit applies, so that no tenant is skipped.
 */
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
