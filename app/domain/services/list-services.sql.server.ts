import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { isBookable, isOpen } from "../seats/slot-parts.sql";

/** The next bookable time of each of these schedules; those without one are absent. */
export async function nextFreeTimes(
  tenantId: string,
  scheduleIds: string[],
): Promise<Map<string, Date>> {
  const found = await pool.query<{ id: string; starts_at: Date }>(
    sql`select sc.id, s.starts_at from schedule sc cross join lateral (
          select s.starts_at from slot s where s.tenant_id = ${tenantId} and s.schedule_id = sc.id and ${isOpen(sql`s`)}
            and s.taken < s.capacity and s.starts_at >= first_bookable_start(now(), sc.min_notice_minutes)
            and s.starts_at <= last_bookable_start(now(), sc.max_advance_days)
            and ${isBookable(sql`s`, tenantId)}
          order by s.starts_at limit 1) s
        where sc.tenant_id = ${tenantId} and sc.id = any(${scheduleIds}::uuid[]) and sc.active`,
  );
  return new Map(found.rows.map(({ id, starts_at }) => [id, starts_at]));
}

/** The distinct categories of a company's services. */
export async function listCategories(tenantId: string): Promise<string[]> {
  const found = await pool.query<{ category: string }>(
    sql`select distinct category from schedule where tenant_id = ${tenantId} and category is not null order by category`,
  );
  return found.rows.map(({ category }) => category);
}

/** The resources of a schedule: the first three names, and how many there are. */
export interface ServiceResources {
  names: string[];
  count: number;
}

export async function resourceNames(
  tenantId: string,
  scheduleIds: string[],
): Promise<Map<string, ServiceResources>> {
  const found = await pool.query<ServiceResources & { id: string }>(
    sql`select sr.schedule_id as id, (array_agg(r.name order by r.position, r.id))[1:3] as names, count(*)::int as count
        from schedule_resource sr join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id
        where sr.tenant_id = ${tenantId} and sr.schedule_id = any(${scheduleIds}::uuid[]) group by sr.schedule_id`,
  );
  return new Map(found.rows.map(({ id, names, count }) => [id, { names, count }]));
}
