import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { BookingMoney, Decision } from "./booking-command";
import type { BookingRow } from "./booking-row";

/** The provider of money that staff received by hand. */
const OFFLINE = "offline";

/**
 * What was captured for a booking and what of it was given back (minor units), by its payment rows and never by its price; `currency`
 * null when nothing was captured. A payment of which some part went back counts as given back whole until refunds have rows of their
 * own: what is promised is never more than is there.
 */
export async function readMoney(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<BookingMoney & { currency: string | null }> {
  const found = await db.query<{ captured: number; refunded: number; currency: string | null }>(
    sql`select coalesce(sum(amount), 0)::int as captured,
          coalesce(sum(amount) filter (where status in ('partially_refunded', 'refunded')), 0)::int as refunded, min(currency) as currency
        from payment where tenant_id = ${tenantId} and booking_id = ${bookingId}
          and status in ('paid', 'partially_refunded', 'refunded')`,
  );
  const { captured, refunded, currency } = found.rows[0]!; // a sum has one row
  return { captured, refunded, refundable: captured - refunded, currency };
}

/** Money by hand: received, as much as the booking costs now; or handed back, all of it. */
export async function writeOfflinePayment(db: Sql, row: BookingRow, what: Decision["offline_payment"]): Promise<void> {
  if (what === "received" && row.price_amount !== null && row.currency !== null)
    await db.query(
      sql`insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, created_at)
          values (${row.tenant_id}, ${newId()}, ${row.id}, ${OFFLINE}, 'paid', ${row.price_amount}, ${row.currency}, ${row.updated_at})`,
    );
  if (what === "returned")
    await db.query(
      sql`update payment set status = 'refunded'
          where tenant_id = ${row.tenant_id} and booking_id = ${row.id} and provider = ${OFFLINE} and status = 'paid'`,
    );
}
