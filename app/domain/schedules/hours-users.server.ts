import { prisma } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import type { HoursUserIds } from "./shared-hours.sql.server";

interface Named {
  id: string;
  name: string;
}

/** What takes its hours from shared ones. */
export interface HoursUsers extends HoursUserIds {
  schedules: Named[];
  /** Those that the reader may see. */
  resources: Named[];
}

/** By the id of the hours: the services and resources that use them, by name. */
export async function readHoursUsers(
  actor: StaffActor,
  hoursIds: readonly string[],
): Promise<(id: string) => HoursUsers> {
  const using = {
    where: { tenant_id: actor.tenant.id, hours_id: { in: [...hoursIds] } },
    select: { id: true, name: true, hours_id: true },
    orderBy: [{ name: "asc" as const }, { id: "asc" as const }],
  };
  const [schedules, resources] = await Promise.all([
    prisma.schedule.findMany(using),
    prisma.resource.findMany(using),
  ]);
  return (hoursId) => {
    const ofThese = ({ hours_id }: { hours_id: string | null }) => hours_id === hoursId;
    const [services, all] = [schedules.filter(ofThese), resources.filter(ofThese)];
    return {
      schedule_ids: services.map(({ id }) => id),
      resource_ids: all.map(({ id }) => id),
      schedules: services,
      resources: all.filter(({ id }) => mayUseResource(actor, id)),
    };
  };
}
