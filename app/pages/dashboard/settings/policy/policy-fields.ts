import { z } from "zod";
import { type Policy, TenantPatch } from "~/contract/tenant";
import { invalidFields } from "~/lib/app-error";

// The policy as form fields: durations as number and unit, optional rows.

const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1440 } as const;
export type Unit = keyof typeof UNIT_MINUTES;
const Unit = z.enum(["minutes", "hours", "days"]);
const Length = z.object({ amount: z.number().min(0), unit: Unit });
const MAX_TIERS = 10;
const MAX_REMINDERS = 5;

export const PolicyForm = z.object({
  intent: z.enum(["save", "example"]).default("save"),
  read_at: z.string(),
  hold_minutes: z.number(),
  hold_hours_approval: z.number(),
  hold_hours_payment: z.number(),
  waitlist_offer: Length,
  cancel_window: Length,
  reschedule_window: Length,
  max_reschedules: z.number(),
  refunds: z.enum(["window", "steps"]),
  tiers: z
    .array(
      z
        .object({ hours_before: z.number().optional(), refund_pct: z.number().optional() })
        .optional(),
    )
    .max(MAX_TIERS)
    .default([]),
  no_show_refund_pct: z.number().default(0),
  reminders: z
    .array(z.object({ amount: z.number().optional(), unit: Unit.optional() }).optional())
    .max(MAX_REMINDERS)
    .default([]),
  text_reminders: z.boolean().default(false),
  fees_offered: z.boolean().default(false).describe("whether the form has the next field"),
  charge_fees: z.boolean().default(false),
  with_tax: z.boolean().default(false),
  tax_name: z.string().default(""),
  tax_rate: z.number().optional(),
  tax_number: z.string().default(""),
  receipts: z.boolean().default(false),
  text_channel: z.string(),
  text_quiet_from: z.string(),
  text_quiet_until: z.string(),
  text_monthly_budget: z.number(),
  example_price: z.string().max(20).optional(),
  example_hours: z.string().max(10).optional(),
});
export type PolicyForm = z.output<typeof PolicyForm>;

const minutesOf = ({ amount, unit }: { amount: number; unit: Unit }) => amount * UNIT_MINUTES[unit];

/** Converts minutes to the largest whole unit: 1440 → 1 day, 90 → 90 minutes. */
export function lengthOf(minutes: number): { amount: number; unit: Unit } {
  const unit =
    (["days", "hours"] as const).find((one) => minutes > 0 && minutes % UNIT_MINUTES[one] === 0) ??
    "minutes";
  return { amount: minutes / UNIT_MINUTES[unit], unit };
}

/** Form fields of a policy, with empty rows to add. */
export function policyFields(policy: Policy) {
  const tiers = policy.refund_tiers ?? [];
  const reminders = policy.reminders_minutes_before.map(lengthOf);
  const rows = (count: number, most: number) => Math.min(count + 2, most);
  return {
    hold_minutes: policy.hold_minutes,
    hold_hours_approval: policy.hold_hours_approval,
    hold_hours_payment: policy.hold_hours_payment,
    waitlist_offer: lengthOf(policy.waitlist_offer_minutes),
    cancel_window: lengthOf(policy.cancel_window_minutes),
    reschedule_window: lengthOf(policy.reschedule_window_minutes),
    max_reschedules: policy.max_reschedules,
    refunds: policy.refund_tiers === null ? "window" : "steps",
    tiers,
    no_show_refund_pct: policy.no_show_refund_pct,
    reminders,
    fees_offered: true,
    charge_fees: policy.charge_fees,
    with_tax: policy.tax !== null,
    tax_name: policy.tax?.name,
    tax_rate: policy.tax === null ? undefined : policy.tax.rate_bps / 100,
    tax_number: policy.tax?.number ?? undefined,
    receipts: policy.receipts,
    text_reminders: policy.text_reminders,
    text_channel: policy.text_channel,
    text_quiet_from: policy.text_quiet_from,
    text_quiet_until: policy.text_quiet_until,
    text_monthly_budget: policy.text_monthly_budget,
    tier_rows: rows(tiers.length, MAX_TIERS),
    reminder_rows: rows(reminders.length, MAX_REMINDERS),
  };
}

/** Form field names of the policy. */
const FIELDS: Record<string, string> = {
  waitlist_offer_minutes: "waitlist_offer.amount",
  cancel_window_minutes: "cancel_window.amount",
  reschedule_window_minutes: "reschedule_window.amount",
  refund_tiers: "tiers",
  reminders_minutes_before: "reminders",
  "tax.name": "tax_name",
  "tax.rate_bps": "tax_rate",
  "tax.number": "tax_number",
};

/** Parses the form into a policy. Throws validation_failed with the form's field names. */
export function readPolicyForm(form: PolicyForm) {
  const tiers = form.tiers.flatMap((tier) =>
    tier?.hours_before === undefined
      ? []
      : [{ hours_before: tier.hours_before, refund_pct: tier.refund_pct ?? 0 }],
  );
  const read = TenantPatch.shape.policy.unwrap().safeParse({
    hold_minutes: form.hold_minutes,
    hold_hours_approval: form.hold_hours_approval,
    hold_hours_payment: form.hold_hours_payment,
    waitlist_offer_minutes: minutesOf(form.waitlist_offer),
    cancel_window_minutes: minutesOf(form.cancel_window),
    reschedule_window_minutes: minutesOf(form.reschedule_window),
    max_reschedules: form.max_reschedules,
    refund_tiers: form.refunds === "window" ? null : tiers,
    no_show_refund_pct: form.no_show_refund_pct,
    reminders_minutes_before: form.reminders.flatMap((row) =>
      row?.amount === undefined
        ? []
        : [minutesOf({ amount: row.amount, unit: row.unit ?? "hours" })],
    ),
    ...(form.fees_offered && { charge_fees: form.charge_fees }),
    tax: form.with_tax
      ? {
          name: form.tax_name,
          number: form.tax_number || null,
          rate_bps: form.tax_rate === undefined ? undefined : Math.round(form.tax_rate * 100),
        }
      : null,
    receipts: form.receipts,
    text_reminders: form.text_reminders,
    text_channel: form.text_channel,
    text_quiet_from: form.text_quiet_from,
    text_quiet_until: form.text_quiet_until,
    text_monthly_budget: form.text_monthly_budget,
  });
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, code, message }) => ({
    path: FIELDS[path.join(".")] ?? FIELDS[String(path[0])] ?? String(path[0]),
    code,
    message,
  }));
  throw invalidFields(issues);
}
