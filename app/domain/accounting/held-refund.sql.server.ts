import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { PaymentRow } from "./payment-row";
import { refundablePayments } from "./refundable-payments.sql.server";
import { requestRefunds } from "./request-refund.sql.server";

/** Records the refund that a cancellation owes from disputed money. Needs the booking's lock. */
export async function writeHeldRefund(
  db: Sql,
  { tenant_id, id }: { tenant_id: string; id: string },
  amount: number,
): Promise<void> {
  const held = amount > 0 ? amount : null;
  await db.query(
    sql`update booking set held_refund_amount = ${held}
        where tenant_id = ${tenant_id} and id = ${id} and held_refund_amount is distinct from ${held}::int`,
  );
}

/**
 * Requests the refund that a cancellation owed from a payment, once the company has won its
 * dispute. A no-op while it is open or was lost. Needs the booking's lock.
 */
export async function sendHeldRefund(
  db: Sql,
  { tenant_id, id: paymentId, booking_id }: PaymentRow,
): Promise<void> {
  const found = await db.query<{ amount: number }>(
    sql`select b.held_refund_amount as amount from booking b
        where b.tenant_id = ${tenant_id} and b.id = ${booking_id} and b.held_refund_amount > 0 and b.status in ('cancelled', 'refunded')
          and exists (select from dispute d where d.tenant_id = ${tenant_id} and d.payment_id = ${paymentId})`,
  );
  const held = found.rows[0]?.amount;
  if (held === undefined) return;
  const payments = await refundablePayments(db, tenant_id, booking_id);
  const refundable = payments.find(({ id }) => id === paymentId)?.refundable ?? 0;
  const amount = Math.min(held, refundable);
  const booking = { tenant_id, id: booking_id };
  const refunds = await requestRefunds(db, booking, amount, "policy", paymentId);
  const sent = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  await writeHeldRefund(db, booking, held - sent);
}
