import sql, { join, raw } from "sql-template-tag";
import type { NewResource, ResourcePatch } from "~/contract/resources";
import { assignments } from "~/lib/assignments.sql";
import { clock } from "~/lib/clock";
import { bulkPool, type Sql } from "~/lib/db.server";
import type { Placed } from "~/lib/place-in-order";
import { AppError } from "~/lib/app-error";
import { readSchedulesThatNeed } from "../resource-groups/resource-groups.sql.server";
import { refuseWhileBooked } from "../seats/refuse-while-booked.sql.server";

const COLUMNS = [
  "type",
  "name",
  "description",
  "capacity",
  "meta",
  "active",
  "hours_id",
  "image_asset_id",
  "position",
  "color",
] satisfies (keyof ResourcePatch)[];

/** Creates a resource; null if the tenant has one with this id. */
export async function insertResource(
  db: Sql,
  tenantId: string,
  id: string,
  fields: NewResource,
): Promise<{ version: number; created_at: Date; updated_at: Date } | null> {
  const values = COLUMNS.map((column) =>
    column === "meta" ? sql`${JSON.stringify(fields.meta)}::jsonb` : sql`${fields[column]}`,
  );
  const made = await db.query<{ version: number; created_at: Date; updated_at: Date }>(
    sql`insert into resource (tenant_id, id, ${raw(COLUMNS.join(", "))})
        values (${tenantId}, ${id}, ${join(values)})
        on conflict (tenant_id, id) do nothing returning version, created_at, updated_at`,
  );
  return made.rows[0] ?? null;
}

/**
 * Writes the given fields; false: there is no such resource, or its version is no longer `version`.
 */
export async function writeResource(
  db: Sql,
  tenantId: string,
  id: string,
  patch: ResourcePatch,
  version: number | undefined,
): Promise<boolean> {
  const counts = sql`slots_version = slots_version + 1, version = version + 1, updated_at = ${clock.date()}`;
  const isSeen = version === undefined ? sql`true` : sql`version = ${version}`;
  const changed = await db.query(
    sql`update resource set ${join([...assignments(COLUMNS, patch), counts])}
        where tenant_id = ${tenantId} and id = ${id} and ${isSeen}`,
  );
  return changed.rowCount !== 0;
}

/**
 * One statement without recounting, so that nothing is oversold from now on. The counts follow in
 * steps.
 */
export async function resizeSlots(
  db: Sql,
  tenantId: string,
  id: string,
  capacity: number,
): Promise<void> {
  await db.query(
    sql`update slot set capacity = least(case when origin = 'generated' or follows_schedule then own_capacity else capacity end, ${capacity}::int)
        where tenant_id = ${tenantId}::uuid and resource_id = ${id}::uuid and starts_at > ${clock.date()}
          and capacity <> least(case when origin = 'generated' or follows_schedule then own_capacity else capacity end, ${capacity}::int)`,
  );
}

/** The start of a resource's last slot; null: it has none. */
export async function readLastStart(tenantId: string, resourceId: string): Promise<Date | null> {
  const found = await bulkPool.query<{ last: Date | null }>(
    sql`select max(starts_at) as last from slot where tenant_id = ${tenantId} and resource_id = ${resourceId}`,
  );
  return found.rows[0]!.last; // an aggregate is one row
}

/** Locks a resource before it is deleted; false if it does not exist. */
export async function lockForDeletion(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return found.rowCount !== 0;
}

/** Throws in_use while it has upcoming bookings, or a service needs it. */
export async function refuseWhileNeeded(db: Sql, tenantId: string, id: string): Promise<void> {
  const [service] = await readSchedulesThatNeed(db, tenantId, { resource_id: id });
  if (service !== undefined)
    throw new AppError("in_use", `${service} needs this resource. Remove it there first.`);
  await refuseWhileBooked(
    db,
    tenantId,
    sql`(resource_id = ${id} or id in (select c.need_of from claim c where c.tenant_id = ${tenantId} and c.resource_id = ${id} and c.need_of is not null and c.ends_at > now()))`,
    "Archive it (active: false) to stop new ones.",
  );
}

/**
 * Deletes a resource with its calendar feed. Schedules with no other resource have nothing to offer
 * and are deactivated.
 */
export async function removeResource(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(
    sql`delete from calendar_feed where tenant_id = ${tenantId} and resource_id = ${id}`,
  );
  await db.query(
    sql`update schedule sc set active = false, updated_at = now(), plan_version = plan_version + 1, version = version + 1
        where sc.tenant_id = ${tenantId} and exists (
          select from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = sc.id and sr.resource_id = ${id})
        and not exists (
          select from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = sc.id and sr.resource_id <> ${id})`,
  );
  await db.query(sql`delete from resource where tenant_id = ${tenantId} and id = ${id}`);
}

/** The tenant's resources in order, locked until the transaction ends. */
export async function lockOrder(db: Sql, tenantId: string): Promise<Placed[]> {
  const found = await db.query<Placed>(
    sql`select id, position from resource where tenant_id = ${tenantId} order by position, id for no key update`,
  );
  return found.rows;
}

export async function writeOrder(
  db: Sql,
  tenantId: string,
  moved: readonly Placed[],
): Promise<void> {
  await db.query(
    sql`update resource r set position = p.position, version = version + 1, updated_at = now()
        from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ position }) => position)}::int[]) p(id, position)
        where r.tenant_id = ${tenantId} and r.id = p.id`,
  );
}
