import type { contract } from "~/contract";
import type { JsonSchema } from "~/contract/components";
import { errorWords } from "~/contract/error-words";
import { API_VERSION } from "~/contract/version";
import {
  changeEventTypes,
  type DeliveredEventType,
  deliveredEventTypes,
} from "~/contract/webhooks";
import { exampleOf } from "./openapi-examples";

type Json = Record<string, unknown>;
export const ref = (
  kind: "schemas" | "parameters" | "headers" | "examples" | "responses",
  name: string,
) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Description of each tag. */
export const tagWords: Record<keyof typeof contract, string> = {
  resources: "People, rooms, tables, classes and anything else that can be booked.",
  resourceGroups: "Groups of interchangeable resources, one of which a schedule can need.",
  schedules: "When resources can be booked, for how long and at what price.",
  hours: "Hours that schedules and resources share, and the days on which the company is closed.",
  slots: "Bookable times, generated from schedules or added by hand.",
  blocks: "Time off of resources, during which nothing can be booked.",
  bookings: "Bookings, their changes and their history.",
  bookingSeries: "Bookings made together by a recurrence rule.",
  bookingVisits: "Bookings of several services, one after another for one guest.",
  courses: "Dates of a schedule that are booked together as a course.",
  bookingLinks: "Links that offer a service to certain guests.",
  apiKeys: "API keys for websites (publishable) and servers (secret).",
  webhooks: "Webhook subscriptions and the log of their deliveries.",
  events: "The feed of events, to catch up on missed webhooks.",
  uploads: "Uploaded images.",
  waitlist: "Guests waiting for a seat at a full time.",
  analytics: "Bookings, utilisation and revenue in figures.",
  payments: "Payments, refunds, and the tenant's account at the payment provider.",
  receipts: "Numbered receipts of money received and returned.",
  widget: "Calls of the booking widget, with a publishable key.",
  holds: "Seats held for a visitor filling in the form, with a publishable key.",
  widgetConfigs: "Widgets: what each one offers and how it looks.",
  auth: "Sign-in and sign-up.",
  onboarding: "The setup of a new tenant, step by step.",
  sessions: "Sessions of the caller's account.",
  tenant: "The tenant's details and policy.",
  users: "Users of the tenant and their invitations.",
  customers: "Records of the people who have booked.",
  audit: "The audit log: who changed what.",
  account: "The account, its tenants, export and deletion.",
  email: "Email templates, preferences, the message log and suppressed addresses.",
  verification: "Verification of a guest's email or phone number with a code.",
  calendarFeeds: "iCalendar feeds for other calendars.",
  calendarConnections:
    "Users' accounts at Google, Microsoft, CalDAV servers and iCalendar addresses.",
  calendars: "Calendars of those accounts: what resources check, and where bookings are written.",
  calendarNotices: "Signed notices of calendar providers that a calendar has changed.",
};

/** Request headers. */
export const parameters: Record<string, Json> = {
  BookingVersion: {
    name: "Booking-Version",
    in: "header",
    description:
      "API version the caller was written for; any other is refused with unknown_version.",
    schema: { type: "string", example: API_VERSION },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Your own unique text for this operation. Repeating the call with it within 24 hours returns the first response, with Idempotency-Replayed: true.",
    schema: { type: "string", minLength: 1, maxLength: 255, example: "order-4711" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "ETag of the response you have; 304 if it is still current.",
    schema: { type: "string", example: '"a1b2c3"' },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "ETag of the record as you read it: its version in quotes, or `*` for any; 409 version_conflict if the record has changed since. Same as `version` in the body.",
    schema: { type: "string", example: '"3"' },
  },
};

/** An example body per error. */
export const examples: Record<string, Json> = Object.fromEntries(
  Object.entries(errorWords).map(([code, message]) => [
    code,
    {
      summary: message,
      value: { error: { code, message, request_id: "019aa0c4-6c00-7000-8000-000000000002" } },
    },
  ]),
);

const header = (
  description: string,
  type: "string" | "integer",
  example: string | number,
): Json => ({
  description,
  schema: { type, example },
});
/** Response headers. */
export const headers: Record<string, Json> = {
  "X-Request-Id": header(
    "ID of the call; quote it when you ask for help.",
    "string",
    "019aa0c4-6c00-7000-8000-000000000002",
  ),
  "Booking-Version": header("API version of the response.", "string", API_VERSION),
  "RateLimit-Limit": header("Calls allowed in the current period.", "integer", 120),
  "RateLimit-Remaining": header("Calls left in the current period.", "integer", 119),
  "RateLimit-Reset": header("Seconds until the period ends.", "integer", 60),
  "Retry-After": header("Seconds to wait before trying again.", "integer", 30),
  Location: header(
    "URL of the record created, or of the page to continue at.",
    "string",
    "/api/resources/019aa0c4-6c00-7000-8000-000000000001",
  ),
  ETag: header(
    "Identifies the response, for If-None-Match; for a record its version in quotes, for If-Match.",
    "string",
    '"a1b2c3"',
  ),
  "Idempotency-Replayed": header(
    "Present with `true` if this is the response to an earlier call with the same key.",
    "string",
    "true",
  ),
};

export const securitySchemes: Record<string, Json> = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "Session of a signed-in user. Changes from pages of other sites are refused.",
  },
  secretKey: {
    type: "http",
    scheme: "bearer",
    description: "A secret key (sk_…), for servers only.",
  },
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "x-publishable-key",
    description: "A publishable key (pk_…), for websites.",
  },
  publishableKeyBearer: {
    type: "http",
    scheme: "bearer",
    description: "A publishable key as a bearer token.",
  },
  publishableKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "A publishable key in the URL, where no header can be set.",
  },
  provider: {
    type: "http",
    scheme: "basic",
    description: "User name and password given to the provider.",
  },
};

export const webhookHeaders: [name: string, description: string][] = [
  ["X-Booking-Event", "Type of the event."],
  [
    "X-Booking-Signature",
    "HMAC-SHA256 of the raw body in hex, keyed with the whole secret (whsec_…).",
  ],
  ["X-Booking-Signature-Next", "Signature with the new secret, for 24 hours after a rotation."],
  ["X-Booking-Timestamp", "When it was sent, in milliseconds since 1970-01-01 UTC."],
  ["webhook-id", "ID of the event, the same on every attempt (Standard Webhooks)."],
  ["webhook-timestamp", "When it was sent, in seconds since 1970-01-01 UTC (Standard Webhooks)."],
  [
    "webhook-signature",
    "Version v1 and the base64 HMAC-SHA256 of `id.timestamp.body`; after a rotation one for each secret, separated by a space.",
  ],
  ["traceparent", "Trace of the change (W3C Trace Context), if tracing is on."],
];
/** Sent only for 24 hours after a rotation, or only when tracing is on. */
const SOMETIMES = ["X-Booking-Signature-Next", "traceparent"];

export const eventWords: Record<DeliveredEventType, string> = {
  "booking.created": "A booking was created.",
  "booking.confirmed": "A booking was confirmed.",
  "booking.paid": "A booking was paid.",
  "booking.cancelled": "A booking was cancelled.",
  "booking.refunded": "A booking was refunded.",
  "booking.moved":
    "A booking was moved to another time or resource; `previous.starts_at` is where it was.",
  "booking.updated": "The guest, party, notes, answers or `meta` of a booking changed.",
  "booking.completed": "The guest of a booking came.",
  "booking.no_show": "The guest of a booking did not come.",
  "booking.approved": "A booking was approved and now waits to be paid.",
  "booking.payment_processing": "A payment that takes days, such as a bank debit, is under way.",
  "booking.reinstated": "A refund failed, so the booking is what it was before.",
};

function eventExample(type: DeliveredEventType, components: Record<string, JsonSchema>): Json {
  const {
    test: _madeUp,
    data,
    ...event
  } = exampleOf(components["WebhookEvent"] ?? {}, components) as Json;
  const { refund, ...shared } = data as Json;
  return { ...event, type, data: type === "booking.refunded" ? { ...shared, refund } : shared };
}

const isChange = (type: DeliveredEventType) =>
  (changeEventTypes as readonly string[]).includes(type);

/** Webhook requests, one per event type. */
export function webhookObjects(
  components: Record<string, JsonSchema>,
): Record<string, Record<string, Json>> {
  const one = (type: DeliveredEventType): Record<string, Json> => ({
    post: {
      operationId: `webhook_${type.replace(".", "_")}`,
      tags: ["webhooks"],
      summary: eventWords[type],
      description: `${eventWords[type]} Sent to each subscription ${isChange(type) ? "with `changes`" : "to it"}, up to ten times over three days until a 2xx response. Events may arrive out of order: data.booking is complete, and the highest sequence is the latest.`,
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
        "2XX": {
          description: "Received. Respond within ten seconds; the body is logged but not read.",
        },
        "410": { description: "The endpoint is gone; the subscription is disabled." },
      },
    },
  });
  return Object.fromEntries(deliveredEventTypes.map((type) => [type, one(type)]));
}
