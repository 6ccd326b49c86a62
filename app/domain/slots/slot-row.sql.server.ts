import sql from "sql-template-tag";
import type { Slot } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";

/** A slot as stored: its values, and which of them were set for it alone. */
export interface SlotRow extends Omit<Slot, "starts_at" | "ends_at" | "overrides"> {
  starts_at: Date;
  ends_at: Date;
  occupies_from: Date;
  occupies_to: Date;
  gap_from: Date | null;
  gap_to: Date | null;
  outside_hours: boolean;
  own_capacity: number | null;
  own_price_amount: number | null;
  own_currency: string | null;
  follows_schedule: boolean;
}

/** Throws not_found. */
export async function loadSlot(db: Sql, tenantId: string, id: string): Promise<SlotRow> {
  const found = await db.query<SlotRow>(
    sql`select id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, gap_from, gap_to, capacity, taken, price_amount, currency, status,
          origin, outside_hours, own_capacity, own_price_amount, own_currency, follows_schedule
        from slot where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound("Slot", id);
  return found.rows[0];
}

export function toSlot(row: SlotRow): Slot {
  const { id, resource_id, schedule_id, capacity, taken, price_amount, currency, status, origin } =
    row;
  const isSet = {
    capacity: row.own_capacity !== null,
    price_amount: row.own_price_amount !== null,
    status: status === "closed" && !row.outside_hours,
  };
  return {
    id,
    resource_id,
    schedule_id,
    capacity,
    taken,
    price_amount,
    currency,
    status,
    origin,
    starts_at: toRfc3339(row.starts_at.getTime()),
    ends_at: toRfc3339(row.ends_at.getTime()),
    overrides: (["capacity", "price_amount", "status"] as const).filter((field) => isSet[field]),
  };
}
