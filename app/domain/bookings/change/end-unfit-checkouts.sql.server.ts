import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { BookingRow } from "../read/booking-row";
import { isUnfit } from "./checkout-fits.sql.server";
import { settleLater } from "../../accounting/request-refund.sql.server";

/** Statuses of a payment whose checkout can still be ended. */
const OPEN = ["created", "open"];

/**
 * Queues the end of checkouts that no longer fit the booking (nothing is due once it has ended or
 * was paid another way); a worker does it as soon as this transaction commits.
 */
export async function endUnfitCheckouts(db: Sql, row: BookingRow): Promise<void> {
  if (row.price_amount === null && row.card_terms === null) return;
  const unfit = await db.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${row.tenant_id} and booking_id = ${row.id} and status = any(${OPEN}::text[])
          and ${isUnfit(row)}`,
  );
  for (const { id } of unfit.rows) await settleLater(db, row.tenant_id, id);
}
