import type { Schedule } from "~/contract/schedules";
import { notFound } from "~/lib/app-error";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { toSchedule } from "../hours/schedule-row";
import { readSchedule, readScheduleRow, readSchedules } from "../hours/stored-schedule.server";

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
  return seenBy(actor, id, await readSchedule(actor.tenant.id, id));
}

/** Schedules by id, in one read. Throws like getSchedule. */
export async function getSchedules(
  actor: StaffActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schedule>> {
  const found = await readSchedules(actor.tenant.id, ids);
  return new Map(ids.map((id) => [id, seenBy(actor, id, found.get(id) ?? null)]));
}

function seenBy(actor: StaffActor, id: string, schedule: Schedule | null): Schedule {
  // A schedule without resources is visible to people without a scope.
  const isMine =
    schedule?.resource_ids.some((resource) => mayUseResource(actor, resource)) ?? false;
  const isSeen = isMine || (schedule?.resource_ids.length === 0 && resourceLimit(actor) === null);
  if (schedule === null || !isSeen) throw notFound("Schedule", id);
  return schedule;
}
