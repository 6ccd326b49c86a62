import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

/**
 * Locks a resource's pending bookings whose hold has lapsed by the database's clock (`now`), except
 * the booking `except`.
 */
export async function lockLapsed(
  db: Sql,
  tenantId: string,
  resourceId: string,
  except: string | null,
): Promise<{ id: string; now: Date }[]> {
  const lapsed = await db.query<{ id: string; now: Date }>(
    sql`select id, clock_timestamp() as now from booking where tenant_id = ${tenantId} and resource_id = ${resourceId}
        and status = 'pending' and expires_at <= clock_timestamp() and id is distinct from ${except} order by id for update`,
  );
  return lapsed.rows;
}

/** The resources with lapsed holds of bookings or visitors, or lapsed claims of their needs. */
export async function resourcesWithLapsed(tenantId: string): Promise<string[]> {
  const due = await pool.query<{ resource_id: string }>(
    sql`select resource_id from booking where tenant_id = ${tenantId} and status = 'pending' and expires_at <= clock_timestamp()
        union select resource_id from hold where tenant_id = ${tenantId} and expires_at <= clock_timestamp()
        union select resource_id from claim where tenant_id = ${tenantId} and need_no > 0 and lapses_at <= clock_timestamp()`,
  );
  return due.rows.map(({ resource_id }) => resource_id);
}
