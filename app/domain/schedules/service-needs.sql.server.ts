import sql from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { lockGroups, readOverlaps } from "../resource-groups/resource-groups.sql.server";

/**
 * Replaces the needs of a schedule. Throws validation_failed: a resource or group that does not
 * exist, too few seats, its own resource, or a resource that would serve two needs.
 */
export async function setNeeds(
  db: Sql,
  tenantId: string,
  { id, needs, resource_ids }: Pick<Schedule, "id" | "needs" | "resource_ids">,
): Promise<void> {
  await lockGroups(db, tenantId);
  await db.query(
    sql`delete from service_need where tenant_id = ${tenantId} and schedule_id = ${id}`,
  );
  if (needs.length === 0) return;
  await checkNeeds(db, tenantId, needs, resource_ids);
  await db.query(
    sql`insert into service_need (tenant_id, schedule_id, no, resource_id, group_id, seats, minutes_before, minutes_after, shown)
        select ${tenantId}::uuid, ${id}::uuid, n.no, n.resource_id, n.group_id, n.seats, n.minutes_before, n.minutes_after, n.shown
        from rows from (jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) as (resource_id uuid, group_id uuid, seats int, minutes_before int,
          minutes_after int, shown boolean)) with ordinality n (resource_id, group_id, seats, minutes_before, minutes_after, shown, no)`,
  );
  const [overlap] = await readOverlaps(db, tenantId, { schedule_id: id });
  if (overlap !== undefined)
    throw invalidField("needs", `${overlap.resource} would be needed twice.`, "overlap");
}

/** Throws validation_failed. */
async function checkNeeds(
  db: Sql,
  tenantId: string,
  needs: Schedule["needs"],
  own: string[],
): Promise<void> {
  const found = await db.query<{ id: string; capacity: number }>(
    sql`select id, capacity from resource where tenant_id = ${tenantId} and id = any(${needs.flatMap(({ resource_id }) => resource_id ?? [])}::uuid[]) for key share
        `,
  );
  const groups = await db.query<{ id: string; most: number }>(
    sql`select g.id, (select coalesce(max(r.capacity), 0) from resource_group_member m
            join resource r on r.tenant_id = ${tenantId} and r.id = m.resource_id
            where m.tenant_id = ${tenantId} and m.group_id = g.id) as most
        from resource_group g where g.tenant_id = ${tenantId} and g.id = any(${needs.flatMap(({ group_id }) => group_id ?? [])}::uuid[])`,
  );
  const seats = new Map([
    ...found.rows.map(({ id, capacity }) => [id, capacity] as const),
    ...groups.rows.map(({ id, most }) => [id, most] as const),
  ]);
  for (const [index, need] of needs.entries()) {
    const field = need.group_id === null ? "resource_id" : "group_id";
    const most = seats.get((need.resource_id ?? need.group_id)!); // one of them, by the contract
    const path = `needs.${index}.${field}`;
    if (most === undefined)
      throw invalidField(
        path,
        field === "group_id" ? "This group does not exist." : "This resource does not exist.",
        "unknown",
      );
    if (need.resource_id !== null && own.includes(need.resource_id))
      throw invalidField(path, "The service is booked on this resource itself.", "own");
    if (need.seats > most)
      throw invalidField(`needs.${index}.seats`, `At most ${most} can be taken.`, "too_big");
  }
}
