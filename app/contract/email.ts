import { z } from "zod";
import { Email, Id, IdParams, Instant, listOf, Locale, pageOf, PageQuery, SeenVersion, text, Version } from "./common";
import { operation, provider, session } from "./operation";

/** What can be written to someone, and what a template is made for. */
export const templateKeys = [
  "booking_created",
  "booking_confirmed",
  "booking_paid",
  "booking_cancelled",
  "booking_refunded",
  "booking_rescheduled",
  "booking_reminder",
  "payment_request",
  "verification_code",
  "user_invite",
] as const;
export const TemplateKey = z.enum(templateKeys);
export type TemplateKey = z.infer<typeof TemplateKey>;

const Subject = text(200, 1).refine((value) => !/[\r\n]/.test(value), { error: "A subject is one line." });
/** 100 KB of UTF-8: with a layout around it still well below what mail programs cut off or refuse. */
const Body = z
  .string()
  .min(1)
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    error: "This text holds a character that cannot be stored.",
    abort: true,
  })
  .refine((value) => new TextEncoder().encode(value).length <= 102_400, { error: "At most 100 KB." });

export const EmailTemplate = z.object({
  id: Id,
  key: TemplateKey,
  locale: z.string(),
  subject: z.string(),
  body: z.string(),
  missing_variables: z
    .array(z.string())
    .describe("what this mail is for and the text does not print, such as links.manage; it is sent all the same"),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;
export const NewEmailTemplate = z.strictObject({
  key: TemplateKey,
  locale: Locale.default("en"),
  subject: Subject.describe("Liquid; one line, at most 200 characters"),
  body: Body.describe("Liquid in HTML; at most 100 KB; the layout is put around it"),
});
export type NewEmailTemplate = z.output<typeof NewEmailTemplate>;
export const EmailTemplatePatch = z
  .strictObject({ locale: Locale, subject: Subject, body: Body, version: SeenVersion })
  .partial();
export type EmailTemplatePatch = z.output<typeof EmailTemplatePatch>;

export const EmailTemplateFilter = PageQuery.extend({ key: TemplateKey.optional(), locale: Locale.optional() });
export type EmailTemplateFilter = z.output<typeof EmailTemplateFilter>;

/** What a tenant begins with: the text of the service itself, and what may be said in it. */
export const DefaultEmailTemplate = z.object({
  key: TemplateKey,
  locale: z.string(),
  subject: z.string(),
  body: z.string(),
  variables: z.array(z.string()),
});
export type DefaultEmailTemplate = z.infer<typeof DefaultEmailTemplate>;
export const DefaultTemplateFilter = PageQuery.extend({ locale: Locale.default("en") });
export type DefaultTemplateFilter = z.output<typeof DefaultTemplateFilter>;

export const TemplateDraft = z.strictObject({
  key: TemplateKey,
  locale: Locale.default("en"),
  subject: Subject.optional().describe("without subject and body: the template in force"),
  body: Body.optional(),
});
export type TemplateDraft = z.output<typeof TemplateDraft>;
/** A template filled with example values, as HTML and as text. */
export const TemplatePreview = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export type TemplatePreview = z.infer<typeof TemplatePreview>;
export const TestSend = z.strictObject({
  ...TemplateDraft.shape,
  to: Email.optional().describe("a user of the tenant; without it, the caller"),
});
export type TestSend = z.output<typeof TestSend>;

/** What owners are mailed about their own account at the payment provider; guests never are. */
export const accountEvents = ["payments_disconnected", "payments_paused", "refund_failed"] as const;
export type AccountEvent = (typeof accountEvents)[number];
type BookingEvent = Extract<TemplateKey, `booking_${string}`>;
const isBookingEvent = (key: TemplateKey): key is BookingEvent => key.startsWith("booking_");
export const preferenceEvents: readonly (BookingEvent | AccountEvent)[] = [
  ...templateKeys.filter(isBookingEvent),
  ...accountEvents,
];
export const recipients = ["customer", "staff", "owner"] as const;
export const Recipient = z.enum(recipients);
export type Recipient = z.infer<typeof Recipient>;
const PreferenceRow = z.object({ customer: z.boolean(), staff: z.boolean(), owner: z.boolean() });
const preferenceShape = <T extends z.ZodType>(row: T) =>
  Object.fromEntries(preferenceEvents.map((event) => [event, row])) as Record<(typeof preferenceEvents)[number], T>;
export const EmailPreferences = z
  .object(preferenceShape(PreferenceRow))
  .describe(
    "per event: customer, staff (those whose own resource it is), owner. payments_disconnected, payments_paused and refund_failed go to owners, and with `staff` to admins too; never to a customer",
  );
export type EmailPreferences = z.infer<typeof EmailPreferences>;
export const EmailPreferencesPatch = z
  .strictObject(preferenceShape(z.strictObject(PreferenceRow.shape).partial()))
  .partial();
export type EmailPreferencesPatch = z.output<typeof EmailPreferencesPatch>;

/** "held": over a quota, it goes out when there is room; "suppressed": its address takes no mail. */
export const MessageStatus = z.enum(["queued", "held", "sent", "failed", "bounced", "suppressed"]);
export const Message = z.object({
  id: Id,
  kind: z.string(),
  channel: z.enum(["email", "sms"]),
  audience: Recipient,
  recipient: z.string(),
  locale: z.string(),
  subject: z.string(),
  status: MessageStatus,
  attempts: z.int(),
  provider_id: z.string().nullable(),
  error_code: z.string().nullable(),
  booking_id: Id.nullable(),
  event_id: Id.nullable(),
  can_resend: z.boolean().describe("its text is still kept (30 days)"),
  created_at: Instant,
  sent_at: Instant.nullable(),
  updated_at: Instant,
});
export type Message = z.infer<typeof Message>;
export const MessageFilter = PageQuery.extend({
  booking_id: Id.optional(),
  status: listOf(MessageStatus).optional(),
  recipient: text(254).optional(),
});
export type MessageFilter = z.output<typeof MessageFilter>;

export const Suppression = z.object({ address: z.string(), reason: z.string(), created_at: Instant });
export type Suppression = z.infer<typeof Suppression>;

/** The fields that are read of Postmark's bounce, complaint and subscription webhooks; it sends many more. */
export const PostmarkEvent = z.object({
  RecordType: z.string().max(40),
  MessageID: z.string().max(80).optional(),
  Type: z.string().max(80).optional(),
  Inactive: z.boolean().optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().max(80).nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
});
export type PostmarkEvent = z.output<typeof PostmarkEvent>;

export const email = {
  listTemplates: operation({
    method: "GET",
    path: "/api/email/templates",
    caller: session("viewer"),
    summary: "List the tenant's own templates",
    query: EmailTemplateFilter,
    returns: pageOf(EmailTemplate),
  }),
  createTemplate: operation({
    method: "POST",
    path: "/api/email/templates",
    caller: session("admin"),
    summary: "Create a template for a key and a language; an unknown variable is refused by name",
    body: NewEmailTemplate,
    returns: EmailTemplate,
    status: 201,
    errors: ["already_exists"],
    versioned: true,
  }),
  listDefaults: operation({
    method: "GET",
    path: "/api/email/templates/defaults",
    caller: session("viewer"),
    summary: "The service's own texts of one language, with the variables each key knows",
    query: DefaultTemplateFilter,
    returns: pageOf(DefaultEmailTemplate),
  }),
  previewTemplate: operation({
    method: "POST",
    path: "/api/email/templates/preview",
    caller: session("admin"),
    summary: "A template as it would arrive, filled with an example",
    body: TemplateDraft,
    returns: TemplatePreview,
  }),
  sendTest: operation({
    method: "POST",
    path: "/api/email/templates/test-send",
    caller: session("admin"),
    summary: "Send a template, filled with an example, to oneself or another user of the tenant",
    body: TestSend,
    returns: z.object({ message_id: Id }),
    status: 202,
  }),
  getTemplate: operation({
    method: "GET",
    path: "/api/email/templates/:id",
    caller: session("viewer"),
    summary: "Get a template",
    params: IdParams,
    returns: EmailTemplate,
    versioned: true,
  }),
  updateTemplate: operation({
    method: "PATCH",
    path: "/api/email/templates/:id",
    caller: session("admin"),
    summary: "Update a template",
    params: IdParams,
    body: EmailTemplatePatch,
    returns: EmailTemplate,
    errors: ["version_conflict", "already_exists"],
    versioned: true,
  }),
  removeTemplate: operation({
    method: "DELETE",
    path: "/api/email/templates/:id",
    caller: session("admin"),
    summary: "Delete a template; its readers get the service's own text",
    params: IdParams,
    status: 204,
  }),
  getPreferences: operation({
    method: "GET",
    path: "/api/email/preferences",
    caller: session("viewer"),
    summary: "Who is mailed about what",
    returns: EmailPreferences,
  }),
  updatePreferences: operation({
    method: "PATCH",
    path: "/api/email/preferences",
    caller: session("admin"),
    summary: "Change who is mailed about what",
    body: EmailPreferencesPatch,
    returns: EmailPreferences,
  }),
  listMessages: operation({
    method: "GET",
    path: "/api/email/messages",
    caller: session("staff"),
    summary: "The log of mail and SMS, newest first",
    query: MessageFilter,
    returns: pageOf(Message),
  }),
  resendMessage: operation({
    method: "POST",
    path: "/api/email/messages/:id/resend",
    caller: session("staff"),
    summary: "Send a message of the last 30 days again, as a new one",
    params: IdParams,
    returns: Message,
    status: 202,
    errors: ["not_found", "rate_limited"],
  }),
  listSuppressions: operation({
    method: "GET",
    path: "/api/email/suppressions",
    caller: session("admin"),
    summary: "Addresses that take no mail (hard bounces, complaints)",
    query: PageQuery,
    returns: pageOf(Suppression),
  }),
  removeSuppression: operation({
    method: "DELETE",
    path: "/api/email/suppressions",
    caller: session("admin"),
    summary: "Send to an address again",
    query: z.object({ address: Email }),
    status: 204,
  }),
  receivePostmark: operation({
    method: "POST",
    path: "/api/webhooks/postmark",
    caller: provider("postmark", 256 * 1024),
    limit: "provider",
    summary: "Bounces and complaints from Postmark, with HTTP basic authentication",
    body: PostmarkEvent,
    returns: z.object({ handled: z.boolean() }),
    errors: ["unauthenticated", "integration_disabled"],
  }),
};
