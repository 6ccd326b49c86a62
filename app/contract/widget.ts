import { z } from "zod";
import { NewWidgetBooking } from "./booking-inputs";
import { WidgetBooking } from "./bookings";
import { DateOrInstant, Id, listOf, TimeZone } from "./common";
import { key, operation } from "./operation";
import { Question } from "./schedules";
import { Availability, widgetAvailability } from "./slots";
import { WidgetBranding, WidgetLocale, WidgetSteps, WidgetTexts } from "./widget-configs";

/** Cancelled at least so many hours before the start, this much of the price is paid back, in percent. */
export const RefundTier = z.object({ hours_before: z.number(), refund_pct: z.number() });
export const WidgetConfig = z.object({
  config: z.object({ id: Id.nullable().describe("null: the company has made none") }),
  tenant: z.object({
    name: z.string(),
    slug: z.string(),
    logo_url: z.string().nullable(),
    time_zone: z.string(),
    locale: z.string(),
    currency: z.string(),
  }),
  branding: WidgetBranding,
  locale: WidgetLocale.nullable().describe("the language to speak; null: the page's or the visitor's"),
  texts: z.partialRecord(WidgetLocale, WidgetTexts),
  steps: WidgetSteps,
  resources: z.array(
    z.object({
      id: Id,
      type: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      capacity: z.int(),
      image_url: z.string().nullable(),
      color: z.string().nullable(),
    }),
  ),
  schedules: z.array(
    z.object({
      id: Id,
      name: z.string(),
      resource_ids: z.array(Id),
      duration_minutes: z.int(),
      time_zone: z.string(),
      price_amount: z.int().nullable(),
      currency: z.string().nullable(),
      max_party_size: z.int().nullable(),
      requires_payment: z.boolean(),
      requires_approval: z.boolean(),
      min_notice_minutes: z.int(),
      max_advance_days: z.int(),
      questions: z.array(Question),
      questions_follow: z
        .literal(true)
        .optional()
        .describe(
          "`questions` is empty since those of all services are too many for one answer: ask again with `schedule_id`",
        ),
    }),
  ),
  questions: z.array(Question).describe("asked for every booking, before the schedule's own"),
  verification: z.enum(["off", "email", "sms", "either"]),
  payment: z
    .enum(["off", "optional", "required"])
    .describe("off: nobody pays online, so schedules that require it are not among `schedules`"),
  sandbox: z.boolean().describe("payments are played through: no real money moves"),
  policy: z.object({
    cancel_window_minutes: z.int(),
    reschedule_window_minutes: z.int(),
    refund_tiers: z.array(RefundTier),
    hold_minutes: z.int(),
  }),
  policy_text: z.string().nullable(),
  terms_url: z.string().nullable(),
  success_url: z.string().nullable(),
  availability: Availability.optional().describe("with include=availability, where one offer can be shown at once"),
});
export type WidgetConfig = z.infer<typeof WidgetConfig>;

export const WidgetConfigQuery = z.object({
  config_id: Id.optional().describe("the key's own, or the default, when absent"),
  include: listOf(z.enum(["availability"])).optional(),
  resource_id: Id.optional().describe("of the availability asked for"),
  schedule_id: Id.optional().describe(
    "of the availability asked for; this schedule's questions are in the answer always",
  ),
  from: DateOrInstant.optional().describe("as in availability"),
  to: DateOrInstant.optional().describe("as in availability"),
  tz: TimeZone.optional().describe("as in availability"),
  party_size: z.coerce.number().int().min(1).max(500).default(1),
});
export type WidgetConfigQuery = z.output<typeof WidgetConfigQuery>;

export const widget = {
  availability: widgetAvailability,
  config: operation({
    method: "GET",
    path: "/api/widget/config",
    caller: key("config:read"),
    summary: "Widget configuration for branding and flow",
    query: WidgetConfigQuery,
    returns: WidgetConfig,
    has_etag: true,
    limit: "key_read",
  }),
  book: operation({
    method: "POST",
    path: "/api/widget/booking",
    caller: key("bookings:write"),
    summary: "Create a booking and start its payment",
    body: NewWidgetBooking,
    returns: WidgetBooking,
    status: 201,
    idempotent: true,
    limit: "widget_booking",
    errors: ["slot_unavailable", "outside_booking_window", "verification_required"],
  }),
};
