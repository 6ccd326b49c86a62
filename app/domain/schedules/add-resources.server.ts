import type { StaffActor } from "../identity/actor";
import { getSchedule, updateSchedule } from "./schedules.server";

/** Adds resources to a schedule's present ones. Throws what updateSchedule throws. */
export async function addResources(
  actor: StaffActor,
  scheduleId: string,
  resourceIds: string[],
): Promise<void> {
  const { resource_ids } = await getSchedule(actor, scheduleId);
  await updateSchedule(actor, scheduleId, {
    resource_ids: [...new Set([...resource_ids, ...resourceIds])],
  });
}
