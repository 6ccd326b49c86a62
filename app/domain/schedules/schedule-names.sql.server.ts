import sql, { empty } from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { pool } from "~/lib/db.server";
import { resourceLimit, type StaffActor } from "../identity/actor";

export type ScheduleName = Pick<Schedule, "id" | "name" | "questions">;

/**
 * Names and questions of the tenant's schedules with these ids, for lists of records the caller
 * may already see.
 */
export async function scheduleNames(
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<ScheduleName[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  const found = await pool.query<ScheduleName>(
    sql`select id, name, questions from schedule where tenant_id = ${tenantId} and id = any(${wanted}::uuid[])`,
  );
  return found.rows;
}

/**
 * The first 100 active schedules by name, to choose from; people limited to some resources see only
 * schedules of those.
 */
export async function scheduleChoices(actor: StaffActor): Promise<Pick<Schedule, "id" | "name">[]> {
  const limit = resourceLimit(actor);
  const ofTheirs = sql`and exists (select from schedule_resource r
      where r.tenant_id = ${actor.tenant.id} and r.schedule_id = s.id and r.resource_id = any(${limit}::uuid[]))`;
  const found = await pool.query<Pick<Schedule, "id" | "name">>(
    sql`select s.id, s.name from schedule s where s.tenant_id = ${actor.tenant.id} and s.active
        ${limit === null ? empty : ofTheirs} order by s.name, s.id limit 100`,
  );
  return found.rows;
}
