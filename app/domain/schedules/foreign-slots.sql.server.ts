import sql, { type Sql as Part } from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { pool, type Sql } from "~/lib/db.server";
import { slotIsBooked } from "./slot-is-booked.sql";

type Owner = Pick<Schedule, "id" | "resource_ids">;

/** A future slot `s` on a resource that its schedule no longer has, without a live booking. */
const isForeign = (tenantId: string, schedule: Owner): Part =>
  sql`s.tenant_id = ${tenantId} and s.schedule_id = ${schedule.id} and s.origin = 'generated'
    and s.starts_at > now() and s.resource_id <> all(${schedule.resource_ids}::uuid[]) and not ${slotIsBooked(tenantId)}`;

/** The resources with such slots. */
export async function resourcesWithForeign(tenantId: string, schedule: Owner): Promise<string[]> {
  const left = await pool.query<{ resource_id: string }>(
    sql`select distinct s.resource_id from slot s where ${isForeign(tenantId, schedule)}`,
  );
  return left.rows.map(({ resource_id }) => resource_id);
}

/**
 * Deletes those of one resource, unless the schedule has it again meanwhile. Needs the resource's
 * lock.
 */
export async function deleteForeign(
  db: Sql,
  tenantId: string,
  schedule: Owner,
  resourceId: string,
): Promise<void> {
  await db.query(sql`delete from slot s where ${isForeign(tenantId, schedule)} and s.resource_id = ${resourceId} and not exists (
        select 1 from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = ${schedule.id} and sr.resource_id = ${resourceId})`);
}
