import { z } from "zod";
import {
  bounded,
  Currency,
  Email,
  Id,
  Locale,
  LocalTime,
  Phone,
  text,
  TimeZone,
  Title,
  webAddress,
} from "./common";
import {
  CreatedAt,
  CurrencyCode,
  TaxRate,
  TenantId,
  TenantSlug,
  TextChannel,
  UpdatedAt,
} from "./fields";
import { operation, session } from "./operation";

const RefundTierInput = z.strictObject({
  hours_before: z.number().min(0).max(8760).describe("Minimum hours before the start, 0 to 8760."),
  refund_pct: z.number().min(0).max(100).describe("Share refunded, in percent."),
});
/** The tax that a company's prices include. */
const TaxTerms = z.strictObject({
  name: text(20, 1).describe("Name of the tax as guests know it, e.g. VAT or Btw."),
  number: text(40)
    .nullable()
    .describe("The tenant's tax number, shown on receipts; null for none."),
  rate_bps: TaxRate,
});

const policyFields = {
  hold_minutes: z
    .int()
    .min(5)
    .max(60)
    .describe("Minutes a time is held while a guest pays, 5 to 60."),
  hold_hours_approval: z
    .int()
    .min(1)
    .max(720)
    .describe("Hours a time is held while a booking waits for approval, 1 to 720."),
  hold_hours_payment: z
    .int()
    .min(1)
    .max(168)
    .describe("Hours a guest has to pay after their booking is approved, 1 to 168."),
  waitlist_offer_minutes: z
    .int()
    .min(15)
    .max(2880)
    .describe("Minutes a freed seat is held for someone on the waiting list, 15 to 2880."),
  cancel_window_minutes: z
    .int()
    .min(0)
    .max(525_600)
    .describe("Minutes before the start until which guests can cancel."),
  reschedule_window_minutes: z
    .int()
    .min(0)
    .max(525_600)
    .describe("Minutes before the start until which guests can reschedule."),
  max_reschedules: z
    .int()
    .min(0)
    .max(100)
    .describe("Number of times guests can reschedule a booking."),
  refund_tiers: z
    .array(RefundTierInput)
    .max(10)
    .refine((tiers) => new Set(tiers.map((tier) => tier.hours_before)).size === tiers.length, {
      error: "Each tier needs an hours_before of its own.",
    })
    .nullable()
    .describe(
      "Refunds by how early a guest cancels; null for all until the cancellation window closes, none after.",
    ),
  no_show_refund_pct: z
    .number()
    .min(0)
    .max(100)
    .describe("Percentage of the price that a no-show gets back, 0 to 100."),
  reminders_minutes_before: z
    .array(z.int().min(5).max(43_200))
    .max(5)
    .overwrite((minutes) => [...new Set(minutes)].sort((a, b) => b - a))
    .describe("Minutes before the start at which reminders are sent, at most five of 5 to 43,200."),
  text_reminders: z
    .boolean()
    .describe(
      "Whether guests can ask for reminders by SMS or WhatsApp, unless a schedule differs.",
    ),
  text_channel: TextChannel.describe(
    "How those reminders are sent; WhatsApp needs a deployment that is set up for it.",
  ),
  text_quiet_from: LocalTime.describe(
    "Start of the hours without text reminders, local time of the schedule, e.g. 21:00.",
  ),
  text_quiet_until: LocalTime.describe(
    "End of the hours without text reminders, e.g. 08:00; equal to the start for none.",
  ),
  text_monthly_budget: z
    .int()
    .min(0)
    .max(100_000)
    .describe("Maximum number of text reminders in a calendar month (UTC), 0 to 100,000."),
  charge_fees: z
    .boolean()
    .describe(
      "Whether fees for no-shows and for guests who cancel late are charged to the card on file after 24 hours, unless someone stops them.",
    ),
  tax: TaxTerms.nullable().describe(
    "The tax that prices include, shown with totals and on receipts; null for no tax.",
  ),
  receipts: z
    .boolean()
    .describe(
      "Whether money received and returned gets numbered receipts; the first time it is switched on, from then on.",
    ),
};

export const Policy = z
  .object({
    hold_minutes: policyFields.hold_minutes.default(15),
    hold_hours_approval: policyFields.hold_hours_approval.default(24),
    hold_hours_payment: policyFields.hold_hours_payment.default(24),
    waitlist_offer_minutes: policyFields.waitlist_offer_minutes.default(120),
    cancel_window_minutes: policyFields.cancel_window_minutes.default(1440),
    reschedule_window_minutes: policyFields.reschedule_window_minutes.default(1440),
    max_reschedules: policyFields.max_reschedules.default(3),
    refund_tiers: policyFields.refund_tiers.default(null),
    no_show_refund_pct: policyFields.no_show_refund_pct.default(0),
    reminders_minutes_before: policyFields.reminders_minutes_before.default([1440, 120]),
    text_reminders: policyFields.text_reminders.default(false),
    text_channel: policyFields.text_channel.default("sms"),
    text_quiet_from: policyFields.text_quiet_from.default("21:00"),
    text_quiet_until: policyFields.text_quiet_until.default("08:00"),
    text_monthly_budget: policyFields.text_monthly_budget.default(200),
    charge_fees: policyFields.charge_fees.default(false),
    tax: policyFields.tax.default(null),
    receipts: policyFields.receipts.default(false),
  })
  .describe("Rules for holding, cancelling, rescheduling and reminding.");
export type Policy = z.output<typeof Policy>;

export const Address = z
  .object({
    line1: z.string().nullable().describe("Street and house number."),
    line2: z.string().nullable().describe("Floor, unit or building."),
    postal_code: z.string().nullable().describe("Postal code, e.g. 1017 AB."),
    city: z.string().nullable().describe("City or town."),
    region: z.string().nullable().describe("State or province."),
    country: z.string().nullable().describe("ISO 3166-1 alpha-2 country code, e.g. NL."),
  })
  .describe("Address of the tenant.");
export type Address = z.infer<typeof Address>;
const AddressInput = z
  .strictObject({
    line1: text(200).nullable().describe("Street and house number."),
    line2: text(200).nullable().describe("Floor, unit or building."),
    postal_code: text(20).nullable().describe("Postal code, e.g. 1017 AB."),
    city: text(120).nullable().describe("City or town."),
    region: text(120).nullable().describe("State or province."),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: "Use a country code such as NL." })
      .nullable()
      .describe("ISO 3166-1 alpha-2 country code, e.g. NL."),
  })
  .partial();

/** The part of a public URL that identifies the company: /book/<slug>. */
export const Slug = bounded(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "Use small letters, digits and single dashes." })
  .pipe(z.string().min(3))
  .describe("Lower-case letters, digits and single dashes, 3 to 60 characters.");

/** A company's details: entered at sign-up and in the settings. */
export const tenantFields = {
  name: Title.describe("Name of the tenant, as guests see it."),
  slug: Slug.describe(
    "Name in the public URL, /book/<slug>: lower-case letters, digits and single dashes.",
  ),
  email: Email.nullable().describe("Email address where guests reach the tenant; null for none."),
  phone: Phone.nullable().describe("Phone number where guests reach the tenant; null for none."),
  website: webAddress("Use an address such as https://www.example.com.")
    .nullable()
    .describe("URL of the tenant's website; null for none."),
  time_zone: TimeZone.describe("IANA time zone of the tenant, e.g. Europe/Amsterdam."),
  locale: Locale.describe("Default language as a BCP 47 tag, e.g. en or pt-BR."),
  currency: Currency.describe("ISO 4217 code of the tenant's currency, e.g. EUR."),
};

export const TenantProfile = z
  .object({
    id: TenantId,
    name: z.string().describe("Name of the tenant, as guests see it."),
    slug: TenantSlug,
    email: z
      .string()
      .nullable()
      .describe("Email address where guests reach the tenant; null if there is none."),
    phone: z
      .string()
      .nullable()
      .describe("Phone number where guests reach the tenant; null if there is none."),
    website: z.string().nullable().describe("URL of the tenant's website; null if there is none."),
    address: Address,
    logo_asset_id: Id.nullable().describe("ID of the uploaded logo; null if there is none."),
    time_zone: z.string().describe("IANA time zone of the tenant, e.g. Europe/Amsterdam."),
    locale: z.string().describe("Default language as a BCP 47 tag, e.g. en."),
    currency: CurrencyCode,
    policy: Policy,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("The tenant's details and policy.");
export type TenantProfile = z.infer<typeof TenantProfile>;

export const TenantPatch = z
  .strictObject({
    ...tenantFields,
    logo_asset_id: Id.nullable().describe(
      "ID of an image uploaded with POST /api/upload; null for none.",
    ),
    address: AddressInput.describe("Address of the tenant; fields left out stay unchanged."),
    policy: z
      .strictObject(policyFields)
      .partial()
      .describe(
        "Rules for holding, cancelling, rescheduling and reminding; fields left out stay unchanged.",
      ),
  })
  .partial()
  .describe("Fields of the tenant to change.");
export type TenantPatch = z.output<typeof TenantPatch>;

export const tenant = {
  get: operation({
    method: "GET",
    path: "/api/tenant",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get the tenant's details and policy",
    returns: TenantProfile,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/tenant",
    caller: session("admin"),
    summary: "Update the tenant's details and policy",
    body: TenantPatch,
    returns: TenantProfile,
    errors: ["already_exists"],
  }),
};
