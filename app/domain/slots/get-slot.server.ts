import sql from "sql-template-tag";
import type { Slot } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { mayUseResource, type StaffActor } from "../identity/actor";

interface SlotRow extends Omit<Slot, "starts_at" | "ends_at"> {
  starts_at: Date;
  ends_at: Date;
}

/** One slot. Throws not_found, for one of another person's resource too. */
export async function getSlot(actor: StaffActor, id: string): Promise<Slot> {
  const found = await pool.query<SlotRow>(
    sql`select id, resource_id, schedule_id, starts_at, ends_at, capacity, taken, price_amount, currency, status, origin
        from slot where tenant_id = ${actor.tenant.id} and id = ${id}`,
  );
  const row = found.rows[0];
  if (row === undefined || !mayUseResource(actor, row.resource_id)) throw notFound();
  return { ...row, starts_at: toRfc3339(row.starts_at.getTime()), ends_at: toRfc3339(row.ends_at.getTime()) };
}
