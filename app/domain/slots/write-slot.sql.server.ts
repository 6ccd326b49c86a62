import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { SlotRow } from "./slot-row.sql.server";

/** A manual slot: its values, and which of them were set for it alone. */
export type ManualSlot = Pick<
  SlotRow,
  | (
      | "id"
      | "resource_id"
      | "schedule_id"
      | "starts_at"
      | "ends_at"
      | "occupies_from"
      | "occupies_to"
      | "gap_from"
      | "gap_to"
    )
  | (
      | "capacity"
      | "price_amount"
      | "currency"
      | "own_capacity"
      | "own_price_amount"
      | "own_currency"
    )
>;

export async function insertManualSlot(db: Sql, tenantId: string, slot: ManualSlot): Promise<void> {
  await db.query(
    sql`insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, gap_from, gap_to, capacity, price_amount,
              currency, origin, follows_schedule, own_capacity, own_price_amount, own_currency)
            values (${tenantId}, ${slot.id}, ${slot.resource_id}, ${slot.schedule_id}, ${slot.starts_at}, ${slot.ends_at}, ${slot.occupies_from},
              ${slot.occupies_to}, ${slot.gap_from}, ${slot.gap_to}, ${slot.capacity}, ${slot.price_amount}, ${slot.currency},
              'manual', true, ${slot.own_capacity}, ${slot.own_price_amount}, ${slot.own_currency})`,
  );
}

/** Writes the editable columns of a slot. Needs its resource's lock. */
export async function updateSlotRow(db: Sql, tenantId: string, after: SlotRow): Promise<void> {
  await db.query(
    sql`update slot set capacity = ${after.capacity}::int, price_amount = ${after.price_amount}::int, currency = ${after.currency}::text,
          status = ${after.status}::text, outside_hours = ${after.outside_hours}::boolean, origin = ${after.origin}::text,
          own_capacity = ${after.own_capacity}::int, own_price_amount = ${after.own_price_amount}::int, own_currency = ${after.own_currency}::text,
          follows_schedule = ${after.origin === "manual"}::boolean
        where tenant_id = ${tenantId} and id = ${after.id}`,
  );
}
