import sql, { raw, type Sql as Part } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { HELD_DISPUTES, LOST_DISPUTES } from "./dispute-status";

/** A booking's money in minor units, from its payment, refund and dispute rows. */
export interface BookingMoney {
  /** Captured amount less lost disputes. */
  captured: number;
  /** Taken by banks in lost disputes, which an appeal may return. */
  lost: number;
  /** Returned to the guest. */
  refunded: number;
  /** Being returned: requested, sent, or cash still to be handed back. */
  on_way: number;
  /** The part of it that is cash still to be handed back. */
  owed: number;
  /** Refundable: neither returned, being returned nor disputed. */
  refundable: number;
}

export const quoted = (statuses: readonly string[]) =>
  raw(`(${statuses.map((one) => `'${one}'`).join(", ")})`);

/**
 * A booking's money from its payments `p`: the only definition of captured, refunded and lost
 * amounts, from the ledger's rows and never from the price.
 */
const moneyOf = (tenantId: string): Part => sql`
  select coalesce(sum(p.amount), 0)::int as gross, min(p.currency) as currency,
    coalesce(sum(r.refunded), 0)::int as refunded, coalesce(sum(r.on_way), 0)::int as on_way, coalesce(sum(r.owed), 0)::int as owed,
    coalesce(sum(d.lost), 0)::int as lost,
    coalesce(sum(greatest(p.amount - coalesce(r.refunded, 0) - coalesce(r.on_way, 0) - coalesce(d.held, 0), 0)), 0)::int as refundable
  from payment p
  left join lateral (
    select sum(amount) filter (where status = 'succeeded') as refunded,
      sum(amount) filter (where status in ('requested', 'pending', 'owed')) as on_way,
      sum(amount) filter (where status = 'owed') as owed
    from refund where tenant_id = ${tenantId} and payment_id = p.id) r on true
  left join lateral (
    select sum(amount) filter (where status in ${quoted(LOST_DISPUTES)}) as lost,
      sum(amount) filter (where status in ${quoted(HELD_DISPUTES)}) as held
    from dispute where tenant_id = ${tenantId} and payment_id = p.id) d on true`;
/** A surplus payment or a fee does not count for the booking. */
const IS_OWN = sql`not p.is_surplus and p.purpose = 'booking' and p.status in ('paid', 'partially_refunded', 'refunded')`;

interface MoneyRow {
  gross: number;
  refunded: number;
  on_way: number;
  owed: number;
  lost: number;
  refundable: number;
  currency: string | null;
}

/**
 * Captured and refunded amounts of a booking; `gross` includes amounts lost to disputes, `currency`
 * is null if nothing was captured.
 */
export async function readMoney(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<BookingMoney & { gross: number; currency: string | null }> {
  const found = await db.query<MoneyRow>(
    sql`${moneyOf(tenantId)} where p.tenant_id = ${tenantId} and p.booking_id = ${bookingId} and ${IS_OWN}`,
  );
  const { gross, refunded, on_way, owed, lost, refundable, currency } = found.rows[0]!; // a sum has one row
  return {
    // A bank may take more than was left of a payment; the booking cannot lose more than its money.
    captured: Math.max(gross - lost, refunded),
    lost,
    refunded,
    on_way,
    owed,
    // Excludes disputed amounts: the guest would get them twice.
    refundable,
    gross,
    currency,
  };
}

/**
 * Columns for the booking with this alias: the amount paid (captured less refunded and lost, as in
 * readMoney), and the cash still to be handed back.
 */
export const paidAmountOf = (alias: "b" | "t" | "booking", tenantId: string): Part => sql`(
  select greatest(money.gross - money.lost - money.refunded, 0)
  from (${moneyOf(tenantId)} where p.tenant_id = ${tenantId} and p.booking_id = ${raw(alias)}.id and ${IS_OWN}) money) as paid_amount, (
  select coalesce(sum(r.amount), 0)::int from refund r
  where r.tenant_id = ${tenantId} and r.booking_id = ${raw(alias)}.id and r.status = 'owed') as owed_amount`;

/**
 * Rows of currency and amount: what was paid for bookings (captured less refunded and lost, as in
 * readMoney). `bookings` selects their ids.
 */
export const paidByCurrency = (tenantId: string, bookings: Part): Part => sql`
  select money.currency, greatest(money.gross - money.lost - money.refunded, 0) as amount
  from (${moneyOf(tenantId)} where p.tenant_id = ${tenantId} and p.booking_id in (${bookings}) and ${IS_OWN} group by p.currency) money`;

/** The part of a payment `p` that is disputed or lost and cannot be refunded. */
export const disputedAmount = (tenantId: string): Part =>
  sql`coalesce((select sum(d.amount) from dispute d where d.tenant_id = ${tenantId} and d.payment_id = p.id and d.status in ${quoted(HELD_DISPUTES)}), 0)`;

/** paidAmountOf for a booking `b`. */
export const paidAmount = (tenantId: string): Part => paidAmountOf("b", tenantId);

/** methodOf, for a payment with this alias. */
export const methodColumn = (alias: "p"): Part =>
  sql`coalesce(${raw(alias)}.method, case when ${raw(alias)}.provider = 'offline' then 'other' end)`;

/** The booking's payment in event bodies: the captured one, else the latest; null without any. */
export interface PaymentForEvent {
  id: string;
  provider: string;
  method: string | null;
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
    sql`select id, provider, ${methodColumn("p")} as method, status, amount, currency, receipt_url, (
            select coalesce(sum(amount), 0)::int from refund
            where tenant_id = ${tenantId} and payment_id = p.id and status = 'succeeded') as refunded_amount
        from payment p where tenant_id = ${tenantId} and booking_id = ${bookingId} and not is_surplus and purpose = 'booking'
        order by captured_at desc nulls last, created_at desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/**
 * Whether any of a booking's money was captured by a provider, so that only the provider can refund
 * it.
 */
export async function isPaidOnline(
  db: Sql,
  booking: { tenant_id: string; id: string },
): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from payment where tenant_id = ${booking.tenant_id} and booking_id = ${booking.id} and provider <> 'offline'
          and purpose = 'booking' and status in ('paid', 'partially_refunded') limit 1`,
  );
  return found.rowCount === 1;
}
