import { z } from "zod";
import { Id, Instant, text } from "./common";
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

const WebhookUrl = z.url({ protocol: /^https?$/, error: "Use an https address." }).max(2000);
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

export const webhooks = {
  list: operation({
    method: "GET",
    path: "/api/webhooks/subscriptions",
    caller: session("admin"),
    summary: "List webhook subscriptions",
    returns: z.object({ data: z.array(WebhookSubscription) }),
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
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/webhooks/subscriptions",
    caller: session("admin"),
    summary: "Delete a subscription by the id query parameter",
    query: z.object({ id: Id }),
    status: 204,
  }),
};
