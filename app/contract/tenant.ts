import { z } from "zod";
import { bounded, Currency, Email, Id, Instant, Locale, Phone, text, TimeZone, webAddress } from "./common";
import { operation, session } from "./operation";

const RefundTierInput = z.strictObject({
  hours_before: z.number().min(0).max(8760),
  refund_pct: z.number().min(0).max(100),
});
const policyFields = {
  hold_minutes: z.int().min(5).max(60),
  hold_hours_approval: z.int().min(1).max(720),
  hold_hours_payment: z
    .int()
    .min(1)
    .max(168)
    .describe("how long a guest has to pay once a booking that was asked for is approved"),
  waitlist_offer_minutes: z
    .int()
    .min(15)
    .max(2880)
    .describe("how long a freed seat is held for someone who waited for it"),
  cancel_window_minutes: z.int().min(0).max(525_600),
  reschedule_window_minutes: z.int().min(0).max(525_600),
  max_reschedules: z.int().min(0).max(100),
  refund_tiers: z
    .array(RefundTierInput)
    .max(10)
    .refine((tiers) => new Set(tiers.map((tier) => tier.hours_before)).size === tiers.length, {
      error: "Each tier needs an hours_before of its own.",
    })
    .nullable()
    .describe("null: all of it until the cancellation window closes, nothing later"),
  reminders_minutes_before: z
    .array(z.int().min(5).max(43_200))
    .max(5)
    .overwrite((minutes) => [...new Set(minutes)].sort((a, b) => b - a)),
};

/** A tenant's rules for holding, cancelling and moving. Minutes, hours and percent as the names say. */
export const Policy = z.object({
  hold_minutes: policyFields.hold_minutes.default(15),
  hold_hours_approval: policyFields.hold_hours_approval.default(24),
  hold_hours_payment: policyFields.hold_hours_payment.default(24),
  waitlist_offer_minutes: policyFields.waitlist_offer_minutes.default(120),
  cancel_window_minutes: policyFields.cancel_window_minutes.default(1440),
  reschedule_window_minutes: policyFields.reschedule_window_minutes.default(1440),
  max_reschedules: policyFields.max_reschedules.default(3),
  refund_tiers: policyFields.refund_tiers.default(null),
  reminders_minutes_before: policyFields.reminders_minutes_before.default([1440, 120]),
});
export type Policy = z.output<typeof Policy>;

export const Address = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable().describe("ISO 3166-1 alpha-2"),
});
export type Address = z.infer<typeof Address>;
const AddressInput = z
  .strictObject({
    line1: text(200).nullable(),
    line2: text(200).nullable(),
    postal_code: text(20).nullable(),
    city: text(120).nullable(),
    region: text(120).nullable(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: "Use a country code such as NL." })
      .nullable(),
  })
  .partial();

/** The part of a public address that names the company: /book/<slug>. */
export const Slug = bounded(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "Use small letters, digits and single dashes." })
  .pipe(z.string().min(3));

/** What a company says about itself: taken at sign-up and in the settings. */
export const tenantFields = {
  name: text(120, 1),
  slug: Slug,
  email: Email.nullable(),
  phone: Phone.nullable(),
  website: webAddress("Use an address such as https://www.example.com.").nullable(),
  time_zone: TimeZone,
  locale: Locale,
  currency: Currency,
};

/** What a company says of itself, and the rules that hold where a schedule says nothing else. */
export const TenantProfile = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: Address,
  logo_asset_id: Id.nullable(),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  policy: Policy,
  created_at: Instant,
  updated_at: Instant,
});
export type TenantProfile = z.infer<typeof TenantProfile>;

export const TenantPatch = z
  .strictObject({
    ...tenantFields,
    logo_asset_id: Id.nullable().describe("an image of POST /api/upload"),
    address: AddressInput.describe("only the parts that are named change"),
    policy: z.strictObject(policyFields).partial().describe("only the rules that are named change"),
  })
  .partial();
export type TenantPatch = z.output<typeof TenantPatch>;

export const tenant = {
  get: operation({
    method: "GET",
    path: "/api/tenant",
    caller: session("viewer"),
    summary: "The company: profile, company fields and policy",
    returns: TenantProfile,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/tenant",
    caller: session("admin"),
    summary: "Update the company's fields and policy",
    body: TenantPatch,
    returns: TenantProfile,
    errors: ["already_exists"],
  }),
};
