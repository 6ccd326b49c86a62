import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { refuseWhileBooked } from "../seats/refuse-while-booked.sql.server";

/** Locks a schedule's resources, and former ones that still have slots of it. Returns their ids. */
export async function lockForDeletion(
  db: Sql,
  tenantId: string,
  id: string,
  resourceIds: string[],
): Promise<string[]> {
  const locked = await db.query<{ id: string }>(
    `update resource set slots_version = slots_version + 1 where tenant_id = $1 and id in (
         select r.id from resource r where r.tenant_id = $1 and (r.id = any($2::uuid[])
           or exists (select 1 from slot s where s.tenant_id = $1 and s.resource_id = r.id and s.schedule_id = $3))
         order by r.id for no key update) returning id`,
    [tenantId, resourceIds, id],
  );
  return locked.rows.map((row) => row.id);
}

/**
 * Throws in_use while bookings of the schedule on these resources are upcoming. The caller holds
 * the resources' locks.
 */
export async function refuseWhileInUse(
  db: Sql,
  tenantId: string,
  id: string,
  resourceIds: string[],
): Promise<void> {
  const isOfThis = sql`schedule_id = ${id} and resource_id = any(${resourceIds}::uuid[])`;
  await refuseWhileBooked(db, tenantId, isOfThis, "Switch it off to stop new ones.");
}

/** Deletes a schedule; its slots are deleted with it. */
export async function removeSchedule(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query("delete from schedule where tenant_id = $1 and id = $2", [tenantId, id]);
}
