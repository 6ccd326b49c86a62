import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** When each of these schedules can next be booked by a guest; one that cannot is not among them. */
export async function nextFreeTimes(tenantId: string, scheduleIds: string[]): Promise<Map<string, Date>> {
  const found = await pool.query<{ id: string; starts_at: Date }>(
    sql`select sc.id, s.starts_at from schedule sc cross join lateral (
          select s.starts_at from slot s where s.tenant_id = ${tenantId} and s.schedule_id = sc.id and s.status = 'open' and not s.blocked
            and s.taken < s.capacity and s.starts_at >= first_bookable_start(now(), sc.min_notice_minutes)
            and s.starts_at <= last_bookable_start(now(), sc.max_advance_days)
            and is_offered(s.tenant_id, s.resource_id, s.schedule_id, s.starts_at)
          order by s.starts_at limit 1) s
        where sc.tenant_id = ${tenantId} and sc.id = any(${scheduleIds}::uuid[]) and sc.active`,
  );
  return new Map(found.rows.map(({ id, starts_at }) => [id, starts_at]));
}
