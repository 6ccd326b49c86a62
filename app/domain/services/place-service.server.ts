import { notFound } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { movedTo, type Place } from "~/lib/place-in-order";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { lockOrder, writeOrder } from "./service-order.sql.server";

/**
 * Moves a service next to another one in the order of lists, widget and booking page. Throws
 * not_found.
 */
export async function placeService(actor: StaffActor, id: string, place: Place): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    const moved = movedTo(await lockOrder(db, tenantId), id, place);
    if (moved === null) throw notFound("Schedule", id);
    if (moved.length === 0) return;
    await writeOrder(db, tenantId, moved);
    const own = moved.find((each) => each.id === id);
    const diff = own === undefined ? {} : { position: [own.before, own.position] };
    await writeAudit(db, actor, {
      action: "schedule.updated",
      entity: "schedule",
      entity_id: id,
      diff,
    });
  });
}
