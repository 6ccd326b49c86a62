import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import type { Policy } from "../../identity/policy";
import { refundTiers } from "../../identity/refund-tiers";
import type { BookingRow } from "../read/booking-row";

/** The policy fields that decide a refund. */
type CancelRules = Pick<Policy, "refund_tiers" | "cancel_window_minutes">;
type NoShowRules = Pick<Policy, "no_show_refund_pct">;

/** The booking fields that decide a refund. */
export type CancelledBooking = Pick<
  BookingRow,
  "starts_at" | "refund_starts_at" | "price_amount" | "written_off_amount"
>;

export interface RefundPreview {
  inside_window: boolean;
  /** The instant (epoch ms) until which guests may cancel themselves. */
  window_ends_at: number;
  refund_pct: number;
  /**
   * The part of `refund_amount` that was already owed to the guest, minor units: refunded in full.
   */
  credit_amount: number;
  /** The amount paid of the price; the percentage applies to it. */
  paid_amount: number;
  /** Minor units, rounded down, and never more than is left of the amount paid. */
  refund_amount: number;
}

/** The instant (epoch ms) until which guests may cancel a booking that starts at `startsAt`. */
const windowEnd = (policy: CancelRules, startsAt: number) =>
  startsAt - policy.cancel_window_minutes * 60_000;

export function isInsideCancelWindow(policy: CancelRules, startsAt: number, now: number): boolean {
  return now <= windowEnd(policy, startsAt);
}

/** Percentage of the first tier whose hours are still ahead at `now` (epoch ms); 0 if none is. */
function tierAt(policy: CancelRules, startsAt: number, now: number): number {
  const hoursAhead = (startsAt - now) / 3_600_000;
  const tier = refundTiers(policy).find((candidate) => hoursAhead >= candidate.hours_before);
  return tier?.refund_pct ?? 0;
}

/** The start (epoch ms) that the refund tier counts from. */
function tierStart({ starts_at, refund_starts_at }: CancelledBooking): number {
  return Math.min(starts_at.getTime(), refund_starts_at?.getTime() ?? Infinity);
}

/** The percentage that a cancellation at `now` (epoch ms) refunds. */
export const refundPercentage = (
  policy: CancelRules,
  booking: CancelledBooking,
  now: number,
): number => tierAt(policy, tierStart(booking), now);

/**
 * The start that the tier counts from after a guest moves the booking at `now`: the previous one if
 * a lower tier had begun, so that nobody gains a 100 % refund by first moving far ahead. null: the
 * present start counts.
 */
export function refundStartAfterMove(
  policy: CancelRules,
  booking: CancelledBooking,
  now: Date,
): Date | null {
  const from = tierStart(booking);
  const highest = Math.max(...refundTiers(policy).map(({ refund_pct }) => refund_pct), 0);
  const isLower = tierAt(policy, from, now.getTime()) < highest;
  return isLower ? new Date(from) : booking.refund_starts_at;
}

/**
 * The part of a price that the company keeps when `refund_pct` of it is refunded (minor units,
 * rounded up). The only rule about what a cancellation costs.
 */
export const keptAmount = (price: number, refund_pct: number): number =>
  price - Math.floor((price * refund_pct) / 100);

/**
 * The refund of a cancellation at `now` (epoch ms): first any credit in full, then what was paid
 * above the part of the price that the company keeps. 100 paid, tiers 48 h → 100 %, 24 h → 50 %,
 * cancelled 30 h before: 50. With 70 already refunded: the remaining 30. With the price lowered to
 * 60 after the payment: the credit of 40, and 30. A deposit of 20 of a price of 80 stays: 40 is
 * kept, and nothing more is charged.
 */
export function previewRefund(
  policy: CancelRules,
  booking: CancelledBooking,
  money: BookingMoney,
  now: number,
): RefundPreview {
  const refund_pct = refundPercentage(policy, booking, now);
  return {
    inside_window: isInsideCancelWindow(policy, booking.starts_at.getTime(), now),
    window_ends_at: windowEnd(policy, booking.starts_at.getTime()),
    refund_pct,
    ...refundAt(refund_pct, booking, money),
  };
}

/** The refund of a no-show by the same rule, with the percentage of its own. */
export const noShowRefund = (
  policy: NoShowRules,
  booking: CancelledBooking,
  money: BookingMoney,
): number => refundAt(policy.no_show_refund_pct, booking, money).refund_amount;

/** The part of the price that the policy returns for a no-show: refunded if paid, else not due. */
export function noShowReturnedAmount(
  policy: NoShowRules,
  { price_amount, written_off_amount }: Pick<BookingRow, "price_amount" | "written_off_amount">,
): number {
  const price = Math.max((price_amount ?? 0) - Math.max(written_off_amount, 0), 0);
  return price - keptAmount(price, policy.no_show_refund_pct);
}

/** The refund when the company returns this percentage of the price. */
function refundAt(
  refund_pct: number,
  booking: CancelledBooking,
  money: BookingMoney,
): Pick<RefundPreview, "credit_amount" | "paid_amount" | "refund_amount"> {
  const price = booking.price_amount ?? 0;
  // An amount a person decided to keep is written off below zero: it is no longer owed.
  const owed = money.captured - money.refunded - money.on_way + booking.written_off_amount - price;
  const credit_amount = Math.min(Math.max(owed, 0), money.refundable);
  const paid_amount = Math.min(price, money.captured);
  // An amount that nobody collects any more is no part of the price.
  const waived = Math.min(Math.max(booking.written_off_amount, 0), price - paid_amount);
  const ofPrice = Math.max(paid_amount - keptAmount(price - waived, refund_pct), 0);
  return {
    credit_amount,
    paid_amount,
    refund_amount: Math.min(credit_amount + ofPrice, money.refundable),
  };
}
