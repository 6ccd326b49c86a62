import type { JsonSchema } from "~/contract/components";
import { errorWords } from "~/contract/error-words";
import { API_VERSION } from "~/contract/version";
import { webhookEventTypes } from "~/contract/webhooks";
import { exampleOf } from "./openapi-examples";

type Json = Record<string, unknown>;
export const ref = (kind: "schemas" | "parameters" | "headers" | "examples" | "responses", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** What each group of operations is about. */
export const tagWords: Record<string, string> = {
  resources: "What can be booked: people, rooms, tables, classes.",
  schedules: "When resources can be booked, for how long and at what price.",
  slots: "The times that schedules make, and those made by hand.",
  blocks: "Time off of resources.",
  bookings: "Bookings, their changes and their history.",
  apiKeys: "Keys for pages (publishable) and for servers (secret).",
  webhooks: "Addresses that events are sent to, and the log of deliveries.",
  events: "The feed of events, to catch up with.",
  uploads: "Images.",
  waitlist: "Who waits for a full time.",
  analytics: "Figures of the bookings: how many, how busy, what they brought in.",
  payments: "Payments, refunds, and the company's account at the payment provider.",
  widget: "What the booking widget calls, with a publishable key.",
  holds: "Seats that a visitor keeps while filling in the form, with a publishable key.",
  auth: "Signing in and signing up.",
  onboarding: "The set-up of a new company, step by step.",
  sessions: "Where the caller is signed in.",
  tenant: "The company: its fields and its policy.",
  users: "Who works for the company.",
  customers: "Who has booked.",
  audit: "Who changed what.",
  account: "The account and the companies it belongs to.",
  email: "Texts, preferences and the log of mails.",
  verification: "Proving a guest's address with a code.",
  calendarFeeds: "iCalendar addresses for calendars elsewhere.",
};

/** Headers that calls may carry. */
export const parameters: Record<string, Json> = {
  BookingVersion: {
    name: "Booking-Version",
    in: "header",
    description: "The version of the wire the caller was written for; any other is refused with unknown_version.",
    schema: { type: "string", example: API_VERSION },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A text of the caller's own, new for each thing to be done. The same call again within 24 hours gets the first answer, with Idempotency-Replayed: true.",
    schema: { type: "string", minLength: 1, maxLength: 255, example: "order-4711" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of the answer the caller has; 304 when it is still right.",
    schema: { type: "string", example: '"a1b2c3"' },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The ETag of the record as you read it, which is its version in quotes; 409 version_conflict when it has changed since. `*`: any. The body's `version` says the same.",
    schema: { type: "string", example: '"3"' },
  },
};

/** A body of each error. */
export const examples: Record<string, Json> = Object.fromEntries(
  Object.entries(errorWords).map(([code, message]) => [
    code,
    { summary: message, value: { error: { code, message, request_id: "019aa0c4-6c00-7000-8000-000000000002" } } },
  ]),
);

const header = (description: string, type: "string" | "integer", example: string | number): Json => ({
  description,
  schema: { type, example },
});
/** Headers that answers carry. */
export const headers: Record<string, Json> = {
  "X-Request-Id": header("Names this call; ask for help with it.", "string", "019aa0c4-6c00-7000-8000-000000000002"),
  "Booking-Version": header("The version of the wire.", "string", API_VERSION),
  "RateLimit-Limit": header("Calls allowed in the current period.", "integer", 120),
  "RateLimit-Remaining": header("Calls left in the current period.", "integer", 119),
  "RateLimit-Reset": header("Seconds until the period ends.", "integer", 60),
  "Retry-After": header("Seconds to wait before the next try.", "integer", 30),
  Location: header(
    "The address of what was made, or where to go on.",
    "string",
    "/api/resources/019aa0c4-6c00-7000-8000-000000000001",
  ),
  ETag: header(
    "Names this answer, for If-None-Match; of a record its version in quotes, for If-Match.",
    "string",
    '"a1b2c3"',
  ),
  "Idempotency-Replayed": header("true: the answer of the first call with this key.", "string", "true"),
};

export const securitySchemes: Record<string, Json> = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "Of someone who is signed in. Changes are refused when they come from a page of another site.",
  },
  secretKey: { type: "http", scheme: "bearer", description: "A secret key (sk_…), from servers only." },
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "x-publishable-key",
    description: "A publishable key (pk_…), from pages.",
  },
  publishableKeyBearer: { type: "http", scheme: "bearer", description: "A publishable key as a bearer token." },
  publishableKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "A publishable key in the address, where no header can be set.",
  },
  provider: { type: "http", scheme: "basic", description: "The name and password that the provider was given." },
};

export const webhookHeaders: [name: string, description: string][] = [
  ["X-Booking-Event", "The type of the event."],
  ["X-Booking-Signature", "Hex HMAC-SHA256 of the raw body, keyed with the whole secret (whsec_…)."],
  ["X-Booking-Signature-Next", "The same with the new secret, for 24 hours after a rotation."],
  ["X-Booking-Timestamp", "When it was sent, milliseconds since 1970-01-01 UTC."],
  ["webhook-id", "The event's id, the same on every attempt (Standard Webhooks)."],
  ["webhook-timestamp", "When it was sent, seconds since 1970-01-01 UTC (Standard Webhooks)."],
  [
    "webhook-signature",
    "v1, and base64 HMAC-SHA256 of `id.timestamp.body`; after a rotation one for each secret, with a space between.",
  ],
  [
    "traceparent",
    "The trace that the change of the booking was part of (W3C Trace Context), where the service keeps traces.",
  ],
];
/** Only for 24 hours after a rotation; only where the service is traced. */
const SOMETIMES = ["X-Booking-Signature-Next", "traceparent"];

export const eventWords: Record<(typeof webhookEventTypes)[number], string> = {
  "booking.created": "A booking was made.",
  "booking.confirmed": "A booking was confirmed.",
  "booking.paid": "A booking was paid.",
  "booking.cancelled": "A booking was cancelled.",
  "booking.refunded": "Money was paid back.",
};

function eventExample(type: (typeof webhookEventTypes)[number], components: Record<string, JsonSchema>): Json {
  const { test: _madeUp, data, ...event } = exampleOf(components["WebhookEvent"] ?? {}, components) as Json;
  const { refund, ...told } = data as Json; // an object by its schema
  return { ...event, type, data: type === "booking.refunded" ? { ...told, refund } : told };
}

/** The calls that this service makes, one for each type of event. */
export function webhookObjects(components: Record<string, JsonSchema>): Record<string, Record<string, Json>> {
  const one = (type: (typeof webhookEventTypes)[number]): Record<string, Json> => ({
    post: {
      operationId: `webhook_${type.replace(".", "_")}`,
      tags: ["webhooks"],
      summary: eventWords[type],
      description: `${eventWords[type]} Sent to each subscription that asks for it, up to ten times over three days until a 2xx comes back. The order is not certain: data.booking is complete, sequence says which is newer.`,
      security: [],
      parameters: webhookHeaders.map(([name, description]) => ({
        name,
        in: "header",
        required: !SOMETIMES.includes(name),
        description,
        schema: { type: "string" },
      })),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: ref("schemas", "WebhookEvent"),
            example: eventExample(type, components),
          },
        },
      },
      responses: {
        "2XX": { description: "Taken. Answer within ten seconds; the body is kept in the log, and not read." },
        "410": { description: "The address is gone: the subscription is switched off." },
      },
    },
  });
  return Object.fromEntries(webhookEventTypes.map((type) => [type, one(type)]));
}
