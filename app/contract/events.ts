import { z } from "zod";
import { Booking, BookingCustomer, BookingStatus } from "./bookings";
import { Id, Instant, listOf, Livemode, LivemodeFilter, pageOf, PageQuery } from "./common";
import { operation, session } from "./operation";
import { PaymentState } from "./payments";
import { webhookEventTypes } from "./webhooks";

/** The payment as an event carries it: the one that came in, else the latest. */
export const EventPayment = z.object({
  id: Id,
  provider: z.string().describe("payprovider, legacypay, or offline: at the desk"),
  status: PaymentState,
  amount: z.int().describe("minor units of `currency`"),
  currency: z.string(),
  refunded_amount: z.int().describe("what of it has gone back, minor units"),
  receipt_url: z.string().nullable(),
});
/** Of a booking.refunded: the refund it tells of. */
export const EventRefund = z.object({
  id: Id,
  payment_id: Id,
  reason: z.string().describe("requested, policy, late_payment, second_payment, provider or offline"),
  amount: z.int().describe("what went back, minor units of `currency`"),
  currency: z.string(),
  remaining: z.int().describe("what is left of the booking's money, minor units"),
});
/** The booking as a webhook carries it. */
export const EventBooking = Booking.extend({
  resource: z.object({ id: Id, type: z.string(), name: z.string() }),
  customer: BookingCustomer.extend({ locale: z.string().nullable(), time_zone: z.string().nullable() }),
  payment: EventPayment.nullable().describe("null: no money was asked for or given yet"),
  manage_url: z.string().describe("the customer's own page of this booking"),
});

/** The body of a webhook: the same full snapshot for all types. */
export const WebhookEvent = z.object({
  id: Id.describe("the same on every attempt and replay"),
  type: z.enum(webhookEventTypes),
  api_version: z.string(),
  created_at: Instant,
  timestamp_ms: z.int().describe("created_at in milliseconds"),
  tenant_id: Id,
  sequence: z.int().describe("rises by one with each event of a booking"),
  livemode: Livemode,
  data: z.object({
    booking: EventBooking,
    refund: EventRefund.optional().describe("of booking.refunded alone"),
    previous: z.object({ status: BookingStatus, starts_at: Instant }).nullable(),
  }),
  test: z.literal(true).optional().describe("made up by a test event: there is no such booking"),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The booking as an entry of the feed carries it. Loose: an event keeps the shape of the day on which it happened. */
const BookingSnapshot = Booking.extend({
  resource: z.looseObject({ id: Id, type: z.string(), name: z.string() }),
  customer: BookingCustomer.extend({ locale: z.string().nullable(), time_zone: z.string().nullable() })
    .partial()
    .loose(),
  payment: z.looseObject({}).nullable(),
  manage_url: z.string().describe("the customer's own page of this booking"),
})
  .partial()
  .loose();

/** An entry of the feed: what a webhook carries, of some types more. */
export const EventBody = z.object({
  id: Id,
  type: z.string(),
  api_version: z.string(),
  created_at: Instant,
  timestamp_ms: z.int().describe("created_at in milliseconds"),
  tenant_id: Id,
  sequence: z.int().describe("rises by one with each event of a booking"),
  livemode: Livemode.default(true),
  data: z.looseObject({
    booking: BookingSnapshot,
    refund: z.looseObject({}).optional().describe("of booking.refunded alone: as EventRefund"),
    previous: z.looseObject({ status: z.string(), starts_at: Instant }).nullable(),
  }),
});
export type EventBody = z.infer<typeof EventBody>;

/** What the feed's filter knows: the five types of webhooks, and those that appear in the feed alone. */
export const FeedEventType = z
  .string()
  .regex(/^booking\.[a-z_]+$/, { error: "Use an event type such as booking.created." });

/** Which events of the feed are asked for: those after one, of some types, of one booking. */
export const EventFilter = PageQuery.extend({
  after: Id.optional().describe("the id of the last event you have; what was recorded after it follows, oldest first"),
  type: listOf(FeedEventType).optional(),
  booking_id: Id.optional(),
  livemode: LivemodeFilter,
});
export type EventFilter = z.output<typeof EventFilter>;

export const events = {
  list: operation({
    method: "GET",
    path: "/api/events",
    caller: session("admin"),
    summary: "The feed of events of the last 30 days, oldest first: what webhooks carry, to catch up with",
    query: EventFilter,
    returns: pageOf(EventBody),
  }),
};
