import type { Policy } from "../identity/policy";
import { refundTiers } from "../identity/refund-tiers";
import type { BookingMoney } from "../accounting/booking-money.sql.server";

/** What of a policy, and of a booking's money, decides what a cancellation refunds. */
type CancelRules = Pick<Policy, "refund_tiers" | "cancel_window_minutes">;
type PaidMoney = Pick<BookingMoney, "captured" | "refundable">;

export interface RefundPreview {
  inside_window: boolean;
  /** The instant (epoch ms) until which guests may cancel themselves. */
  window_ends_at: number;
  refund_pct: number;
  /** Minor units, rounded down to a whole one, and never more than is left of what was paid. */
  refund_amount: number;
}

/** Until when (epoch ms) guests may cancel a booking that starts then. */
const windowEnd = (policy: CancelRules, startsAt: number) =>
  startsAt - policy.cancel_window_minutes * 60_000;

export function isInsideCancelWindow(policy: CancelRules, startsAt: number, now: number): boolean {
  return now <= windowEnd(policy, startsAt);
}

/**
 * What the tenant's policy refunds when a booking is cancelled at `now` (epoch ms): the percentage of the first tier whose hours
 * are still ahead, of the money that was captured. 100 paid, tiers 48 h → 100 %, 24 h → 50 %, cancelled 30 h before: 50; had 70 of
 * it been refunded already: the 30 that are left.
 */
export function previewRefund(
  policy: CancelRules,
  startsAt: number,
  money: PaidMoney,
  now: number,
): RefundPreview {
  const hoursAhead = (startsAt - now) / 3_600_000;
  const tier = refundTiers(policy).find((candidate) => hoursAhead >= candidate.hours_before);
  const refund_pct = tier?.refund_pct ?? 0;
  return {
    inside_window: isInsideCancelWindow(policy, startsAt, now),
    window_ends_at: windowEnd(policy, startsAt),
    refund_pct,
    refund_amount: Math.min(Math.floor((money.captured * refund_pct) / 100), money.refundable),
  };
}
