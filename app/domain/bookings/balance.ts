import { isLive } from "~/contract/booking-status";
import type { BookingRow } from "./booking-row";

// What a booking's price and its money leave open. Minor units of its currency; above zero is due, below zero is owed to the guest.

type Money = Pick<BookingRow, "price_amount" | "paid_amount" | "written_off_amount">;

/**
 * The price less what was captured and not returned, and less what a person wrote off. A booking that does not take place has none: what
 * goes back then is decided by its cancellation.
 */
export function balanceOf(booking: Money & Pick<BookingRow, "status">): number {
  return isLive(booking.status) ? openAmount(booking) : 0;
}

/** What can still be asked of the guest. */
export const dueOf = (booking: Parameters<typeof balanceOf>[0]): number =>
  Math.max(balanceOf(booking), 0);

const openAmount = ({ price_amount, paid_amount, written_off_amount }: Money): number =>
  (price_amount ?? 0) - paid_amount - written_off_amount;

const MONEY_CAME_IN: readonly BookingRow["payment_status"][] = [
  "paid",
  "partially_refunded",
  "refunded",
];

/** Money came in for it, wherever that is by now. */
export const hasMoneyComeIn = ({ payment_status }: Pick<BookingRow, "payment_status">): boolean =>
  MONEY_CAME_IN.includes(payment_status);

/** Money came in, and it is more or less than the price: somebody has to settle it. */
export function isUnsettled(
  booking: Parameters<typeof balanceOf>[0] & Pick<BookingRow, "payment_status">,
): boolean {
  return hasMoneyComeIn(booking) && balanceOf(booking) !== 0;
}

/**
 * What stays written off under another price. The change is first taken from what was decided against it: 10.00 that were kept after a
 * guest stayed at home count again when the guest comes after all.
 */
export function writtenOffAt(
  price: number | null,
  { price_amount, written_off_amount: before }: BookingRow,
): number {
  const change = (price ?? 0) - (price_amount ?? 0);
  if (before < 0 && change > 0) return Math.min(before + change, 0);
  return before > 0 && change < 0 ? Math.max(before + change, 0) : before;
}

/** Whether something would be due with `paidNow` in hand. */
export const isShortOf = (booking: BookingRow, paidNow: number): boolean =>
  openAmount({ ...booking, paid_amount: paidNow }) > 0;

/** What is written off once `amount` has been refunded: who refunds more than a credit has decided not to ask for it again. */
export function writtenOffAfterRefund(
  booking: BookingRow,
  paidNow: number,
  amount: number,
): number {
  const due = openAmount({ ...booking, paid_amount: paidNow });
  return booking.written_off_amount + Math.min(Math.max(due, 0), amount);
}

/** Why a booking cannot be paid now; null where it can: it takes place, its hold is running, and something is due. */
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
