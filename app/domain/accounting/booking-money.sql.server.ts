import sql, { raw } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/** Money of a booking in minor units, as its payment and refund rows say. */
export interface BookingMoney {
  captured: number;
  /** What went back: refunded, or lost in a dispute. */
  refunded: number;
  /** What can still be refunded: neither gone nor on its way. */
  refundable: number;
}

/**
 * What was captured for a booking and what of it went back (minor units), by the rows of the ledger and never by its price; `currency`
 * null when nothing was captured. A payment that came in a second time is not the booking's money.
 */
export async function readMoney(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<BookingMoney & { currency: string | null }> {
  const found = await db.query<MoneyRow>(
    sql`select coalesce(sum(p.amount), 0)::int as captured, min(p.currency) as currency,
          coalesce(sum(r.refunded), 0)::int as refunded, coalesce(sum(r.promised), 0)::int as promised,
          coalesce(sum(d.lost), 0)::int as lost, coalesce(sum(d.held), 0)::int as held
        from payment p
        left join lateral (
          select sum(amount) filter (where status = 'succeeded') as refunded,
            sum(amount) filter (where status in ('requested', 'pending', 'succeeded')) as promised
          from refund where tenant_id = p.tenant_id and payment_id = p.id) r on true
        left join lateral (
          select sum(amount) filter (where status = 'lost') as lost,
            sum(amount) filter (where status in ('lost', 'needs_response', 'under_review')) as held
          from dispute where tenant_id = p.tenant_id and payment_id = p.id) d on true
        where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} and not p.is_surplus
          and p.status in ('paid', 'partially_refunded', 'refunded')`,
  );
  const { captured, refunded, promised, lost, held, currency } = found.rows[0]!; // a sum has one row
  // A provider refunds nothing of what is disputed: the guest would get it twice.
  return {
    captured,
    refunded: refunded + lost,
    refundable: Math.max(captured - promised - held, 0),
    currency,
  };
}

interface MoneyRow {
  captured: number;
  refunded: number;
  promised: number;
  lost: number;
  held: number;
  currency: string | null;
}

/**
 * What of a booking's money came in and was not returned, as a column beside the booking of this alias: the sum that readMoney gives as
 * captured less refunded.
 */
export const paidAmountOf = (alias: "b" | "t" | "booking"): string => `(
  coalesce((select sum(p.amount) from payment p where p.tenant_id = ${alias}.tenant_id and p.booking_id = ${alias}.id and not p.is_surplus
    and p.status in ('paid', 'partially_refunded', 'refunded')), 0)
  - coalesce((select sum(r.amount) from refund r join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
    where r.tenant_id = ${alias}.tenant_id and r.booking_id = ${alias}.id and r.status = 'succeeded' and not p.is_surplus
    and p.status in ('paid', 'partially_refunded', 'refunded')), 0))::int as paid_amount`;

/** As paidAmountOf, beside a booking `b`. */
export const PAID_AMOUNT = raw(paidAmountOf("b"));

/** The booking's payment in event bodies: the captured one, else the latest; null without any. */
export interface PaymentForEvent {
  id: string;
  provider: string;
  status: string;
  amount: number;
  currency: string;
  refunded_amount: number;
  receipt_url: string | null;
}

export async function paymentForEvent(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<PaymentForEvent | null> {
  const found = await db.query<PaymentForEvent>(
    sql`select id, provider, status, amount, currency, receipt_url, (
            select coalesce(sum(amount), 0)::int from refund
            where tenant_id = p.tenant_id and payment_id = p.id and status = 'succeeded') as refunded_amount
        from payment p where tenant_id = ${tenantId} and booking_id = ${bookingId} and not is_surplus
        order by captured_at desc nulls last, created_at desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** Whether any of a booking's money came in at a provider, so that only the provider can refund it. */
export async function isPaidOnline(
  db: Sql,
  booking: { tenant_id: string; id: string },
): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from payment where tenant_id = ${booking.tenant_id} and booking_id = ${booking.id} and provider <> 'offline'
          and status in ('paid', 'partially_refunded') limit 1`,
  );
  return found.rowCount === 1;
}
