import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { PaymentRow, RefundRow } from "../accounting/payment-row";

export async function loadPayment(db: Sql, tenantId: string, id: string, lock: boolean): Promise<PaymentRow | null> {
  const found = await db.query<PaymentRow>(
    lock
      ? sql`select * from payment where tenant_id = ${tenantId} and id = ${id} for update`
      : sql`select * from payment where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/** The refunds of payments, the oldest first. */
export async function loadRefunds(db: Sql, tenantId: string, paymentIds: string[]): Promise<RefundRow[]> {
  const found = await db.query<RefundRow>(
    sql`select * from refund where tenant_id = ${tenantId} and payment_id = any(${paymentIds}::uuid[]) order by created_at, id`,
  );
  return found.rows;
}
