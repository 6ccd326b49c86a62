import type { Slot } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { loadSlot, toSlot } from "./slot-row.sql.server";

/** One slot. Throws not_found, also when its resource is outside the actor's scope. */
export async function getSlot(actor: StaffActor, id: string): Promise<Slot> {
  const row = await loadSlot(pool, actor.tenant.id, id);
  if (!mayUseResource(actor, row.resource_id)) throw notFound("Slot", id);
  return toSlot(row);
}
