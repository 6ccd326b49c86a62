import { prisma } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import type { HoursUserIds } from "./shared-hours.sql.server";

interface Named {
  id: string;
  name: string;
}

/** The services and resources that use shared hours. */
export interface HoursUsers extends HoursUserIds {
  schedules: Named[];
  /** Only those the reader may see. */
  resources: Named[];
}

/** The services and resources that use shared hours, by the hours' id, sorted by name. */
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
