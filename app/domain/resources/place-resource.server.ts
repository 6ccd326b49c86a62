import { notFound } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { lockOrder, writeOrder } from "./resources.sql.server";

export interface Place {
  /** The resource that it comes next to. */
  beside: string;
  side: "before" | "after";
}

/** Puts a resource next to another one in the order of lists, calendar and widget. Throws not_found. */
export async function placeResource(actor: StaffActor, id: string, { beside, side }: Place): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    const found = await lockOrder(db, tenantId);
    const order = found.map((row) => row.id).filter((each) => each !== id);
    const at = order.indexOf(beside);
    if (at === -1 || order.length === found.length) throw notFound();
    order.splice(side === "before" ? at : at + 1, 0, id);
    const before = new Map(found.map((row) => [row.id, row.position]));
    const moved = order
      .map((each, position) => ({ id: each, position }))
      .filter((placed) => before.get(placed.id) !== placed.position);
    if (moved.length === 0) return;
    await writeOrder(db, tenantId, moved);
    const diff = { position: [before.get(id), order.indexOf(id)] };
    await writeAudit(db, actor, { action: "resource.updated", entity: "resource", entity_id: id, diff });
  });
}
