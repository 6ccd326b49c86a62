import sql from "sql-template-tag";
import { bulkPool } from "~/lib/db.server";

/** Counts a tenant's future slots, except those of one schedule. */
export async function countOfOthers(tenantId: string, scheduleId: string): Promise<number> {
  const others = await bulkPool.query<{ count: number }>(
    sql`select count(*)::int as count from slot
        where tenant_id = ${tenantId} and starts_at > now() and schedule_id is distinct from ${scheduleId}::uuid`,
  );
  return others.rows[0]!.count; // an aggregate has one row
}

/**
 * Counts the future slots of a schedule and of its tenant, except the schedule's in [from, to)
 * (epoch ms).
 */
export async function countAhead(
  tenantId: string,
  scheduleId: string | null,
  range: { from: number; to: number },
): Promise<{ own: number; all: number }> {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const isThis = sql`schedule_id = ${scheduleId}::uuid`;
  const found = await bulkPool.query<{ own: number; all: number }>(
    sql`select count(*) filter (where ${isThis})::int as own, count(*)::int as all from slot
        where tenant_id = ${tenantId} and starts_at > now()
          and not coalesce(${isThis} and starts_at >= ${from} and starts_at < ${to}, false)`,
  );
  return found.rows[0]!; // an aggregate has one row
}
