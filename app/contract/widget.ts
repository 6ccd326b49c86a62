import { z } from "zod";
import { NewWidgetBooking, WidgetBooking } from "./bookings";
import { Id } from "./common";
import { key, operation } from "./operation";
import { Question } from "./schedules";
import { widgetAvailability } from "./slots";

/** Cancelled at least so many hours before the start, this much of the price is paid back, in percent. */
export const RefundTier = z.object({ hours_before: z.number(), refund_pct: z.number() });
export const WidgetConfig = z.object({
  config: z.object({ id: Id.nullable(), name: z.string() }),
  tenant: z.object({
    name: z.string(),
    slug: z.string(),
    logo_url: z.string().nullable(),
    time_zone: z.string(),
    locale: z.string(),
    currency: z.string(),
  }),
  branding: z.object({ accent: z.string().nullable(), theme: z.enum(["auto", "light", "dark"]) }),
  texts: z.record(z.string(), z.string()),
  locales: z.array(z.string()),
  steps: z.array(z.string()),
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
    }),
  ),
  verification: z.enum(["off", "email", "sms", "either"]),
  payment: z.enum(["off", "optional", "required"]),
  policy: z.object({
    cancel_window_minutes: z.int(),
    reschedule_window_minutes: z.int(),
    refund_tiers: z.array(RefundTier),
    hold_minutes: z.int(),
  }),
  terms_url: z.string().nullable(),
});
export type WidgetConfig = z.infer<typeof WidgetConfig>;

export const widget = {
  availability: widgetAvailability,
  config: operation({
    method: "GET",
    path: "/api/widget/config",
    caller: key("config:read"),
    summary: "Widget configuration for branding and flow",
    query: z.object({ config_id: Id.optional() }),
    returns: WidgetConfig,
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
