import type { Schedule } from "~/contract/schedules";
import { notFound } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { type ScheduleRow, toSchedule, WITH_RESOURCES } from "./schedule-row";

async function readRow(tenantId: string, id: string): Promise<ScheduleRow | null> {
  return prisma.schedule.findUnique({
    where: { tenant_id_id: { tenant_id: tenantId, id } },
    include: WITH_RESOURCES,
  });
}

/** A schedule as it is stored, without a check of rights; null when there is none. */
export async function readSchedule(tenantId: string, id: string): Promise<Schedule | null> {
  const row = await readRow(tenantId, id);
  return row && toSchedule(row);
}

/** The same with the number of its plan, to make slots from; null when there is none. */
export async function readPlanned(tenantId: string, id: string) {
  const row = await readRow(tenantId, id);
  return row && { tenant_id: tenantId, schedule: toSchedule(row), plan_version: row.plan_version };
}

/** A schedule as this person may see it. Throws not_found, for one of nothing but other people's resources too. */
export async function getSchedule(actor: StaffActor, id: string): Promise<Schedule> {
  const schedule = await readSchedule(actor.tenant.id, id);
  // One that has lost all its resources is seen by those who see everything.
  const isMine =
    schedule?.resource_ids.some((resource) => mayUseResource(actor, resource)) ?? false;
  const isSeen = isMine || (schedule?.resource_ids.length === 0 && resourceLimit(actor) === null);
  if (schedule === null || !isSeen) throw notFound();
  return schedule;
}
