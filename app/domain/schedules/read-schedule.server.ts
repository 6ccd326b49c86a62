import type { Schedule } from "~/contract/schedules";
import { pool, prisma } from "~/lib/db.server";
import { type ScheduleRow, toSchedule, WITH_RESOURCES } from "./schedule-row";

/** A schedule as it is stored, without a check of rights; null when there is none. */
export async function readSchedule(tenantId: string, id: string): Promise<Schedule | null> {
  const row: ScheduleRow | null = await prisma.schedule.findUnique({
    where: { tenant_id_id: { tenant_id: tenantId, id } },
    include: WITH_RESOURCES,
  });
  return row && toSchedule(row);
}

/** The ids of a tenant's active schedules. */
export async function scheduleIds(tenantId: string): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    "select id from schedule where tenant_id = $1 and active order by id",
    [tenantId],
  );
  return found.rows.map((row) => row.id);
}
