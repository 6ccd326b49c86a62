import sql, { type Sql as Part } from "sql-template-tag";
import type { PaymentRow } from "../../accounting/payment-row";
import { dueNowOf } from "../read/balance";
import type { BookingRow } from "../read/booking-row";

/**
 * Payment methods that take days are offered only when the booking starts later than this after the
 * checkout was opened.
 */
const DELAYED_DAYS = 7;

export const isInstantOnly = (startsAt: Date, openedAt: Date): boolean =>
  startsAt.getTime() - openedAt.getTime() < DELAYED_DAYS * 86_400_000;

/**
 * Whether an open checkout has the amount that is due now and only methods that suit the booking's
 * start: a booking moved closer must not be paid by a debit that takes a week.
 */
export function fitsBooking(
  payment: Pick<PaymentRow, "amount" | "currency" | "instant_only" | "created_at">,
  booking: BookingRow,
): boolean {
  const takesDays = !payment.instant_only && isInstantOnly(booking.starts_at, payment.created_at);
  return (
    payment.amount === dueNowOf(booking) && payment.currency === booking.currency && !takesDays
  );
}

/** The negation of fitsBooking, for rows of `payment`. */
export const isUnfit = (booking: BookingRow): Part =>
  sql`(amount <> ${dueNowOf(booking)}::int or currency is distinct from ${booking.currency}::text
    or (not instant_only and ${booking.starts_at}::timestamptz - created_at < ${DELAYED_DAYS}::int * interval '1 day'))`;
