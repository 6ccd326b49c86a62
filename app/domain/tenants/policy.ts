import { z } from "zod";

/** A tenant's rules for holding, cancelling and moving. Minutes, hours and percent as the names say. */
export const Policy = z.object({
  hold_minutes: z.int().min(5).max(60).default(15),
  hold_hours_approval: z.int().min(1).max(720).default(24),
  cancel_window_minutes: z.int().min(0).max(525_600).default(1440),
  reschedule_window_minutes: z.int().min(0).max(525_600).default(1440),
  max_reschedules: z.int().min(0).max(100).default(3),
  refund_tiers: z
    .array(z.strictObject({ hours_before: z.number().min(0).max(8760), refund_pct: z.number().min(0).max(100) }))
    .max(10)
    .nullable()
    .default(null)
    .describe("null: all of it until the cancellation window closes, nothing later"),
  reminders_minutes_before: z.array(z.int().min(5).max(43_200)).max(5).default([1440, 120]),
});
export type Policy = z.output<typeof Policy>;

/** A stored policy with today's defaults for what it does not say. */
export function readPolicy(stored: unknown): Policy {
  return Policy.parse(stored ?? {});
}

/** The tiers in force, the earliest first; the default follows the cancellation window. */
export function refundTiers(policy: Policy): { hours_before: number; refund_pct: number }[] {
  const tiers = policy.refund_tiers ?? [{ hours_before: policy.cancel_window_minutes / 60, refund_pct: 100 }];
  return [...tiers].sort((a, b) => b.hours_before - a.hours_before);
}
