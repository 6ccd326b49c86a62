import type { NewHours, OutsideBookings } from "~/contract/hours";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { changeResourceHours } from "../schedules/resource-hours.server";
import { addHours, newHours } from "../schedules/shared-hours.server";
import { getResource } from "./resources.server";
import { writeResource } from "./resources.sql.server";

/**
 * Creates hours and assigns them to a resource, atomically. Returns the upcoming bookings that are
 * outside from then on; with `dry_run` nothing is changed. Throws not_found, validation_failed
 * (dates, too many hours).
 */
export async function giveNewHours(
  actor: StaffActor,
  resourceId: string,
  { dry_run, ...input }: NewHours & { dry_run: boolean },
): Promise<OutsideBookings> {
  const { hours_id } = await getResource(actor, resourceId);
  const hours = newHours(actor, input);
  const write = async (db: Sql) => {
    await addHours(db, actor, hours);
    if (!(await writeResource(db, actor.tenant.id, resourceId, { hours_id: hours.id }, undefined)))
      throw notFound("Resource", resourceId);
    const diff = { hours_id: [hours_id, hours.id] };
    await writeAudit(db, actor, {
      action: "resource.updated",
      entity: "resource",
      entity_id: resourceId,
      diff,
    });
    return true as const;
  };
  return changeResourceHours(actor, resourceId, hours, dry_run ? null : write);
}
