import element from "../../widget-element/custom-elements.json";
import { operations } from "~/contract";
import { BookingStatus } from "~/contract/bookings";
import { Scope } from "~/contract/common";
import { errorWords } from "~/contract/error-words";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import type { LimitName } from "~/contract/operation";
import { API_VERSION } from "~/contract/version";
import { changeEventTypes, webhookEventTypes } from "~/contract/webhooks";
import { allowedStatuses } from "~/domain/bookings/change/booking-status";
import { ATTEMPT_DELAYS_MS } from "~/domain/webhooks/delivery-schedule";
import { verificationVectors } from "~/domain/webhooks/verification-docs";
import { type LimitRule, limits } from "~/http/limit-table.server";
import { eventWords, webhookHeaders } from "~/http/openapi-parts";
import { openApiDocument } from "~/http/openapi.server";
import { env } from "~/lib/env.server";
import { caps } from "./guide-caps";

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
const code = (text: string) => `\`${text}\``;
const block = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** "5 min", "2 h"; exact for whole minutes and hours. */
function spanOf(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

function errorsTable(): string {
  const rows = Object.entries(errorStatus).map(([name, status]) => [
    String(status),
    code(name),
    errorWords[name as ErrorCode], // a key of the same table
  ]);
  return table(["Status", "Code", "What it means"], rows);
}

/** The calls that count towards each rate limit. */
const limitWords: Record<LimitName, string> = {
  session: "Calls with a session or a secret key",
  key_read: "Reading with a publishable key",
  widget_booking: "Booking with a publishable key",
  widget_hold: "Holding a time with a publishable key",
  widget_preview: "Checking the dates of a repeated booking with a publishable key",
  widget_visit_times: "Finding times for several services with a publishable key",
  verify: "Asking for a guest's code",
  verify_confirm: "Confirming a guest's code",
  unknown_key: "Calls with a key that does not exist",
  send_code: "Asking for a sign-in code",
  verify_code: "Signing in with a code",
  create_tenant: "Creating a company",
  upload: "Uploading an image",
  calendar_feed: "Reading a calendar address",
  guest_page: "The guest's own page",
  provider: "Calls of a provider",
};
const countedPer: Record<LimitRule["per"], string> = {
  user: "user or secret key",
  tenant: "company",
  key: "key",
  key_ip: "key and IP address",
  key_network: "key and network (IPv4 /24, IPv6 /64)",
  ip: "IP address",
};

function limitsTable(): string {
  const rows = Object.entries(limitWords).flatMap(([name, words]) =>
    limits[name as LimitName].map(({ points, seconds, per }, index) => [
      index === 0 ? words : "",
      `${points.toLocaleString("en")} in ${spanOf(seconds * 1000)}`,
      countedPer[per],
    ]),
  );
  return table(["What", "Calls", "Counted for each"], rows);
}

const movers = {
  customer: "guest",
  staff: "staff",
  admin: "admin",
  system: "the service",
} as const;

function statusTable(): string {
  const rows = BookingStatus.options.map((from) => {
    const next = BookingStatus.options.flatMap((to) => {
      const who = (["customer", "staff", "admin", "system"] as const).filter((mover) =>
        allowedStatuses(from, mover).includes(to),
      );
      // Admins may do everything staff may, so they are named only where staff are not.
      const named = who.filter((mover) => mover !== "admin" || !who.includes("staff"));
      return named.length === 0
        ? []
        : [`${code(to)} (${named.map((mover) => movers[mover]).join(", ")})`];
    });
    return [code(from), next.join(", ")];
  });
  return table(["From", "To, and who changes it"], rows);
}

const scopeWords: Record<Scope, string> = {
  "config:read": "Read how the widget looks and what it offers.",
  "availability:read": "Read free times.",
  "bookings:write": "Hold a time, book it, join a waiting list.",
  "bookings:read": "Read a booking by its checkout session.",
  "verification:write": "Send a guest a code, and confirm it.",
};

function eventExample(): string {
  const { post } = openApiDocument().webhooks["booking.created"] as unknown as {
    post: { requestBody: { content: { "application/json": { example: unknown } } } };
  }; // made by webhookObjects
  return block(
    "json WebhookEvent",
    JSON.stringify(post.requestBody.content["application/json"].example, null, 2),
  );
}

const widget = element.modules[0]!.declarations[0]!; // the file describes one element
interface Named {
  name?: string | undefined;
  type?: { text: string } | undefined;
  description?: string | undefined;
}
function widgetReference(): string {
  const part = (title: string, entries: Named[]) => {
    const hasTypes = entries.some(({ type }) => type !== undefined);
    const rows = entries.map(({ name, type, description = "" }) => [
      code(name || "(none)"),
      ...(hasTypes ? [type ? code(type.text) : ""] : []),
      description,
    ]);
    return `## ${title}\n\n${table(["Name", ...(hasTypes ? ["Type"] : []), "Meaning"], rows)}`;
  };
  return [
    part("Attributes", widget.attributes),
    part("Methods", widget.members),
    part("Events", widget.events),
    part("Slots", widget.slots),
    part("Parts", widget.cssParts),
    part("Custom properties", widget.cssProperties),
  ].join("\n\n");
}

/** The signature check in each language, and a receiver that uses it. */
const samples = [
  { title: "TypeScript", ending: "ts", language: "ts", receiver: "Express" },
  { title: "Python", ending: "py", language: "python", receiver: "FastAPI" },
  { title: "PHP", ending: "php", language: "php", receiver: "plain PHP" },
  { title: "Go", ending: "go", language: "go", receiver: "net/http" },
];
const sampleFiles = import.meta.glob<string>("./samples/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
function sampleFile(name: string): string {
  const text = sampleFiles[`./samples/${name}`];
  if (text === undefined) throw new Error(`There is no sample ${name}.`);
  return text;
}
function samplesText(): string {
  return samples
    .map(({ title, ending, language, receiver }) => {
      const file = (name: string, words: string) =>
        block(`${language} ${name}.${ending}${words}`, sampleFile(`${name}.${ending}`));
      return `### ${title}\n\n${file("verify", "")}\n\n${file("receiver", `, with ${receiver}`)}`;
    })
    .join("\n\n");
}

/** Markdown generated from the code, which replaces `{{name}}` in the guide. */
export const guideParts: Record<string, () => string> = {
  base_url: () => env.BASE_URL,
  version: () => API_VERSION,
  errors: errorsTable,
  limits: limitsTable,
  caps: () => table(["What", "At most"], caps),
  statuses: statusTable,
  scopes: () =>
    table(
      ["Scope", "What it allows"],
      Scope.options.map((scope) => [code(scope), scopeWords[scope]]),
    ),
  idempotent: () =>
    operations
      .flatMap(({ operation: { path, idempotent } }) =>
        typeof idempotent === "object" ? [`- ${code(`POST ${path}`)}: ${idempotent.never}`] : [],
      )
      .join("\n"),
  events: () =>
    table(
      ["Event", "When it is sent"],
      webhookEventTypes.map((type) => [code(type), eventWords[type]]),
    ),
  changes: () =>
    table(
      ["Event", "When it is sent"],
      changeEventTypes.map((type) => [code(type), eventWords[type]]),
    ),
  event_example: eventExample,
  webhook_headers: () =>
    table(
      ["Header", "Value"],
      webhookHeaders.map(([name, words]) => [code(name), words]),
    ),
  attempts: () => String(ATTEMPT_DELAYS_MS.length),
  retries: () => ATTEMPT_DELAYS_MS.slice(1).map(spanOf).join(", "),
  samples: samplesText,
  vector: () => {
    const { secret, headers, body, now } = verificationVectors[0]!; // a plain delivery
    return block("json any", JSON.stringify({ secret, headers, body, now }, null, 2));
  },
  widget_reference: widgetReference,
};
