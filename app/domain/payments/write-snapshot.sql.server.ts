import sql from "sql-template-tag";
import type { BookingStatus } from "~/contract/bookings";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { CAPTURED, type PaymentRow } from "../accounting/payment-row";
import type { PaymentDecision, RefundChange } from "./decide-payment";

/** Stores the decision about a payment; `nextSync`: when to query the provider again. */
export async function writePayment(
  db: Sql,
  payment: PaymentRow,
  { patch, is_captured_now }: PaymentDecision,
  requestedAt: Date,
  nextSync: Date | null,
): Promise<void> {
  const after = { ...payment, ...patch };
  await db.query(
    sql`update payment set status = ${after.status}, session_id = ${after.session_id}, charge_ref = ${after.charge_ref},
          checkout_url = ${after.checkout_url}, receipt_url = ${after.receipt_url}, failure_code = ${after.failure_code},
          provider_fee_amount = ${after.provider_fee_amount}, method = ${after.method},
          attention = ${after.attention}, asked_at = ${requestedAt}, updated_at = current_timestamp,
          captured_at = ${is_captured_now ? requestedAt : payment.captured_at}, next_sync_at = ${nextSync}, stuck_since = null
        where tenant_id = ${payment.tenant_id} and id = ${payment.id}`,
  );
}

/**
 * Stores the decision about a refund; a refund made at the provider gets its id here. `former`: the
 * booking's previous status.
 */
export async function writeRefund(
  db: Sql,
  payment: PaymentRow,
  refund: RefundChange,
  former: BookingStatus,
  requestedAt: Date,
): Promise<void> {
  const { tenant_id, id: payment_id, booking_id, currency } = payment;
  const { provider_refund_id, amount, status, failure_code } = refund;
  const isDone = status === "succeeded";
  const hasFailed = status === "failed" || status === "canceled";
  if (refund.id === null) {
    refund.id = newId();
    await db.query(
      sql`insert into refund (tenant_id, id, payment_id, booking_id, provider_refund_id, idempotency_key, amount, currency, status, reason,
            former_status, failure_code, completed_at, failed_at)
          values (${tenant_id}, ${refund.id}, ${payment_id}, ${booking_id}, ${provider_refund_id}, gen_random_uuid(), ${amount}, ${currency},
            ${status}, 'provider', ${former}, ${failure_code}, ${isDone ? sql`current_timestamp` : sql`null::timestamptz`},
            ${hasFailed ? sql`current_timestamp` : sql`null::timestamptz`})`,
    );
    return;
  }
  await db.query(
    sql`update refund set provider_refund_id = ${provider_refund_id}, status = ${status}, failure_code = ${failure_code},
          former_status = ${refund.turned === "completed" ? sql`${former}::text` : sql`former_status`},
          completed_at = ${refund.turned === "completed" ? sql`current_timestamp` : sql`completed_at`},
          failed_at = ${hasFailed ? sql`coalesce(failed_at, ${requestedAt}::timestamptz)` : sql`null::timestamptz`}
        where tenant_id = ${tenant_id} and id = ${refund.id}`,
  );
}

/** Whether another payment of the right amount counts for the booking. */
export async function isPaidOtherwise(
  db: Sql,
  { tenant_id, booking_id, id }: PaymentRow,
): Promise<boolean> {
  const others = await db.query(
    sql`select 1 from payment where tenant_id = ${tenant_id} and booking_id = ${booking_id} and id <> ${id}
          and status = any(${CAPTURED}::text[]) and not is_surplus and purpose = 'booking' and attention is distinct from 'amount_mismatch' limit 1`,
  );
  return others.rowCount === 1;
}

/** The booking's status before the refund that completed last. */
export async function readFormer(
  db: Sql,
  { tenant_id, booking_id }: PaymentRow,
): Promise<BookingStatus | null> {
  const found = await db.query<{ former_status: BookingStatus }>(
    sql`select former_status from refund where tenant_id = ${tenant_id} and booking_id = ${booking_id} and former_status <> 'refunded'
          and completed_at is not null order by completed_at desc, id desc limit 1`,
  );
  return found.rows[0]?.former_status ?? null;
}

export async function markSurplus(db: Sql, { tenant_id, id }: PaymentRow): Promise<void> {
  await db.query(
    sql`update payment set is_surplus = true where tenant_id = ${tenant_id} and id = ${id}`,
  );
}
