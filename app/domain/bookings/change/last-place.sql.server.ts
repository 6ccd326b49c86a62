import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

interface Former {
  starts_at: string | null;
  resource_id: string | null;
}

/**
 * Where a booking was before its last move, by the audit log; a field is null if that move did not
 * change it. Null: it was never moved.
 */
export async function lastPlace(tenantId: string, bookingId: string): Promise<Former | null> {
  const found = await pool.query<Former>(
    sql`select a.diff #>> '{starts_at,0}' as starts_at, a.diff #>> '{resource_id,0}' as resource_id from audit_row a
        where a.tenant_id = ${tenantId} and a.entity = 'booking' and a.entity_id = ${bookingId} and a.action = 'booking.edited'
          and (a.diff ? 'starts_at' or a.diff ? 'resource_id')
        order by a.at desc, a.id desc limit 1`,
  );
  return found.rows[0] ?? null;
}
