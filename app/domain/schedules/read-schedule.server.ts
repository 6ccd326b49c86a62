import type { Schedule } from "~/contract/schedules";
import { notFound } from "~/lib/app-error";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { toSchedule } from "../hours/schedule-row";
import { readSchedule, readScheduleRow } from "../hours/stored-schedule.server";

/** A stored schedule with its plan version, for making slots; null if there is none. */
export async function readPlanned(tenantId: string, id: string) {
  const row = await readScheduleRow(tenantId, id);
  return row && { tenant_id: tenantId, schedule: toSchedule(row), plan_version: row.plan_version };
}

/**
 * A schedule as this person may see it. Throws not_found, also when all its resources are outside
 * their scope.
 */
export async function getSchedule(actor: StaffActor, id: string): Promise<Schedule> {
  const schedule = await readSchedule(actor.tenant.id, id);
  // A schedule without resources is visible to people without a scope.
  const isMine =
    schedule?.resource_ids.some((resource) => mayUseResource(actor, resource)) ?? false;
  const isSeen = isMine || (schedule?.resource_ids.length === 0 && resourceLimit(actor) === null);
  if (schedule === null || !isSeen) throw notFound("Schedule", id);
  return schedule;
}
