import { z } from "zod";
import { Booking, BookingCustomer } from "./bookings";
import { Id, Instant, listOf, pageOf, PageQuery } from "./common";
import { operation, session } from "./operation";

/** The booking as an event carries it. Loose: an event keeps the shape of the day on which it happened. */
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

/** The body of a webhook and an entry of the feed: the same full snapshot for all types. */
export const EventBody = z.object({
  id: Id,
  type: z.string(),
  api_version: z.string(),
  created_at: Instant,
  timestamp_ms: z.int().describe("created_at in milliseconds"),
  tenant_id: Id,
  sequence: z.int().describe("rises by one with each event of a booking"),
  data: z.looseObject({
    booking: BookingSnapshot,
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
