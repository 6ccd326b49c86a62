import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Index rows of waiting entries that the scan reads at most. */
const SCANNED_ROWS = 500;

/**
 * The scan for tenants with guests on their waiting list. Ordered before the limit applies, so that
 * no tenant is skipped.
 */
export async function tenantsWithWaiting(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from (
        select tenant_id from waitlist_entry where status = 'waiting' and tenant_id > ${after}
        order by tenant_id limit ${SCANNED_ROWS}) waiting
      order by tenant_id limit ${limit}`,
  );
  return found.rows.map((row) => row.tenant_id);
}
