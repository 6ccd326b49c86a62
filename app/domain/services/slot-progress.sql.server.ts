import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/**
 * The schedules among these whose slots are still being made after a save, and the share of days
 * ahead that is ready, in whole percent: each resource counts with all its bookable days. Derived
 * from the schedules' pending times.
 */
export async function readSlotProgress(
  tenantId: string,
  scheduleIds: string[],
): Promise<Map<string, number>> {
  const found = await pool.query<{ id: string; percent: number }>(
    sql`select schedule_id as id,
          greatest(0, least(99, floor(100 * (1 - sum(extract(epoch from pending)) / sum(extract(epoch from whole))))))::int as percent
        from (
          select sr.schedule_id, coalesce(sr.pending_until - greatest(now(), sr.pending_from), interval '0') as pending,
            greatest(sr.pending_until, now() + make_interval(days => sc.max_advance_days + 1)) - now() as whole
          from schedule_resource sr join schedule sc on sc.tenant_id = ${tenantId} and sc.id = sr.schedule_id
          where sr.tenant_id = ${tenantId} and sr.schedule_id = any(${scheduleIds}::uuid[])
            and (sr.pending_until is null or sr.pending_until > now())) link
        group by schedule_id having sum(extract(epoch from pending)) > 0`,
  );
  return new Map(found.rows.map(({ id, percent }) => [id, percent]));
}
