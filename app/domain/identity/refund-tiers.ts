import type { Policy } from "~/contract/tenant";

/** The effective tiers, the earliest first; the default follows the cancellation window. */
export function refundTiers(policy: Pick<Policy, "refund_tiers" | "cancel_window_minutes">) {
  const tiers = policy.refund_tiers ?? [
    { hours_before: policy.cancel_window_minutes / 60, refund_pct: 100 },
  ];
  return [...tiers].sort((a, b) => b.hours_before - a.hours_before);
}
