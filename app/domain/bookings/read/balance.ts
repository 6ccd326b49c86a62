import { isLive, isUpcoming } from "~/contract/booking-status";
import type { BookingLocation } from "~/contract/bookings";
import { isOnline } from "./booking-location";
import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import type { BookingRow } from "./booking-row";

// The balance of a booking in minor units of its currency: positive is due, negative is owed to the
// guest.

type Money = Pick<BookingRow, "price_amount" | "paid_amount" | "written_off_amount">;

/**
 * The price less the net amount captured, less what was written off. Zero for a booking that does
 * not take place: its cancellation decides the refund.
 */
export function balanceOf(booking: Money & Pick<BookingRow, "status">): number {
  return isLive(booking.status) ? openAmount(booking) : 0;
}

/** The guest's money that the company keeps: neither returned, being returned nor owed to them. */
export const keptOf = (
  booking: Parameters<typeof balanceOf>[0],
  { captured, refunded, on_way }: Pick<BookingMoney, "captured" | "refunded" | "on_way">,
): number => {
  const owed = Math.max(-balanceOf(booking) - on_way, 0);
  return Math.max(captured - refunded - on_way - owed, 0);
};

/** The amount still due from the guest. */
export const dueOf = (booking: Parameters<typeof balanceOf>[0]): number =>
  Math.max(balanceOf(booking), 0);

/**
 * The amount that a checkout or payment link asks for: the deposit until money has come in, then
 * all that is due. A visit that is over asks for all.
 */
export function dueNowOf(
  booking: Parameters<typeof balanceOf>[0] & Pick<BookingRow, "payment_status" | "deposit_amount">,
): number {
  const due = dueOf(booking);
  const { deposit_amount, status } = booking;
  const asksDeposit = deposit_amount !== null && isUpcoming(status) && !hasMoneyComeIn(booking);
  return asksDeposit ? Math.min(deposit_amount, due) : due;
}

const openAmount = ({ price_amount, paid_amount, written_off_amount }: Money): number =>
  (price_amount ?? 0) - paid_amount - written_off_amount;

const MONEY_CAME_IN: readonly BookingRow["payment_status"][] = [
  "paid",
  "partially_refunded",
  "refunded",
];

/** Whether money was captured, including money refunded or disputed since. */
export const hasMoneyComeIn = ({ payment_status }: Pick<BookingRow, "payment_status">): boolean =>
  MONEY_CAME_IN.includes(payment_status);

/** Whether money was captured and differs from the price, so that somebody has to settle it. */
export function isUnsettled(
  booking: Parameters<typeof balanceOf>[0] & Pick<BookingRow, "payment_status">,
): boolean {
  return hasMoneyComeIn(booking) && balanceOf(booking) !== 0;
}

/**
 * The amount that stays written off at another price. A price change first consumes what was
 * written off against it: 10.00 kept after a no-show count again when the guest comes after all.
 */
export function writtenOffAt(
  price: number | null,
  { price_amount, written_off_amount: before }: BookingRow,
): number {
  const change = (price ?? 0) - (price_amount ?? 0);
  if (before < 0 && change > 0) return Math.min(before + change, 0);
  return before > 0 && change < 0 ? Math.max(before + change, 0) : before;
}

/** Whether an agreed booking at a place, of which nothing has been paid, is paid there. */
export const isDueOnSite = (
  booking: Pick<BookingRow, "status" | "payment_status" | "price_amount">,
  location: BookingLocation | null,
): boolean =>
  booking.status === "confirmed" &&
  !!booking.price_amount &&
  booking.payment_status !== "processing" &&
  !hasMoneyComeIn(booking) &&
  !isOnline(location);

/** Whether an amount would be due if `paidNow` were paid. */
export const isShortOf = (booking: BookingRow, paidNow: number): boolean =>
  openAmount({ ...booking, paid_amount: paidNow }) > 0;

/**
 * The amount written off once `amount` is refunded: refunding more than a credit implies not
 * collecting the difference.
 */
export function writtenOffAfterRefund(
  booking: BookingRow,
  paidNow: number,
  amount: number,
): number {
  const due = openAmount({ ...booking, paid_amount: paidNow });
  return booking.written_off_amount + Math.min(Math.max(due, 0), amount);
}

/**
 * The reason a booking cannot be paid now; null if it can: it is live, its hold is running, and an
 * amount is due.
 */
export function whyNotPayable(
  booking: BookingRow,
  now: Date,
): "status" | "waits" | "lapsed" | "nothing_due" | null {
  const { status, pending_reason, expires_at, currency } = booking;
  if (!isLive(status)) return "status";
  if (status === "pending" && pending_reason !== "payment" && pending_reason !== null)
    return "waits";
  if (status === "pending" && expires_at !== null && expires_at <= now) return "lapsed";
  return dueOf(booking) === 0 || currency === null ? "nothing_due" : null;
}
