import type { Schedule } from "~/contract/schedules";
import { prisma } from "~/lib/db.server";
import { type ScheduleRow, toSchedule, WITH_RESOURCES } from "./schedule-row";

export async function readScheduleRow(tenantId: string, id: string): Promise<ScheduleRow | null> {
  return prisma.schedule.findUnique({
    where: { tenant_id_id: { tenant_id: tenantId, id } },
    include: WITH_RESOURCES,
  });
}

/** A stored schedule, without a permission check; null if there is none. */
export async function readSchedule(tenantId: string, id: string): Promise<Schedule | null> {
  const row = await readScheduleRow(tenantId, id);
  return row && toSchedule(row);
}

/** Stored schedules by id, without a permission check. */
export async function readSchedules(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schedule>> {
  const rows = await prisma.schedule.findMany({
    where: { tenant_id: tenantId, id: { in: [...ids] } },
    include: WITH_RESOURCES,
  });
  return new Map(rows.map((row) => [row.id, toSchedule(row)]));
}
