import { z } from "zod";
import { Id, IdParams, Instant, InstantInput, listOf, pageOf, PageQuery, text, webAddress } from "./common";
import { operation, session } from "./operation";

/** The closed list of the interface specification, section 6.1. */
export const webhookEventTypes = [
  "booking.created",
  "booking.confirmed",
  "booking.paid",
  "booking.cancelled",
  "booking.refunded",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** An address that is called with the events it wants. */
export const WebhookSubscription = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_at: Instant.nullable(),
  disabled_reason: z
    .string()
    .nullable()
    .describe("manual, gone (the endpoint answered 410) or failing (five days of failures)"),
  failing_since: Instant.nullable().describe("since when nothing but failures came back"),
  previous_secret_expires_at: Instant.nullable().describe("until when the secret before a rotation signs too"),
  created_at: Instant,
});
export type WebhookSubscription = z.infer<typeof WebhookSubscription>;
export const CreatedWebhookSubscription = WebhookSubscription.extend({
  secret: z.string().describe("signing secret, whsec_ + base64 of 32 bytes; in this answer only"),
});
export type CreatedWebhookSubscription = z.infer<typeof CreatedWebhookSubscription>;

const WebhookUrl = webAddress("Use an https address.");
// Any text here: a name outside the list has an error code of its own, invalid_event_type.
const EventNames = z
  .array(z.string().max(100))
  .min(1)
  .max(20)
  .transform((events) => [...new Set(events)]);

export const NewWebhookSubscription = z.strictObject({
  url: WebhookUrl,
  events: EventNames,
  description: text(200).nullish(),
});
export type NewWebhookSubscription = z.output<typeof NewWebhookSubscription>;
export const WebhookSubscriptionPatch = z
  .strictObject({ url: WebhookUrl, events: EventNames, description: text(200).nullable(), enabled: z.boolean() })
  .partial();
export type WebhookSubscriptionPatch = z.output<typeof WebhookSubscriptionPatch>;

const WebhookEventTypeInput = z.enum(webhookEventTypes);

/** One try to deliver, with the answer that came. Times in milliseconds. */
export const WebhookAttempt = z.object({
  attempt: z.int().describe("1 to 10"),
  request_url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  started_at: Instant,
  latency_ms: z.int(),
  response_code: z.int().nullable(),
  response_body: z.string().nullable().describe("the first 4 KB"),
  error: z.string().nullable().describe("why there is no answer, e.g. timeout or connect_failed"),
});
export const DeliveryStatus = z.enum(["pending", "succeeded", "failed", "cancelled"]);
export const DeliveryOrigin = z.enum(["event", "replay", "test"]);
/** One event on its way to one subscription, with every attempt. */
export const WebhookDelivery = z.object({
  id: Id,
  subscription_id: Id,
  event_id: Id,
  type: z.string().describe("the event's type"),
  origin: DeliveryOrigin,
  status: DeliveryStatus,
  attempts: z.int(),
  next_attempt_at: Instant.nullable(),
  created_at: Instant,
  completed_at: Instant.nullable(),
  request_body: z.string().describe("the same bytes on every attempt and replay"),
  attempt_log: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryFilter = PageQuery.extend({
  subscription_id: Id.optional(),
  status: listOf(DeliveryStatus).optional(),
  type: listOf(WebhookEventTypeInput).optional(),
  origin: listOf(DeliveryOrigin).optional(),
  booking_id: Id.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

/** Which past events are sent again. */
export const ReplayRange = z.strictObject({
  from: InstantInput.describe("events that happened from this instant on, 30 days back at most"),
  to: InstantInput.optional().describe("up to this instant, without it; now when left out"),
  types: z.array(WebhookEventTypeInput).min(1).optional().describe("all types of the subscription when left out"),
  only_missing: z.boolean().default(false).describe("leave out what has already arrived"),
});
export type ReplayRange = z.output<typeof ReplayRange>;

const SUBSCRIPTION = "/api/webhooks/subscriptions/:id";

export const webhooks = {
  list: operation({
    method: "GET",
    path: "/api/webhooks/subscriptions",
    caller: session("admin"),
    summary: "List webhook subscriptions",
    query: PageQuery,
    returns: pageOf(WebhookSubscription),
  }),
  create: operation({
    method: "POST",
    path: "/api/webhooks/subscriptions",
    caller: session("admin"),
    summary: "Create a subscription; the answer holds the signing secret, once only",
    body: NewWebhookSubscription,
    returns: CreatedWebhookSubscription,
    status: 201,
    errors: ["invalid_event_type"],
    answers_secret: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/webhooks/subscriptions",
    caller: session("admin"),
    summary: "Delete a subscription by the id query parameter",
    query: z.object({ id: Id }),
    status: 204,
  }),
  get: operation({
    method: "GET",
    path: SUBSCRIPTION,
    caller: session("admin"),
    summary: "Get a subscription",
    params: IdParams,
    returns: WebhookSubscription,
  }),
  update: operation({
    method: "PATCH",
    path: SUBSCRIPTION,
    caller: session("admin"),
    summary: "Change, disable or enable a subscription; disabling cancels what still waits to be sent",
    params: IdParams,
    body: WebhookSubscriptionPatch,
    returns: WebhookSubscription,
    errors: ["invalid_event_type"],
  }),
  rotate: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/rotate`,
    caller: session("admin"),
    summary: "Make a new signing secret, in this answer only; the one before stays valid for 24 hours",
    params: IdParams,
    returns: CreatedWebhookSubscription,
    answers_secret: true,
  }),
  test: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/test-event`,
    caller: session("admin"),
    summary: "Send an event made up for testing, once; its body says test: true",
    params: IdParams,
    body: z.strictObject({ type: WebhookEventTypeInput.optional().describe("the subscription's first when left out") }),
    returns: WebhookDelivery,
    status: 202,
  }),
  replayRange: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/replay`,
    caller: session("admin"),
    summary: "Send the events of a range again, at most 10,000",
    params: IdParams,
    body: ReplayRange,
    returns: z.object({ queued: z.int() }),
    status: 202,
  }),
  listDeliveries: operation({
    method: "GET",
    path: "/api/webhooks/deliveries",
    caller: session("admin"),
    summary: "The log of deliveries of the last 30 days, newest first",
    query: DeliveryFilter,
    returns: pageOf(WebhookDelivery),
  }),
  getDelivery: operation({
    method: "GET",
    path: "/api/webhooks/deliveries/:id",
    caller: session("admin"),
    summary: "Get one delivery of the log",
    params: IdParams,
    returns: WebhookDelivery,
  }),
  replay: operation({
    method: "POST",
    path: "/api/webhooks/deliveries/:id/replay",
    caller: session("admin"),
    summary: "Send a delivery's event again, as a delivery of its own",
    params: IdParams,
    returns: WebhookDelivery,
    status: 202,
  }),
};
