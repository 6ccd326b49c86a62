import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { PaymentRow, RefundRow } from "../accounting/payment-row";

/** The refunds of payments, the oldest first. */
export async function loadRefunds(
  db: Sql,
  tenantId: string,
  paymentIds: string[],
): Promise<RefundRow[]> {
  const found = await db.query<RefundRow>(
    sql`select * from refund where tenant_id = ${tenantId} and payment_id = any(${paymentIds}::uuid[]) order by created_at, id`,
  );
  return found.rows;
}

export async function loadRefundOf(
  db: Sql,
  tenantId: string,
  bookingId: string,
  id: string,
): Promise<RefundRow | null> {
  const found = await db.query<RefundRow>(
    sql`select * from refund where tenant_id = ${tenantId} and booking_id = ${bookingId} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/** The amount of the booking's money refunded or being refunded. */
export async function sumRefunds(tenantId: string, bookingId: string): Promise<number> {
  const found = await pool.query<{ amount: number }>(
    sql`select coalesce(sum(amount), 0)::int as amount from refund
        where tenant_id = ${tenantId} and booking_id = ${bookingId} and status in ('requested', 'pending', 'succeeded')`,
  );
  return found.rows[0]!.amount; // an aggregate is one row
}

/** Switches to a new idempotency key. */
export async function changeRefundKey({
  tenant_id,
  id,
  idempotency_key,
}: RefundRow): Promise<void> {
  await pool.query(
    sql`update refund set idempotency_key = ${newId()}
        where tenant_id = ${tenant_id} and id = ${id} and idempotency_key = ${idempotency_key} and status = 'requested'`,
  );
}

/**
 * Fails a refund that waits to be sent, and marks its payment for a person to look at; false: it is
 * no longer waiting.
 */
export async function failRefund(
  db: Sql,
  { tenant_id, id }: PaymentRow,
  refund: RefundRow,
  code: string | null,
): Promise<boolean> {
  await db.query(
    sql`update payment set attention = 'refund_failed', updated_at = current_timestamp
        where tenant_id = ${tenant_id} and id = ${id}`,
  );
  const failed = await db.query(
    sql`update refund set status = 'failed', failure_code = ${code}, failed_at = current_timestamp
        where tenant_id = ${tenant_id} and id = ${refund.id} and status = 'requested'`,
  );
  return failed.rowCount !== 0;
}

/** The guest of the booking. */
export async function readGuestOf(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<{ reference: string; customer_name: string } | undefined> {
  const found = await db.query<{ reference: string; customer_name: string }>(
    sql`select reference, customer_name from booking where tenant_id = ${tenantId} and id = ${bookingId}`,
  );
  return found.rows[0];
}
