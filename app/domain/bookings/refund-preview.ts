import type { BookingMoney } from "../accounting/booking-money.sql.server";
import type { Policy } from "../identity/policy";
import { refundTiers } from "../identity/refund-tiers";
import type { BookingRow } from "./booking-row";

/** What of a policy decides what a cancellation refunds. */
type CancelRules = Pick<Policy, "refund_tiers" | "cancel_window_minutes">;

/** What of a booking decides it. */
export type CancelledBooking = Pick<
  BookingRow,
  "starts_at" | "refund_starts_at" | "price_amount" | "written_off_amount"
>;

export interface RefundPreview {
  inside_window: boolean;
  /** The instant (epoch ms) until which guests may cancel themselves. */
  window_ends_at: number;
  refund_pct: number;
  /** Of `refund_amount`, what was owed to the guest already, minor units: it comes back in full. */
  credit_amount: number;
  /** What was paid of the price, which the percentage applies to. */
  paid_amount: number;
  /** Minor units, rounded down to a whole one, and never more than is left of what was paid. */
  refund_amount: number;
}

/** Until when (epoch ms) guests may cancel a booking that starts then. */
const windowEnd = (policy: CancelRules, startsAt: number) =>
  startsAt - policy.cancel_window_minutes * 60_000;

export function isInsideCancelWindow(policy: CancelRules, startsAt: number, now: number): boolean {
  return now <= windowEnd(policy, startsAt);
}

/** Percentage of the first tier whose hours are still ahead at `now` (epoch ms); 0 where none is. */
function tierAt(policy: CancelRules, startsAt: number, now: number): number {
  const hoursAhead = (startsAt - now) / 3_600_000;
  const tier = refundTiers(policy).find((candidate) => hoursAhead >= candidate.hours_before);
  return tier?.refund_pct ?? 0;
}

/** The start (epoch ms) that the refund tier counts from. */
function tierStart({ starts_at, refund_starts_at }: CancelledBooking): number {
  return Math.min(starts_at.getTime(), refund_starts_at?.getTime() ?? Infinity);
}

/**
 * The start that the tier counts from once a guest has moved the booking at `now`: still the one before where a lower tier had begun, so
 * that nobody gets 100 % by moving far ahead first. null: the present start counts.
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
 * What a cancellation at `now` (epoch ms) refunds: first what is owed to the guest, in full; then the tier's percentage of what was paid of
 * the price. 100 paid, tiers 48 h → 100 %, 24 h → 50 %, cancelled 30 h before: 50; had 70 of it been refunded already: the 30 that are
 * left; had the price fallen to 60 after the payment: the 40 that are owed and 30.
 */
export function previewRefund(
  policy: CancelRules,
  booking: CancelledBooking,
  money: BookingMoney,
  now: number,
): RefundPreview {
  const price = booking.price_amount ?? 0;
  const refund_pct = tierAt(policy, tierStart(booking), now);
  // What a person decided to keep is written off below zero: it is not owed any more.
  const owed = money.captured - money.refunded - money.on_way + booking.written_off_amount - price;
  const credit_amount = Math.min(Math.max(owed, 0), money.refundable);
  const paid_amount = Math.min(price, money.captured);
  const ofPrice = Math.floor((paid_amount * refund_pct) / 100);
  return {
    inside_window: isInsideCancelWindow(policy, booking.starts_at.getTime(), now),
    window_ends_at: windowEnd(policy, booking.starts_at.getTime()),
    refund_pct,
    credit_amount,
    paid_amount,
    refund_amount: Math.min(credit_amount + ofPrice, money.refundable),
  };
}
