import { z } from "zod";
import {
  Id,
  IdParams,
  Instant,
  DateOrInstant,
  listOf,
  pageOf,
  PageQuery,
  text,
  webAddress,
} from "./common";
import { CreatedAt } from "./fields";
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
/** Further booking events: sent to subscriptions with `changes`, never named in `events`. */
export const changeEventTypes = [
  "booking.moved",
  "booking.updated",
  "booking.completed",
  "booking.no_show",
  "booking.approved",
  "booking.payment_processing",
  "booking.reinstated",
] as const;
export const deliveredEventTypes = [...webhookEventTypes, ...changeEventTypes] as const;
export type DeliveredEventType = (typeof deliveredEventTypes)[number];

const Changes = z
  .boolean()
  .describe(
    "Whether changes are sent too: booking.moved, booking.updated, booking.completed, booking.no_show, booking.approved, booking.payment_processing and booking.reinstated.",
  );

export const WebhookSubscription = z
  .object({
    id: Id.describe("ID of the subscription."),
    url: z.string().describe("URL that events are sent to."),
    events: z.array(z.string()).describe("Types of events sent."),
    changes: Changes,
    description: z
      .string()
      .nullable()
      .describe("Your note about the subscription; null if there is none."),
    enabled: z.boolean().describe("Whether events are sent."),
    disabled_at: Instant.nullable().describe(
      "When sending was disabled, in UTC; null if it is enabled.",
    ),
    disabled_reason: z
      .string()
      .nullable()
      .describe(
        "Why it was disabled: manual, gone (the endpoint returned 410) or failing (five days of failures); null if it is enabled.",
      ),
    failing_since: Instant.nullable().describe(
      "Since when every delivery has failed, in UTC; null if the last one succeeded.",
    ),
    previous_secret_expires_at: Instant.nullable().describe(
      "Until when the secret before the last rotation also signs, in UTC; null if it no longer does.",
    ),
    created_at: CreatedAt,
  })
  .describe("A URL that events are sent to.");
export type WebhookSubscription = z.infer<typeof WebhookSubscription>;
export const CreatedWebhookSubscription = WebhookSubscription.extend({
  secret: z.string().describe("Signing secret: whsec_ and base64 of 32 bytes; shown only once."),
}).describe("A subscription with its signing secret, which is shown only once.");
export type CreatedWebhookSubscription = z.infer<typeof CreatedWebhookSubscription>;

const WebhookUrl = webAddress("Use an https address.");
// Any text: an unknown name has its own error code, invalid_event_type.
const EventNames = z
  .array(z.string().max(100))
  .min(1)
  .max(20)
  .transform((events) => [...new Set(events)]);

export const NewWebhookSubscription = z
  .strictObject({
    url: WebhookUrl.describe("HTTPS URL to send events to."),
    events: EventNames.describe("Types of events to send."),
    changes: Changes.default(false),
    description: text(200)
      .nullish()
      .describe("Your note about the subscription, at most 200 characters."),
  })
  .describe("A subscription to create.");
export type NewWebhookSubscription = z.output<typeof NewWebhookSubscription>;
export const WebhookSubscriptionPatch = z
  .strictObject({
    url: WebhookUrl.describe("HTTPS URL to send events to."),
    events: EventNames.describe("Types of events to send."),
    changes: Changes,
    description: text(200)
      .nullable()
      .describe("Your note about the subscription, at most 200 characters; null for none."),
    enabled: z.boolean().describe("Whether events are sent."),
  })
  .partial()
  .describe("Fields of a subscription to change.");
export type WebhookSubscriptionPatch = z.output<typeof WebhookSubscriptionPatch>;

const DeliveredType = z.enum(deliveredEventTypes);

export const WebhookAttempt = z
  .object({
    attempt: z.int().describe("Number of the attempt, 1 to 10."),
    request_url: z.string().describe("URL the event was sent to."),
    request_headers: z.record(z.string(), z.string()).describe("Headers sent."),
    started_at: Instant.describe("When the attempt started, in UTC."),
    latency_ms: z.int().describe("Milliseconds until the response."),
    response_code: z
      .int()
      .nullable()
      .describe("HTTP status of the response; null if there was none."),
    response_body: z
      .string()
      .nullable()
      .describe("First 4 KB of the response; null if there was none."),
    error: z
      .string()
      .nullable()
      .describe(
        "Why there was no response, e.g. timeout or connect_failed; null if there was one.",
      ),
  })
  .describe("One attempt to deliver an event.");
export const DeliveryStatus = z
  .enum(["pending", "succeeded", "failed", "cancelled"])
  .describe("Status of the delivery.");
export const DeliveryOrigin = z
  .enum(["event", "replay", "test"])
  .describe("What caused the delivery: the event itself, a replay or a test.");
export const WebhookDelivery = z
  .object({
    id: Id.describe("ID of the delivery."),
    subscription_id: Id.describe("ID of the webhook subscription."),
    event_id: Id.describe("ID of the event."),
    type: z.string().describe("Type of the event, e.g. booking.created."),
    origin: DeliveryOrigin,
    status: DeliveryStatus,
    attempts: z.int().describe("Number of attempts so far."),
    next_attempt_at: Instant.nullable().describe(
      "When it is tried again, in UTC; null if it isn't.",
    ),
    created_at: CreatedAt,
    completed_at: Instant.nullable().describe(
      "When it succeeded, failed or was cancelled, in UTC; null if it is pending.",
    ),
    request_body: z
      .string()
      .describe("Body sent, byte for byte the same on every attempt and replay."),
    attempt_log: z.array(WebhookAttempt).describe("All attempts, oldest first."),
  })
  .describe("The delivery of one event to one subscription, with all attempts.");
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryFilter = PageQuery.extend({
  subscription_id: Id.optional().describe("Only deliveries of this subscription."),
  status: listOf(DeliveryStatus)
    .optional()
    .describe("Only deliveries with these statuses, separated by commas."),
  type: listOf(DeliveredType)
    .optional()
    .describe("Only deliveries of these event types, separated by commas."),
  origin: listOf(DeliveryOrigin)
    .optional()
    .describe("Only deliveries with these origins, separated by commas."),
  booking_id: Id.optional().describe("Only deliveries of this booking's events."),
  from: DateOrInstant.optional().describe("Only deliveries created at or after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only deliveries created before this time, or before the end of this date.",
  ),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

export const ReplayRange = z
  .strictObject({
    from: DateOrInstant.describe("Events from this date or time on, at most 30 days ago."),
    to: DateOrInstant.optional().describe(
      "Events before this time, or before the end of this date; now if omitted.",
    ),
    types: z
      .array(DeliveredType)
      .min(1)
      .optional()
      .describe("Types of events; all types of the subscription if omitted."),
    only_missing: z.boolean().default(false).describe("Whether to skip events already delivered."),
  })
  .describe("Which past events to send again.");
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
    summary: "Create a subscription; the signing secret is shown only once",
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
    query: z.object({ id: Id.describe("ID of the subscription.") }),
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
    summary: "Update, disable or enable a subscription; disabling cancels pending deliveries",
    params: IdParams,
    body: WebhookSubscriptionPatch,
    returns: WebhookSubscription,
    errors: ["invalid_event_type"],
  }),
  rotate: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/rotate`,
    caller: session("admin"),
    summary:
      "Rotate the signing secret, shown only once; the previous one stays valid for 24 hours",
    params: IdParams,
    returns: CreatedWebhookSubscription,
    answers_secret: true,
  }),
  test: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/test-event`,
    caller: session("admin"),
    summary: "Send a sample event once; its body says test: true",
    params: IdParams,
    body: z.strictObject({
      type: DeliveredType.optional().describe(
        "Type of the event; the subscription's first if omitted.",
      ),
    }),
    returns: WebhookDelivery,
    status: 202,
  }),
  replayRange: operation({
    method: "POST",
    path: `${SUBSCRIPTION}/replay`,
    caller: session("admin"),
    summary: "Replay the events of a period, at most 10,000",
    params: IdParams,
    body: ReplayRange,
    returns: z.object({ queued: z.int().describe("Number of deliveries queued.") }),
    status: 202,
  }),
  listDeliveries: operation({
    method: "GET",
    path: "/api/webhooks/deliveries",
    caller: session("admin"),
    summary: "List deliveries of the last 30 days, newest first",
    query: DeliveryFilter,
    returns: pageOf(WebhookDelivery),
  }),
  getDelivery: operation({
    method: "GET",
    path: "/api/webhooks/deliveries/:id",
    caller: session("admin"),
    summary: "Get a delivery",
    params: IdParams,
    returns: WebhookDelivery,
  }),
  replay: operation({
    method: "POST",
    path: "/api/webhooks/deliveries/:id/replay",
    caller: session("admin"),
    summary: "Replay the event of a delivery, as a new delivery",
    params: IdParams,
    returns: WebhookDelivery,
    status: 202,
  }),
};
