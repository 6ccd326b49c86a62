import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { disputedAmount } from "./booking-money.sql.server";
import { COUNTED } from "./payment-row";
import type { RefundablePayment } from "./refundable-payment";

/**
 * A booking's captured payments with a refundable rest, the latest first; includes surplus
 * payments.
 */
export async function refundablePayments(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<RefundablePayment[]> {
  const found = await db.query<RefundablePayment>(
    sql`select p.id, p.provider, p.amount, p.currency, p.captured_at, p.is_surplus, p.purpose, p.attention,
          (p.amount - coalesce(r.promised, 0) - ${disputedAmount(tenantId)})::int as refundable
        from payment p
        left join (select payment_id, sum(amount) as promised from refund
          where tenant_id = ${tenantId} and booking_id = ${bookingId} and status = any(${COUNTED}::text[]) group by payment_id) r
          on r.payment_id = p.id
        where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} and p.status in ('paid', 'partially_refunded')
          and p.amount > coalesce(r.promised, 0) + ${disputedAmount(tenantId)}
        order by p.captured_at desc, p.id`,
  );
  return found.rows;
}
