import { z } from "zod";
import {
  Amount,
  areUnique,
  bounded,
  DateOrInstant,
  Email,
  fitsIn,
  Id,
  Instant,
  InstantInput,
  Json,
  listOf,
  Livemode,
  LivemodeFilter,
  Locale,
  Meta,
  MetaFilter,
  PageQuery,
  Phone,
  SeenVersion,
  text,
  TimeZone,
  Version,
  webAddress,
} from "./common";

export const BookingStatus = z.enum([
  "pending",
  "confirmed",
  "paid",
  "completed",
  "no_show",
  "cancelled",
  "refunded",
  "expired",
]);
export type BookingStatus = z.infer<typeof BookingStatus>;
/** "offer": a freed seat held for someone who waited for it. */
export const PendingReason = z.enum(["payment", "approval", "verification", "offer"]);
/** What has become of a booking's money: "none" is a booking without a price, "open" one that waits to be paid. */
export const PaymentStatus = z.enum(["none", "open", "processing", "paid", "partially_refunded", "refunded", "failed"]);
export const BookingSource = z.enum(["dashboard", "widget", "api", "test"]);

/** A guest's answer to one question of the widget's configuration or of the schedule. */
export const Answer = z.strictObject({
  question_id: text(40, 1),
  value: z.union([text(4000), z.boolean(), z.array(text(200)).max(50)]),
});
/** An answer as a booking keeps it: with the words of its question at that time, which are those a consent was given to. */
export const KeptAnswer = z.object({
  question_id: z.string(),
  value: Json,
  label: z.string().optional().describe("the question as it was asked; of agreed terms their address"),
  sensitive: z.boolean().optional().describe("true: shown to admins alone"),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;
export const BookingCustomer = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable().describe("masked for viewers; null: none is known"),
  phone: z.string().nullable(),
});
const TotalPrice = z
  .int()
  .nullable()
  .describe(
    "the price of the whole booking, all its seats: what was agreed per seat times party_size, or what staff set; minor units of the currency (1250 is 12.50 EUR). null: no price",
  );
const BalanceAmount = z.int().describe("price less what was paid and not returned: below zero is owed to the guest");
/** A booking as those who work for the company see it. Amounts are integers in minor units, times are UTC. */
export const Booking = z.object({
  id: Id,
  reference: z.string().length(8),
  resource_id: Id,
  resource_name: z.string(),
  schedule_id: Id.nullable(),
  slot_id: Id.nullable(),
  status: BookingStatus,
  pending_reason: PendingReason.nullable(),
  expires_at: Instant.nullable(),
  payment_status: PaymentStatus,
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  party_size: z.int(),
  customer_id: Id,
  customer: BookingCustomer,
  price_amount: TotalPrice,
  currency: z.string().nullable(),
  balance_amount: BalanceAmount,
  notes: z.string().nullable(),
  answers: z.array(KeptAnswer).describe("sensitive ones are left out for everybody but admins"),
  source: BookingSource,
  widget_config_id: Id.nullable(),
  meta: z.record(z.string(), Json),
  livemode: Livemode,
  cancelled_by: z.enum(["customer", "staff", "system"]).nullable(),
  cancel_reason_code: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  reschedule_count: z.int(),
  arrived_at: Instant.nullable(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Booking = z.infer<typeof Booking>;

export const CustomerInput = z.strictObject({
  name: text(120, 1),
  email: Email,
  phone: Phone.nullish(),
  locale: Locale.nullish(),
  time_zone: TimeZone.nullish(),
});
export type CustomerInput = z.output<typeof CustomerInput>;
/** A guest as the desk enters one: somebody on the telephone may have no e-mail address. */
export const DeskCustomer = CustomerInput.extend({
  email: Email.nullish().describe("none: the guest gets no mail, and a record of their own"),
});
export type DeskCustomer = z.output<typeof DeskCustomer>;

/** What is booked: a slot by id, or a resource and a start (and, where several schedules offer that start, a schedule). */
const target = {
  slot_id: Id.optional(),
  resource_id: Id.optional(),
  starts_at: InstantInput.optional(),
  schedule_id: Id.optional(),
};
const namesTarget = (body: { slot_id?: string; resource_id?: string; starts_at?: Date }) =>
  body.slot_id !== undefined || (body.resource_id !== undefined && body.starts_at !== undefined);
const targetMissing = { error: "Name a slot_id, or a resource_id with starts_at.", path: ["slot_id"] };

const Answers = z
  .array(Answer)
  .max(40)
  .refine(fitsIn(16_384), { error: "At most 16 KB in all." })
  .refine((answers) => areUnique(answers.map(({ question_id }) => question_id)), {
    error: "Answer each question once.",
  });
const details = {
  party_size: z.int().min(1).max(500).default(1),
  customer: CustomerInput,
  notes: text(4000).nullish(),
  answers: Answers.default([]),
};
const Duration = z.int().min(5).max(1440);
export const NewBooking = z
  .strictObject({
    ...target,
    ...details,
    customer: DeskCustomer.optional(),
    customer_id: Id.optional().describe("a customer who is known, instead of `customer`; their record stays as it is"),
    duration_minutes: Duration.optional().describe(
      "with resource_id and starts_at: a time that no slot offers, this long",
    ),
    meta: Meta.default({}),
    status: z.enum(["pending", "confirmed"]).optional().describe("confirmed at once unless pending is asked for"),
    price_amount: Amount.optional().describe(
      "admin: the price of the whole booking, instead of the schedule's; minor units; audited",
    ),
    override: z.boolean().default(false).describe("admin: book over capacity, outside the window; audited"),
    notify: z.boolean().default(true),
  })
  .refine(namesTarget, targetMissing)
  .refine((body) => (body.customer === undefined) !== (body.customer_id === undefined), {
    error: "Name the guest: a customer, or a customer_id.",
    path: ["customer"],
  });
export type NewBooking = z.output<typeof NewBooking>;

export const NewWidgetBooking = z
  .strictObject({
    ...target,
    ...details,
    config_id: Id.optional().describe("the configuration shown; the key's own, or the default, when absent"),
    pay_later: z.boolean().default(false).describe("pay at the company, where the configuration leaves the choice"),
    terms_accepted: z.boolean().default(false).describe("needed where the configuration has a terms_url"),
    verification_token: z.string().max(200).optional(),
    hold_token: z
      .string()
      .max(200)
      .optional()
      .describe("of the hold that this visitor has: given up for the booking; one that is over is passed over"),
    return_url: webAddress().optional(),
    website: z.string().max(2000).optional().describe("honeypot: people leave it empty"),
  })
  .refine(namesTarget, targetMissing);
export type NewWidgetBooking = z.output<typeof NewWidgetBooking>;

/** A booking as a website may see it: nothing of the guest but what they are told themselves. */
export const PublicBooking = z.object({
  id: Id,
  reference: z.string(),
  status: BookingStatus,
  pending_reason: PendingReason.nullable(),
  expires_at: Instant.nullable(),
  payment_status: PaymentStatus,
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  party_size: z.int(),
  resource: z.object({ id: Id, type: z.string(), name: z.string() }),
  schedule: z.object({ id: Id, name: z.string() }).nullable(),
  price_amount: TotalPrice,
  currency: z.string().nullable(),
  refund_amount: z.int().describe("what of its money has gone back or is on its way back, minor units"),
  balance_amount: BalanceAmount,
});
export type PublicBooking = z.infer<typeof PublicBooking>;
export const WidgetBooking = z.object({
  booking: PublicBooking,
  manage_url: z.string(),
  payment: z
    .object({ required: z.boolean(), checkout_url: z.string().nullable(), session_id: z.string().nullable() })
    .nullable(),
});
export type WidgetBooking = z.infer<typeof WidgetBooking>;

export const BookingPatch = z
  .strictObject({
    notes: text(4000).nullable(),
    arrived: z.boolean().describe("the guest is here, or after all is not"),
    customer: DeskCustomer,
    answers: Answers,
    meta: Meta,
    party_size: z.int().min(1).max(500),
    slot_id: Id,
    resource_id: Id,
    starts_at: InstantInput,
    schedule_id: Id.nullable().describe("another service, or null: none; the booking's own, when absent"),
    duration_minutes: Duration.describe("with starts_at: a time that no slot offers, this long"),
    reprice: z.boolean().describe("take what it costs there, instead of the agreed price per seat, which a move keeps"),
    dry_run: z.boolean().describe("answer the booking as it would be, its balance too, and change nothing"),
    override: z.boolean(),
    notify: z.boolean(),
    version: SeenVersion,
  })
  .partial();
export type BookingPatch = z.output<typeof BookingPatch>;

/** A step in the life of a booking. */
export const StatusChange = z.strictObject({
  status: BookingStatus,
  reason_code: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, { error: "Use at most 40 small letters, digits and underscores." })
    .optional(),
  reason: text(1000).optional(),
  notify: z.boolean().default(true),
  version: SeenVersion.optional(),
  payment_method: z.enum(["offline"]).optional(),
  refund: z.strictObject({ mode: z.enum(["policy", "full", "none", "amount"]), amount: Amount.optional() }).optional(),
});
export type StatusChange = z.output<typeof StatusChange>;

export const BookingHistoryEntry = z.object({
  at: Instant,
  kind: z.enum(["event", "audit"]),
  name: z.string(),
  sequence: z.int().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  diff: z.record(z.string(), Json),
});
export const BookingWithHistory = Booking.extend({ history: z.array(BookingHistoryEntry).optional() });
export type BookingWithHistory = z.infer<typeof BookingWithHistory>;

/** What a cancellation now would do, before it is done. Money in minor units. */
export const CancellationPreview = z.object({
  allowed: z.boolean().describe("whether this caller may cancel now"),
  inside_window: z.boolean(),
  window_ends_at: Instant,
  refund_amount: z.int(),
  refund_pct: z.number(),
  currency: z.string().nullable(),
});
export type CancellationPreview = z.infer<typeof CancellationPreview>;

export const BookingSort = z.enum([
  "starts_at",
  "-starts_at",
  "created_at",
  "-created_at",
  "updated_at",
  "-updated_at",
]);
/** A reference as guests write it: with or without its dash, in any case, and with the letters that are read as numbers. */
export const Reference = bounded(20)
  .transform((value) => value.trim().toUpperCase().replace("-", "").replace(/O/g, "0").replace(/[IL]/g, "1"))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, { error: "Use a reference such as K7QF-2M9D." }))
  .meta({ maxLength: 20 })
  .describe("the booking with this reference, as the guest was told it: K7QF-2M9D, with or without the dash");
export const BookingFilter = PageQuery.extend({
  reference: Reference.optional(),
  status: listOf(BookingStatus).optional(),
  resource_id: listOf(z.uuid()).optional(),
  schedule_id: listOf(z.uuid()).optional(),
  slot_id: Id.optional(),
  customer_id: Id.optional(),
  from: DateOrInstant.optional().describe("bookings that end after this"),
  to: DateOrInstant.optional().describe("bookings that start before the end of this day, or before this instant"),
  range_by: z
    .enum(["overlap", "start"])
    .optional()
    .describe("start: bookings that start from `from` on, not those that are still going on then; overlap when absent"),
  created_from: InstantInput.optional(),
  created_to: InstantInput.optional(),
  updated_since: InstantInput.optional(),
  payment_status: listOf(PaymentStatus).optional(),
  source: listOf(BookingSource).optional(),
  meta: MetaFilter.optional(),
  livemode: LivemodeFilter,
  search: text(100)
    .pipe(z.string().min(2))
    .optional()
    .describe("part of the guest's name, e-mail or phone, or the beginning of a reference (three characters or more)"),
  sort: BookingSort.default("-starts_at"),
  format: z.enum(["json", "csv"]).default("json").describe("csv streams the whole list, at most 50,000 rows"),
});
export type BookingFilter = z.output<typeof BookingFilter>;
