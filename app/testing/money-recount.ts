import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { standIn } from "./payments-on";

// Recomputes the money of bookings from single rows and the provider's objects, following the
// contract's wording without the product's sums.

export interface PaymentOfBooking {
  id: string;
  provider: string;
  purpose: string;
  session_id: string | null;
  status: string;
  amount: number;
  fee_amount: number;
  is_surplus: boolean;
  attention: string | null;
}

interface RefundOfBooking {
  id: string;
  payment_id: string;
  amount: number;
  refunds_fee: boolean;
  status: string;
}

interface DisputeOfBooking {
  payment_id: string;
  amount: number;
  status: string;
}

/** Columns that determine a booking's money. */
export interface BookingTerms {
  id: string;
  status: string;
  payment_status: string;
  starts_at: Date;
  price_amount: number;
  written_off_amount: number;
  deposit_amount: number | null;
}

export interface Recount {
  booking: BookingTerms;
  payments: PaymentOfBooking[];
  refunds: RefundOfBooking[];
  disputes: DisputeOfBooking[];
  /** The money captured for the booking's price, ignoring disputes. */
  gross: number;
  /** Parts of it: lost in disputes, refunded, being refunded (including cash owed), and owed. */
  lost: number;
  returned: number;
  on_way: number;
  owed: number;
  /** Captured money that is neither lost nor refunded. */
  paid: number;
  /** The platform's fees that went back with refunds. */
  fee_returned: number;
  refundable: number;
  /** Fees captured, less what was refunded or lost in disputes. */
  fees: number;
}

const CAME_IN = ["paid", "partially_refunded", "refunded"];
/** Statuses of a dispute whose money the guest has. */
export const GONE = ["lost", "appeal_needs_response", "appeal_under_review"];
const HELD = ["needs_response", "under_review", ...GONE];
export const ON_WAY = ["requested", "pending", "owed"];

export const sumOf = (rows: { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);
export const isFee = ({ purpose }: PaymentOfBooking): boolean =>
  purpose === "no_show" || purpose === "late_cancellation";
export const hasComeIn = ({ status }: PaymentOfBooking): boolean => CAME_IN.includes(status);

export async function recount(tenantId: string, bookingId: string): Promise<Recount> {
  const bookings = await pool.query<BookingTerms>(
    sql`select id, status, payment_status, starts_at, coalesce(price_amount, 0) as price_amount, written_off_amount, deposit_amount
        from booking where tenant_id = ${tenantId} and id = ${bookingId}`,
  );
  const payments = await pool.query<PaymentOfBooking>(
    sql`select id, provider, purpose, session_id, status, amount, fee_amount, is_surplus, attention from payment
        where tenant_id = ${tenantId} and booking_id = ${bookingId} order by created_at, id`,
  );
  const refunds = await pool.query<RefundOfBooking>(
    sql`select id, payment_id, amount, refunds_fee, status from refund where tenant_id = ${tenantId} and booking_id = ${bookingId} order by created_at, id`,
  );
  const disputes = await pool.query<DisputeOfBooking>(
    sql`select payment_id, amount, status from dispute where tenant_id = ${tenantId} and booking_id = ${bookingId}`,
  );
  const own = payments.rows.filter(
    (one) => hasComeIn(one) && !one.is_surplus && one.purpose === "booking",
  );
  const ofFees = payments.rows.filter((one) => hasComeIn(one) && isFee(one));
  const isOfFee = ({ payment_id }: { payment_id: string }) =>
    ofFees.some(({ id }) => id === payment_id);
  const ownRefunds = <T extends { payment_id: string }>(rows: T[]) =>
    rows.filter(({ payment_id }) => own.some(({ id }) => id === payment_id));
  const refundsIn = (...statuses: string[]) =>
    sumOf(ownRefunds(refunds.rows).filter(({ status }) => statuses.includes(status)));
  const gross = sumOf(own);
  const lost = sumOf(ownRefunds(disputes.rows).filter(({ status }) => GONE.includes(status)));
  const returned = refundsIn("succeeded");
  return {
    booking: bookings.rows[0]!, // these tests delete no bookings
    payments: payments.rows,
    refunds: refunds.rows,
    disputes: disputes.rows,
    gross,
    lost,
    returned,
    on_way: refundsIn(...ON_WAY),
    owed: refundsIn("owed"),
    paid: Math.max(gross - lost - returned, 0),
    fee_returned: payments.rows.reduce((sum, { id, amount, fee_amount }) => {
      const back = refunds.rows.filter(
        (one) => one.payment_id === id && one.status === "succeeded" && one.refunds_fee,
      );
      return sum + Math.round((fee_amount * sumOf(back)) / amount);
    }, 0),
    refundable: own.reduce((sum, { id, amount }) => {
      const counted = refunds.rows.filter(
        (one) => one.payment_id === id && ["succeeded", ...ON_WAY].includes(one.status),
      );
      const held = disputes.rows.filter(
        (one) => one.payment_id === id && HELD.includes(one.status),
      );
      return sum + Math.max(amount - sumOf(counted) - sumOf(held), 0);
    }, 0),
    fees:
      sumOf(ofFees) -
      sumOf(refunds.rows.filter((one) => one.status === "succeeded" && isOfFee(one))) -
      sumOf(disputes.rows.filter((one) => GONE.includes(one.status) && isOfFee(one))),
  };
}

/**
 * The provider's totals of a payment, by checkout or by card: captured, its fee with the platform's,
 * refunded, and lost in disputes.
 */
export function atProviderOf({ id, session_id }: Pick<PaymentOfBooking, "id" | "session_id">): {
  taken: number;
  fee: number;
  back: number;
  lost: number;
} {
  const { sessions, intents, refunds, disputes } = standIn.sandbox.state.data;
  const intentId = session_id === null ? null : sessions[session_id]?.object.payment_intent;
  const intent =
    session_id === null
      ? Object.values(intents).find(({ object }) => object.metadata.payment_id === id)?.object
      : typeof intentId === "string"
        ? intents[intentId]?.object
        : undefined;
  const charge = intent?.latest_charge;
  if (intent === undefined || typeof charge !== "string")
    return { taken: 0, fee: 0, back: 0, lost: 0 };
  const isOfCharge = ({ object }: { object: { charge?: unknown } }) => object.charge === charge;
  return {
    taken: intent.amount_received,
    fee: Math.round(intent.amount * 0.015) + 25 + (intent.application_fee_amount ?? 0),
    back: sumOf(
      Object.values(refunds)
        .filter((one) => isOfCharge(one) && one.object.status === "succeeded")
        .map(({ object }) => object),
    ),
    lost: sumOf(
      Object.values(disputes)
        .filter((one) => isOfCharge(one) && GONE.includes(one.object.status))
        .map(({ object }) => object),
    ),
  };
}
