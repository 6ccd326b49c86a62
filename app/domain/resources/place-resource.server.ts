import { notFound } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { movedTo, type Place } from "~/lib/place-in-order";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { lockOrder, writeOrder } from "./resources.sql.server";

/**
 * Moves a resource next to another one in the order of lists, calendar and widget. Throws
 * not_found.
 */
export async function placeResource(actor: StaffActor, id: string, place: Place): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    const moved = movedTo(await lockOrder(db, tenantId), id, place);
    if (moved === null) throw notFound("Resource", id);
    if (moved.length === 0) return;
    await writeOrder(db, tenantId, moved);
    const own = moved.find((each) => each.id === id);
    const diff = own === undefined ? {} : { position: [own.before, own.position] };
    await writeAudit(db, actor, {
      action: "resource.updated",
      entity: "resource",
      entity_id: id,
      diff,
    });
  });
}
