import type { Policy } from "../identity/policy";
import { refundTiers } from "../identity/policy";

export interface RefundPreview {
  inside_window: boolean;
  /** The instant (epoch ms) until which a guest may cancel by himself. */
  window_ends_at: number;
  refund_pct: number;
  /** Minor units, rounded down to a whole one. */
  refund_amount: number;
}

/**
 * What the tenant's policy gives back when a booking is cancelled at `now` (epoch ms) and `captured` minor units were paid: the
 * percentage of the first tier whose hours are still ahead. 100 paid, tiers 48 h → 100 %, 24 h → 50 %, cancelled 30 h before: 50.
 */
export function previewRefund(policy: Policy, startsAt: number, captured: number, now: number): RefundPreview {
  const hoursAhead = (startsAt - now) / 3_600_000;
  const tier = refundTiers(policy).find((candidate) => hoursAhead >= candidate.hours_before);
  const refund_pct = tier?.refund_pct ?? 0;
  const window_ends_at = startsAt - policy.cancel_window_minutes * 60_000;
  return {
    inside_window: now <= window_ends_at,
    window_ends_at,
    refund_pct,
    refund_amount: Math.floor((captured * refund_pct) / 100),
  };
}
