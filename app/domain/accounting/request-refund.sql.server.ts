import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { enqueue } from "~/jobs/queue.server";
import { newId } from "~/lib/ids";
import { payableStep } from "~/lib/money";
import { OFFLINE } from "./offline-payment.sql.server";
import { disputedAmount } from "./booking-money.sql.server";
import { COUNTED, type PaymentRow, type RefundReason, type RefundRow } from "./payment-row";

interface Refundable {
  id: string;
  provider: PaymentRow["provider"];
  currency: string;
  fee_amount: number;
  is_surplus: boolean;
  rest: number;
}

/**
 * Inserts refunds of `amount` minor units over the booking's payments, the latest first and without
 * disputed amounts, to be sent once this transaction commits. Offline payments are returned
 * offline: their refund is owed until a person confirms it. Inserts less if less is left, or if the
 * currency has a coarser payable step; the caller has checked. `paymentId`: only that payment.
 * Needs the booking's lock.
 */
export async function requestRefunds(
  db: Sql,
  booking: { tenant_id: string; id: string },
  amount: number,
  reason: RefundReason,
  paymentId: string | null = null,
): Promise<RefundRow[]> {
  const { tenant_id } = booking;
  if (amount <= 0) return [];
  const found = await db.query<Refundable>(
    sql`select p.id, p.provider, p.currency, p.fee_amount, p.is_surplus, (p.amount - coalesce((
            select sum(amount) from refund where tenant_id = ${tenant_id} and payment_id = p.id and status = any(${COUNTED}::text[])), 0)
          - ${disputedAmount(tenant_id)})::int as rest
        from payment p where p.tenant_id = ${tenant_id} and p.booking_id = ${booking.id}
          and ${paymentId === null ? sql`not p.is_surplus and p.purpose = 'booking'` : sql`p.id = ${paymentId}`}
          and p.status in ('paid', 'partially_refunded') order by p.captured_at desc, p.id for update`,
  );
  const made: RefundRow[] = [];
  let left = amount;
  for (const payment of found.rows) {
    const whole = Math.min(left, payment.rest);
    const part =
      payment.provider === OFFLINE ? whole : whole - (whole % payableStep(payment.currency));
    if (part <= 0) continue;
    const why = payment.is_surplus ? "second_payment" : reason;
    made.push(
      await requestRefund(db, { tenant_id, booking_id: booking.id, ...payment }, part, why),
    );
    left -= part;
  }
  return made;
}

/** Inserts one refund of a payment, to be sent once this transaction commits. */
export async function requestRefund(
  db: Sql,
  payment: Pick<
    PaymentRow,
    "tenant_id" | "id" | "booking_id" | "provider" | "currency" | "fee_amount"
  >,
  amount: number,
  reason: RefundReason,
): Promise<RefundRow> {
  const { tenant_id, id: payment_id, booking_id, provider, currency, fee_amount } = payment;
  const isByHand = provider === OFFLINE;
  const written = await db.query<RefundRow>(
    sql`insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, refunds_fee, status, reason)
        values (${tenant_id}, ${newId()}, ${payment_id}, ${booking_id}, gen_random_uuid(), ${amount}, ${currency}, ${fee_amount > 0},
          ${isByHand ? "owed" : "requested"}, ${reason})
        returning *`,
  );
  if (!isByHand) await settleLater(db, tenant_id, payment_id);
  return written.rows[0]!; // an insert returns its row
}

/**
 * Queues a sync of this payment with the provider once this transaction commits; the sweep picks up
 * a lost job.
 */
export async function settleLater(db: Sql, tenant_id: string, payment_id: string): Promise<void> {
  await db.query(
    sql`update payment set next_sync_at = current_timestamp + interval '1 minute' where tenant_id = ${tenant_id} and id = ${payment_id}`,
  );
  await enqueue("payments.settle", { tenant_id, payment_id }, { db, singletonKey: payment_id });
}
