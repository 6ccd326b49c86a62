import sql, { type Sql as Part } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/**
 * Serializes changes of a company's groups and of its services' needs, which must not overlap;
 * returns how many groups there are.
 */
export async function lockGroups(db: Sql, tenantId: string): Promise<number> {
  await db.query(sql`select pg_advisory_xact_lock(4862206, hashtext(${tenantId}))`);
  const found = await db.query<{ count: number }>(
    sql`select count(*)::int as count from resource_group where tenant_id = ${tenantId}`,
  );
  return found.rows[0]!.count; // an aggregate is one row
}

export async function insertGroup(
  db: Sql,
  tenantId: string,
  id: string,
  name: string,
): Promise<void> {
  await db.query(
    sql`insert into resource_group (tenant_id, id, name) values (${tenantId}, ${id}, ${name})`,
  );
}

/** Compare-and-swap on the version; false: it has changed or was deleted. */
export async function writeGroup(
  db: Sql,
  tenantId: string,
  id: string,
  name: string,
  version: number,
): Promise<boolean> {
  const written = await db.query(
    sql`update resource_group set name = ${name}, version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and id = ${id} and version = ${version}`,
  );
  return written.rowCount === 1;
}

/** Replaces a group's members; false, with the transaction to be rolled back: one does not exist. */
export async function setMembers(
  db: Sql,
  tenantId: string,
  id: string,
  resourceIds: string[],
): Promise<boolean> {
  await db.query(
    sql`delete from resource_group_member where tenant_id = ${tenantId} and group_id = ${id}`,
  );
  const added = await db.query(
    sql`insert into resource_group_member (tenant_id, group_id, resource_id, position)
        select ${tenantId}::uuid, ${id}::uuid, r.id, m.position
        from unnest(${resourceIds}::uuid[]) with ordinality m (id, position)
        join resource r on r.tenant_id = ${tenantId} and r.id = m.id`,
  );
  return added.rowCount === resourceIds.length;
}

export async function removeGroup(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const removed = await db.query(
    sql`delete from resource_group where tenant_id = ${tenantId} and id = ${id}`,
  );
  return removed.rowCount === 1;
}

type Needed = { group_id: string } | { resource_id: string };

/** The names of the first services that need a group or a resource. */
export async function readSchedulesThatNeed(
  db: Sql,
  tenantId: string,
  needed: Needed,
): Promise<string[]> {
  const which =
    "group_id" in needed
      ? sql`n.group_id = ${needed.group_id}`
      : sql`n.resource_id = ${needed.resource_id}`;
  const found = await db.query<{ name: string }>(
    sql`select sc.name from service_need n join schedule sc on sc.tenant_id = ${tenantId} and sc.id = n.schedule_id
        where n.tenant_id = ${tenantId} and ${which} order by sc.position, sc.created_at limit 3`,
  );
  return found.rows.map(({ name }) => name);
}

/**
 * Resources that would serve two needs of one service: of a schedule, or of those that need a
 * group.
 */
export async function readOverlaps(
  db: Sql,
  tenantId: string,
  of: { schedule_id: string } | { group_id: string },
): Promise<{ service: string; resource: string }[]> {
  const which: Part =
    "schedule_id" in of
      ? sql`n.schedule_id = ${of.schedule_id}`
      : sql`n.schedule_id in (select w.schedule_id from service_need w where w.tenant_id = ${tenantId} and w.group_id = ${of.group_id})`;
  const found = await db.query<{ service: string; resource: string }>(
    sql`select sc.name as service, r.name as resource from service_need n
        left join resource_group_member m on m.tenant_id = ${tenantId} and m.group_id = n.group_id
        join resource r on r.tenant_id = ${tenantId} and r.id = coalesce(n.resource_id, m.resource_id)
        join schedule sc on sc.tenant_id = ${tenantId} and sc.id = n.schedule_id
        where n.tenant_id = ${tenantId} and ${which}
        group by sc.id, sc.name, r.id, r.name having count(*) > 1 limit 1`,
  );
  return found.rows;
}
