import sql from "sql-template-tag";
import type { DeleteSlots } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { addDays, startOfDay, toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { recountDays } from "../seats/claim-seats.sql.server";
import { lockResources } from "../seats/lock-resource.sql.server";
import { readSchedule } from "../hours/stored-schedule.server";
import { slotIsBooked } from "./slot-is-booked.sql";

/**
 * Deletes slots of a resource or schedule over whole days (in the tenant's zone); slots with a live
 * booking stay and are listed. `only_free: false` also takes slots whose time is partly claimed by
 * other schedules. Throws not_found.
 */
export async function deleteSlots(actor: StaffActor, input: DeleteSlots) {
  const from = new Date(startOfDay(input.from, actor.tenant.time_zone));
  const to = new Date(startOfDay(addDays(input.to, 1), actor.tenant.time_zone));
  const resources = await resourcesOf(actor, input);
  const where = sql`s.tenant_id = ${actor.tenant.id} and s.resource_id = any(${resources}::uuid[])
    and (${input.schedule_id ?? null}::uuid is null or s.schedule_id = ${input.schedule_id ?? null}) and s.starts_at >= ${from} and s.starts_at < ${to}`;
  const deleted = await transaction(async (db) => {
    // Locked, so that no booking of these resources slips in between.
    await lockResources(db, actor.tenant.id, resources);
    const deleted = await db.query(
      sql`delete from slot s where ${where} and not ${slotIsBooked(actor.tenant.id)} and (${!input.only_free} or s.taken = 0)`,
    );
    for (const id of resources) await recountDays(db, actor.tenant.id, id, { from, to });
    const { from: first, to: last } = input;
    const diff = { from: first, to: last, deleted: deleted.rowCount };
    const entity = input.schedule_id === undefined ? "resource" : "schedule";
    const entity_id = input.schedule_id ?? input.resource_id ?? null;
    await writeAudit(db, actor, { action: "slots.deleted", entity, entity_id, diff });
    return deleted.rowCount ?? 0;
  });
  const remaining = await pool.query<{ id: string; resource_id: string; starts_at: Date }>(
    sql`select s.id, s.resource_id, s.starts_at from slot s where ${where} and ${slotIsBooked(actor.tenant.id)} order by s.starts_at limit 1000`,
  );
  return {
    deleted,
    kept_booked: remaining.rows.map((row) => ({
      ...row,
      starts_at: toRfc3339(row.starts_at.getTime()),
    })),
  };
}

async function resourcesOf(actor: StaffActor, input: DeleteSlots): Promise<string[]> {
  const schedule =
    input.schedule_id === undefined
      ? undefined
      : await readSchedule(actor.tenant.id, input.schedule_id);
  const named =
    input.resource_id === undefined ? (schedule?.resource_ids ?? []) : [input.resource_id];
  const known = await pool.query<{ id: string }>(
    "select id from resource where tenant_id = $1 and id = any($2::uuid[])",
    [actor.tenant.id, named],
  );
  const mine = known.rows.map((row) => row.id).filter((id) => mayUseResource(actor, id));
  if (input.resource_id !== undefined && mine.length === 0)
    throw notFound("Resource", input.resource_id);
  if (schedule === null || mine.length === 0) throw notFound("Schedule", input.schedule_id);
  return mine;
}
