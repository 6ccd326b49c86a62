import { z } from "zod";
import { Booking, BookingCustomer, BookingStatus } from "./bookings";
import { Id, Instant, listOf, Livemode, LivemodeFilter, pageOf, PageQuery } from "./common";
import {
  CurrencyCode,
  PaymentId,
  ResourceId,
  ResourceName,
  ResourceType,
  TenantId,
} from "./fields";
import { operation, session } from "./operation";
import { PaymentState } from "./payments";
import { deliveredEventTypes } from "./webhooks";

export const EventPayment = z
  .object({
    id: PaymentId,
    provider: z.string().describe("How it was paid: payprovider, legacypay or offline (on site)."),
    method: z
      .string()
      .nullable()
      .optional()
      .describe(
        "How the guest paid, in the payment provider's terms; null if unknown. Paid on site: cash, card_terminal, bank_transfer or other.",
      ),
    status: PaymentState,
    amount: z.int().describe("Amount paid or to pay, in minor units of `currency`."),
    currency: CurrencyCode,
    refunded_amount: z.int().describe("Amount refunded, in minor units."),
    receipt_url: z
      .string()
      .nullable()
      .describe("URL of the guest's receipt; null if there is none."),
  })
  .describe("The payment of a booking: the one received, or else the latest.");
export const EventRefund = z
  .object({
    id: Id.describe("ID of the refund."),
    payment_id: PaymentId,
    provider: z
      .enum(["payprovider", "legacypay", "offline"])
      .optional()
      .describe("How it was returned; `offline` was handed back on site."),
    reason: z
      .string()
      .describe(
        "Cause of the refund: requested, policy, late_payment, second_payment, provider or offline.",
      ),
    amount: z.int().describe("Amount refunded, in minor units of `currency`."),
    currency: CurrencyCode,
    remaining: z.int().describe("Amount of the booking's payments that remains, in minor units."),
  })
  .describe("The refund that a booking.refunded event is about.");
export const EventBooking = Booking.extend({
  resource: z
    .object({ id: ResourceId, type: ResourceType, name: ResourceName })
    .describe("The booked resource."),
  customer: BookingCustomer.extend({
    locale: z
      .string()
      .nullable()
      .describe("Language of the guest as a BCP 47 tag, e.g. en; null if unknown."),
    time_zone: z.string().nullable().describe("IANA time zone of the guest; null if unknown."),
  }).describe("The guest of the booking."),
  payment: EventPayment.nullable().describe("The payment of the booking; null if there is none."),
  manage_url: z.string().describe("URL of the guest's own page for the booking; keep it secret."),
}).describe("A booking, as a webhook carries it.");

/** Missing in events recorded by earlier versions. */
const PREVIOUS = {
  ends_at: Instant.optional().describe("End before the event, in UTC."),
  resource_id: Id.optional().describe("ID of the resource before the event."),
  schedule_id: Id.nullish().describe("ID of the schedule before the event; null for none."),
  party_size: z.int().optional().describe("Number of seats before the event."),
  price_amount: z
    .int()
    .nullish()
    .describe("Price of the booking before the event in minor units; null for none."),
};

export const WebhookEvent = z
  .object({
    id: Id.describe("ID of the event, the same on every attempt and replay."),
    type: z
      .enum(deliveredEventTypes)
      .describe(
        "Type of the event, e.g. booking.created; others than the five of `events` only if the subscription has `changes`.",
      ),
    api_version: z.string().describe("API version of the body, e.g. 2026-11-20."),
    created_at: Instant.describe("When the event happened, RFC 3339 in UTC."),
    timestamp_ms: z.int().describe("When the event happened, in milliseconds since 1970."),
    tenant_id: TenantId,
    sequence: z
      .int()
      .describe("Number of the event, rising by one with each event of the booking."),
    livemode: Livemode,
    data: z
      .object({
        booking: EventBooking.describe("The booking after the event."),
        refund: EventRefund.optional().describe("The refund; only with booking.refunded."),
        previous: z
          .object({
            status: BookingStatus.describe("Status before the event."),
            starts_at: Instant.describe("Start before the event, in UTC."),
            ...PREVIOUS,
          })
          .nullable()
          .describe("Values before the event; null for a new booking."),
      })
      .describe("What the event is about."),
    test: z
      .literal(true)
      .optional()
      .describe("Present on test events, whose booking doesn't exist."),
  })
  .describe("The body of a webhook: a full snapshot, in one form for all types.");
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The booking within a feed entry. Loose, because events keep the shape of their version. */
const BookingSnapshot = Booking.extend({
  resource: z
    .looseObject({ id: ResourceId, type: ResourceType, name: ResourceName })
    .describe("The booked resource."),
  customer: BookingCustomer.extend({
    locale: z
      .string()
      .nullable()
      .describe("Language of the guest as a BCP 47 tag, e.g. en; null if unknown."),
    time_zone: z.string().nullable().describe("IANA time zone of the guest; null if unknown."),
  })
    .partial()
    .loose()
    .describe("The guest of the booking."),
  payment: z
    .looseObject({})
    .nullable()
    .describe("The payment of the booking, as EventPayment; null if there is none."),
  manage_url: z.string().describe("URL of the guest's own page for the booking; keep it secret."),
})
  .partial()
  .loose();

/** A feed entry, and the body of a webhook. */
export const EventBody = z
  .object({
    id: Id.describe("ID of the event."),
    type: z.string().describe("Type of the event, e.g. booking.created."),
    api_version: z.string().describe("API version of the body, e.g. 2026-11-20."),
    created_at: Instant.describe("When the event happened, RFC 3339 in UTC."),
    timestamp_ms: z.int().describe("When the event happened, in milliseconds since 1970."),
    tenant_id: TenantId,
    sequence: z
      .int()
      .describe("Number of the event, rising by one with each event of the booking."),
    livemode: Livemode.default(true),
    data: z
      .looseObject({
        booking: BookingSnapshot.describe("The booking after the event, as EventBooking."),
        refund: z
          .looseObject({})
          .optional()
          .describe("The refund, as EventRefund; only with booking.refunded."),
        previous: z
          .looseObject({
            status: z.string().describe("Status before the event."),
            starts_at: Instant.describe("Start before the event, in UTC."),
            ...PREVIOUS,
          })
          .nullable()
          .describe("Values before the event; null for a new booking."),
      })
      .describe("What the event is about."),
  })
  .describe("An event, as the feed has it.");
export type EventBody = z.infer<typeof EventBody>;

/**
 * Event types that the feed filter accepts: all webhook types, including those of later versions.
 */
export const FeedEventType = z
  .string()
  .regex(/^booking\.[a-z_]+$/, { error: "Use an event type such as booking.created." })
  .describe("A type of event, e.g. booking.created.");

/** Filters of the feed: after an event, by type, by booking. */
export const EventFilter = PageQuery.extend({
  after: Id.optional().describe(
    "ID of the last event you have; returns what was recorded after it, oldest first.",
  ),
  type: listOf(FeedEventType)
    .optional()
    .describe("Only events of these types, separated by commas."),
  booking_id: Id.optional().describe("Only events of this booking."),
  livemode: LivemodeFilter,
});
export type EventFilter = z.output<typeof EventFilter>;

export const events = {
  list: operation({
    method: "GET",
    path: "/api/events",
    caller: session("admin", { test_key: "test_data" }),
    summary: "List the events of the last 30 days, oldest first, to catch up on missed webhooks",
    query: EventFilter,
    returns: pageOf(EventBody),
  }),
};
