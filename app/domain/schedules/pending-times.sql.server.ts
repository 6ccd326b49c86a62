import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** A resource of a schedule whose times in this span are not made yet. */
export interface PendingLink {
  resource_id: string;
  pending_from: Date;
  pending_until: Date;
}

export async function pendingLinks(tenantId: string, scheduleId: string): Promise<PendingLink[]> {
  const found = await pool.query<PendingLink>(
    sql`select resource_id, pending_from, pending_until from schedule_resource
        where tenant_id = ${tenantId} and schedule_id = ${scheduleId} and pending_from is not null order by resource_id`,
  );
  return found.rows;
}

/** The span of a schedule's pending times over all its resources; null if there are none. */
export async function pendingSpan(
  tenantId: string,
  scheduleId: string,
): Promise<{ first: Date | null; last: Date | null }> {
  const found = await pool.query<{ first: Date | null; last: Date | null }>(
    sql`select min(pending_from) as first, max(pending_until) as last from schedule_resource
        where tenant_id = ${tenantId} and schedule_id = ${scheduleId}`,
  );
  return found.rows[0]!; // an aggregate has one row
}
