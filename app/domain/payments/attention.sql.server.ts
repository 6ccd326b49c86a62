import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { paidAmount } from "../accounting/booking-money.sql.server";
import { LOST_DISPUTES } from "../accounting/dispute-status";
import type { BookingRow } from "../bookings/read/booking-row";
import type { DisputeRow } from "./disputes.sql.server";
import type { ConnectionProblem } from "./can-take-payments.server";
import type { Unpayable } from "./payable.server";

/** Most items of each kind in one list. */
const MOST = 20;

/**
 * Bookings whose price and money differ, without a refund in progress or a failed refund that
 * explains it. The balance after a deposit is expected until the visit is over.
 */
export async function findUnbalanced(
  tenantId: string,
  reads: Reads = pool,
): Promise<(BookingRow & { lost_amount: number })[]> {
  const found = await reads.query<BookingRow & { lost_amount: number }>(
    sql`select * from (select b.*, ${paidAmount(tenantId)}, (
            select coalesce(sum(d.amount), 0)::int from dispute d where d.tenant_id = ${tenantId} and d.booking_id = b.id
              and d.status = any(${LOST_DISPUTES}::text[])) as lost_amount
        from booking b where b.tenant_id = ${tenantId} and b.unsettled_since is not null
          and not exists (select 1 from refund r where r.tenant_id = ${tenantId} and r.booking_id = b.id and r.status in ('requested', 'pending', 'owed'))
          and not exists (select 1 from payment p where p.tenant_id = ${tenantId} and p.booking_id = b.id and p.attention = 'refund_failed')
        ) u
        where u.deposit_amount is null or not is_upcoming(u.status) or u.ends_at <= now() or u.lost_amount > 0
          or u.price_amount - u.written_off_amount <= u.paid_amount
        order by u.unsettled_since desc limit ${MOST}`,
  );
  return found.rows;
}

interface GuestMoneyRow {
  booking_id: string;
  customer_name: string;
  amount: number;
  currency: string;
  locale: string;
}

/** Bookings with cash to return, the oldest first. */
export async function findOwedCash(
  tenantId: string,
  reads: Reads = pool,
): Promise<(GuestMoneyRow & { since: Date })[]> {
  const found = await reads.query<GuestMoneyRow & { since: Date }>(
    sql`select r.booking_id, b.customer_name, sum(r.amount)::int as amount, r.currency, t.locale, min(r.created_at) as since
        from refund r
        join booking b on b.tenant_id = ${tenantId} and b.id = r.booking_id
        join tenant t on t.id = r.tenant_id
        where r.tenant_id = ${tenantId} and r.status = 'owed'
        group by r.booking_id, b.customer_name, r.currency, t.locale order by since limit ${MOST}`,
  );
  return found.rows;
}

/** Payments whose state could not be stored for a while, the longest first. */
export async function findStuck(
  tenantId: string,
  reads: Reads = pool,
): Promise<(GuestMoneyRow & { id: string; stuck_since: Date })[]> {
  const found = await reads.query<GuestMoneyRow & { id: string; stuck_since: Date }>(
    sql`select p.id, p.booking_id, b.customer_name, p.amount, p.currency, t.locale, p.stuck_since
        from payment p
        join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id
        join tenant t on t.id = p.tenant_id
        where p.tenant_id = ${tenantId} and p.stuck_since < current_timestamp - interval '10 minutes'
        order by p.stuck_since limit ${MOST}`,
  );
  return found.rows;
}

/** A payment that needs a person's attention. */
export interface MarkedPayment {
  id: string;
  booking_id: string;
  attention: "amount_mismatch" | "refund_failed" | "fee_unpaid";
  updated_at: Date;
  customer_name: string;
  /**
   * The captured amount, the booking's price, and the last refund, in minor units of `currency`.
   */
  amount: number;
  price_amount: number | null;
  failed_amount: number | null;
  currency: string;
  locale: string;
}

export async function findMarked(tenantId: string, reads: Reads = pool): Promise<MarkedPayment[]> {
  const payments = await reads.query<MarkedPayment>(
    sql`select p.id, p.booking_id, p.attention, p.updated_at, p.amount, p.currency, b.customer_name, b.price_amount, t.locale,
          (select r.amount from refund r where r.tenant_id = ${tenantId} and r.payment_id = p.id and r.status = 'failed'
            order by r.failed_at desc limit 1) as failed_amount
        from payment p
        join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id
        join tenant t on t.id = p.tenant_id
        where p.tenant_id = ${tenantId} and p.attention is not null order by p.updated_at desc limit ${MOST}`,
  );
  return payments.rows;
}

type OpenDispute = Pick<
  DisputeRow,
  "booking_id" | "payment_id" | "amount" | "currency" | "respond_by" | "created_at"
> & {
  customer_name: string;
  locale: string;
  time_zone: string;
};

/** Disputes that await a response, by deadline. */
export async function findOpenDisputes(
  tenantId: string,
  reads: Reads = pool,
): Promise<OpenDispute[]> {
  const found = await reads.query<OpenDispute>(
    sql`select d.booking_id, d.payment_id, d.amount, d.currency, d.respond_by, d.created_at, b.customer_name, t.locale, t.time_zone
        from dispute d
        join booking b on b.tenant_id = ${tenantId} and b.id = d.booking_id
        join tenant t on t.id = d.tenant_id
        where d.tenant_id = ${tenantId} and d.closed_at is null order by d.respond_by nulls last, d.created_at limit ${MOST}`,
  );
  return found.rows;
}

/** The problem of each connected account; null: none. */
export async function findProblems(
  tenantId: string,
  reads: Reads = pool,
): Promise<(ConnectionProblem | null)[]> {
  const connections = await reads.query<{ problem: ConnectionProblem | null }>(
    sql`select problem from payment_connection where tenant_id = ${tenantId} and status = 'active'`,
  );
  return connections.rows.map(({ problem }) => problem);
}

interface UnpayableService {
  id: string;
  name: string;
  unpayable: Unpayable | null;
  takes_payments: boolean;
}

/** Services whose required payment cannot be taken. */
export async function findUnpayable(
  tenantId: string,
  reads: Reads = pool,
): Promise<UnpayableService[]> {
  const services = await reads.query<UnpayableService>(
    sql`select s.id, s.name, s.unpayable, t.takes_payments from schedule s join tenant t on t.id = s.tenant_id
        where s.tenant_id = ${tenantId} and s.active
          and (s.requires_payment and coalesce(s.price_amount, 0) > 0 and (not t.takes_payments or s.unpayable is not null)
            or s.card_on_file is not null and not t.takes_payments)
        order by s.name limit ${MOST}`,
  );
  return services.rows;
}
