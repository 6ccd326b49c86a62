import { Policy } from "~/contract/tenant";

export { Policy };

/** A stored policy with today's defaults for what it does not say. */
export function readPolicy(stored: unknown): Policy {
  return Policy.parse(stored ?? {});
}

/** The tiers in force, the earliest first; the default follows the cancellation window. */
export function refundTiers(policy: Policy): { hours_before: number; refund_pct: number }[] {
  const tiers = policy.refund_tiers ?? [{ hours_before: policy.cancel_window_minutes / 60, refund_pct: 100 }];
  return [...tiers].sort((a, b) => b.hours_before - a.hours_before);
}
