import sql, { type Sql as Part } from "sql-template-tag";
import type { FeeKind } from "~/contract/card-on-file";
import { isAgreed } from "~/contract/booking-status";
import { isFee } from "../../accounting/payment-purpose";
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
  payment: Pick<PaymentRow, "purpose" | "amount" | "currency" | "instant_only" | "created_at">,
  booking: BookingRow,
): boolean {
  if (payment.purpose === "card") return takesCard(booking);
  if (isFee(payment.purpose)) return openFees(booking).includes(payment.purpose);
  const takesDays = !payment.instant_only && isInstantOnly(booking.starts_at, payment.created_at);
  return (
    payment.amount === dueNowOf(booking) && payment.currency === booking.currency && !takesDays
  );
}

/** Whether a checkout that keeps a card is of use. */
const takesCard = ({ card_terms, status, pending_reason }: BookingRow): boolean =>
  card_terms !== null && (status === "pending" ? pending_reason === "card" : isAgreed(status));

/** The fees that a payment may still pay. */
const openFees = ({ fees }: BookingRow): FeeKind[] =>
  fees.filter(({ status }) => status === "charging" || status === "unpaid").map(({ kind }) => kind);

/** The negation of fitsBooking, for rows of `payment`. */
export const isUnfit = (booking: BookingRow): Part =>
  sql`case purpose when 'booking' then ${isUnfitForPrice(booking)} when 'card' then not ${takesCard(booking)}::boolean
    else purpose <> all(${openFees(booking)}::text[]) end`;

const isUnfitForPrice = (booking: BookingRow): Part =>
  sql`(amount <> ${dueNowOf(booking)}::int or currency is distinct from ${booking.currency}::text
    or (not instant_only and ${booking.starts_at}::timestamptz - created_at < ${DELAYED_DAYS}::int * interval '1 day'))`;
