import { z } from "zod";
import {
  Email,
  Id,
  Instant,
  listOf,
  Locale,
  PageQuery,
  SeenVersion,
  text,
  Version,
} from "./common";
import { CreatedAt, UpdatedAt } from "./fields";

/** Message types; each has a template. */
export const templateKeys = [
  "booking_created",
  "booking_confirmed",
  "booking_paid",
  "booking_cancelled",
  "booking_refunded",
  "booking_rescheduled",
  "booking_reminder",
  "payment_request",
  "checkout_reminder",
  "fee_charged",
  "fee_request",
  "time_request",
  "request_declined",
  "waitlist_joined",
  "waitlist_offer",
  "verification_code",
  "user_invite",
] as const;
export const TemplateKey = z.enum(templateKeys).describe("Email the template is for.");
export type TemplateKey = z.infer<typeof TemplateKey>;

const Subject = text(200, 1)
  .refine((value) => !/[\r\n]/.test(value), { error: "A subject is one line." })
  .describe("Subject line as a Liquid template, at most 200 characters.");
/** 100 KB of UTF-8: with a layout still well below the limit at which mail programs truncate. */
const Body = z
  .string()
  .min(1)
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    error: "This text holds a character that cannot be stored.",
    abort: true,
  })
  .refine((value) => new TextEncoder().encode(value).length <= 102_400, {
    error: "At most 100 KB.",
  })
  .describe("HTML body as a Liquid template, at most 100 KB; the layout is added around it.");

export const EmailTemplate = z
  .object({
    id: Id.describe("ID of the template."),
    key: TemplateKey,
    locale: z.string().describe("Language as a BCP 47 tag, e.g. en."),
    subject: z.string().describe("Subject line, a Liquid template."),
    body: z.string().describe("HTML body, a Liquid template."),
    missing_variables: z
      .array(z.string())
      .describe(
        "Variables this email needs but the text doesn't use, e.g. links.manage; it is sent all the same.",
      ),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("The tenant's own template of an email.");
export type EmailTemplate = z.infer<typeof EmailTemplate>;
export const NewEmailTemplate = z
  .strictObject({
    key: TemplateKey,
    locale: Locale.default("en").describe("Language as a BCP 47 tag, e.g. en or pt-BR."),
    subject: Subject.describe(
      "Subject line as a Liquid template, one line of at most 200 characters.",
    ),
    body: Body.describe(
      "HTML body as a Liquid template, at most 100 KB; the layout is added around it.",
    ),
  })
  .describe("A template to create.");
export type NewEmailTemplate = z.output<typeof NewEmailTemplate>;
export const EmailTemplatePatch = z
  .strictObject({
    locale: Locale.describe("Language as a BCP 47 tag, e.g. en or pt-BR."),
    subject: Subject,
    body: Body,
    version: SeenVersion,
  })
  .partial()
  .describe("Fields of a template to change.");
export type EmailTemplatePatch = z.output<typeof EmailTemplatePatch>;

export const EmailTemplateFilter = PageQuery.extend({
  key: TemplateKey.optional().describe("Only templates of this email."),
  locale: Locale.optional().describe("Only templates in this language, e.g. en."),
});
export type EmailTemplateFilter = z.output<typeof EmailTemplateFilter>;

export const DefaultEmailTemplate = z
  .object({
    key: TemplateKey,
    locale: z.string().describe("Language as a BCP 47 tag, e.g. en."),
    subject: z.string().describe("Subject line, a Liquid template."),
    body: z.string().describe("HTML body, a Liquid template."),
    variables: z.array(z.string()).describe("Variables that can be used in it."),
  })
  .describe("The default template of an email.");
export type DefaultEmailTemplate = z.infer<typeof DefaultEmailTemplate>;
export const DefaultTemplateFilter = PageQuery.extend({
  locale: Locale.default("en").describe("Language as a BCP 47 tag, e.g. en."),
});
export type DefaultTemplateFilter = z.output<typeof DefaultTemplateFilter>;

export const TemplateDraft = z
  .strictObject({
    key: TemplateKey,
    locale: Locale.default("en").describe("Language as a BCP 47 tag, e.g. en or pt-BR."),
    subject: Subject.optional().describe(
      "Subject line to try out; the current template's if subject and body are omitted.",
    ),
    body: Body.optional().describe(
      "HTML body to try out; the current template's if subject and body are omitted.",
    ),
  })
  .describe("A template to try out.");
export type TemplateDraft = z.output<typeof TemplateDraft>;
export const TemplatePreview = z
  .object({
    subject: z.string().describe("Subject line."),
    html: z.string().describe("Email as HTML."),
    text: z.string().describe("Email as plain text."),
  })
  .describe("An email as it would arrive.");
export type TemplatePreview = z.infer<typeof TemplatePreview>;
export const TestSend = z
  .strictObject({
    ...TemplateDraft.shape,
    to: Email.optional().describe(
      "Email address of a user of the tenant; the caller's own if omitted.",
    ),
  })
  .describe("A template to try out, and where to send it.");
export type TestSend = z.output<typeof TestSend>;

/** Emails to owners about their payment account; never sent to guests. */
export const accountEvents = ["payments_disconnected", "payments_paused", "refund_failed"] as const;
export type AccountEvent = (typeof accountEvents)[number];
/** The keys of all emails about a booking. */
export type BookingMail = Extract<TemplateKey, `booking_${string}`>;
const isBookingMail = (key: TemplateKey): key is BookingMail => key.startsWith("booking_");
/** The emails that a tenant may switch off. */
export type PreferenceEvent = BookingMail | AccountEvent;
export const preferenceEvents: readonly PreferenceEvent[] = [
  ...templateKeys.filter(isBookingMail),
  ...accountEvents,
];
export const recipients = ["customer", "staff", "owner"] as const;
export const Recipient = z.enum(recipients).describe("Who a message is for.");
export type Recipient = z.infer<typeof Recipient>;
const PreferenceRow = z.object({
  customer: z.boolean().describe("Whether the guest gets this email."),
  staff: z.boolean().describe("Whether staff get this email, for their own resources."),
  owner: z.boolean().describe("Whether the owner gets this email."),
});
const preferenceWords: Record<PreferenceEvent, string> = {
  booking_created: "Who gets an email when a booking is created.",
  booking_confirmed: "Who gets an email when a booking is confirmed.",
  booking_paid: "Who gets an email when a booking is paid.",
  booking_cancelled: "Who gets an email when a booking is cancelled.",
  booking_refunded: "Who gets an email when a booking is refunded.",
  booking_rescheduled: "Who gets an email when a booking is rescheduled.",
  booking_reminder: "Who gets a reminder by email before a booking.",
  payments_disconnected: "Who gets an email when the payment provider disconnects the account.",
  payments_paused: "Who gets an email when the account can no longer take payments.",
  refund_failed: "Who gets an email when a refund fails.",
};
const preferenceShape = <T extends z.ZodType>(row: T) =>
  Object.fromEntries(
    preferenceEvents.map((event) => [event, row.describe(preferenceWords[event])]),
  ) as Record<PreferenceEvent, T>;
export const EmailPreferences = z
  .object(preferenceShape(PreferenceRow))
  .describe(
    "Who gets which email: the customer, staff (for their own resources) and the owner. payments_disconnected, payments_paused and refund_failed go to owners, and with `staff` to admins too; never to a customer.",
  );
export type EmailPreferences = z.infer<typeof EmailPreferences>;
export const EmailPreferencesPatch = z
  .strictObject(preferenceShape(z.strictObject(PreferenceRow.shape).partial()))
  .partial()
  .describe("Email preferences to change.");
export type EmailPreferencesPatch = z.output<typeof EmailPreferencesPatch>;

export const MessageStatus = z
  .enum(["queued", "held", "sent", "failed", "bounced", "suppressed"])
  .describe(
    "Status of the message: `held` waits for the sending limit to reset, `suppressed` has an address that no longer gets email.",
  );
export const Message = z
  .object({
    id: Id.describe("ID of the message."),
    kind: z.string().describe("Type of message, mostly the key of its template."),
    channel: z
      .enum(["email", "sms", "whatsapp"])
      .describe("Whether it is an email, an SMS or a WhatsApp message."),
    audience: Recipient,
    recipient: z.string().describe("Email address or phone number it goes to."),
    locale: z.string().describe("Language as a BCP 47 tag, e.g. en."),
    subject: z.string().describe("Subject line."),
    status: MessageStatus,
    attempts: z.int().describe("Number of attempts to send it."),
    provider_id: z
      .string()
      .nullable()
      .describe("ID of the message at the email or SMS provider; null if it wasn't sent."),
    error_code: z.string().nullable().describe("Why sending failed; null if it didn't."),
    booking_id: Id.nullable().describe("ID of the booking; null if it isn't about one."),
    event_id: Id.nullable().describe("ID of the event that caused it; null if there is none."),
    parts: z
      .int()
      .nullable()
      .describe("Number of SMS that a text reminder was billed as; null for other messages."),
    delivered_at: Instant.nullable().describe(
      "When a text reminder arrived, in UTC; null if the provider hasn't said so.",
    ),
    can_resend: z
      .boolean()
      .describe("Whether its text is still stored (30 days), so that it can be resent."),
    created_at: CreatedAt,
    sent_at: Instant.nullable().describe(
      "When the provider accepted it, in UTC; null if it hasn't.",
    ),
    updated_at: UpdatedAt,
  })
  .describe("An email, SMS or WhatsApp message in the message log.");
export type Message = z.infer<typeof Message>;
export const MessageFilter = PageQuery.extend({
  booking_id: Id.optional().describe("Only messages about this booking."),
  status: listOf(MessageStatus)
    .optional()
    .describe("Only messages with these statuses, separated by commas."),
  recipient: text(254).optional().describe("Only messages to this email address or phone number."),
});
export type MessageFilter = z.output<typeof MessageFilter>;

export const Suppression = z
  .object({
    address: z
      .string()
      .describe("Suppressed email address, or the phone number of a guest who replied STOP."),
    reason: z.string().describe("Why the address is suppressed."),
    created_at: CreatedAt,
  })
  .describe(
    "An address that no longer gets email after a bounce, complaint or unsubscribe, or a number without text reminders after STOP.",
  );
export type Suppression = z.infer<typeof Suppression>;

/** The fields used from Postmark's bounce, complaint and subscription webhooks. */
export const PostmarkEvent = z
  .object({
    RecordType: z.string().max(40).describe("Postmark's type of webhook, e.g. Bounce."),
    MessageID: z.string().max(80).optional().describe("Postmark's ID of the message."),
    Type: z.string().max(80).optional().describe("Postmark's type of bounce, e.g. HardBounce."),
    Inactive: z
      .boolean()
      .optional()
      .describe("Whether Postmark has stopped sending to the address."),
    SuppressSending: z.boolean().optional().describe("Whether Postmark was asked to stop sending."),
    SuppressionReason: z.string().max(80).nullish().describe("Why sending stopped."),
    Metadata: z
      .record(z.string(), z.string())
      .nullish()
      .describe("Metadata sent along with the message."),
  })
  .describe("A webhook from Postmark; fields not listed are ignored.");
export type PostmarkEvent = z.output<typeof PostmarkEvent>;

/** The fields used from Twilio's webhooks: replies of guests, and states of sent messages. */
export const TwilioEvent = z
  .object({
    MessageStatus: z
      .string()
      .max(40)
      .optional()
      .describe("State of a sent message, e.g. delivered; absent for a guest's reply."),
    ErrorCode: z.string().max(20).optional().describe("Twilio's code of why it wasn't delivered."),
    From: z.string().max(80).optional().describe("Number a reply is from."),
    Body: z.string().max(4000).optional().describe("Text of a reply."),
    OptOutType: z
      .string()
      .max(20)
      .optional()
      .describe("STOP, START or HELP, where Twilio's Advanced Opt-Out recognizes the reply."),
  })
  .describe("A webhook from Twilio, form-encoded; fields not listed are ignored.");
export type TwilioEvent = z.output<typeof TwilioEvent>;
