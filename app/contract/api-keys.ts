import { z } from "zod";
import {
  bounded,
  Flag,
  Id,
  IdParams,
  Instant,
  InstantInput,
  pageOf,
  PageQuery,
  Role,
  Scope,
  text,
} from "./common";
import { CreatedAt } from "./fields";
import { operation, session } from "./operation";

/** An origin as browsers send it (scheme, host, port), or `*.host` for all subdomains. */
export const AllowedOrigin = bounded(255)
  .transform((value) => value.trim().toLowerCase())
  .refine(
    (value) => {
      if (/^\*\.([a-z0-9-]+\.)+[a-z]{2,}$/.test(value)) return true;
      // A star elsewhere would be taken literally and match nothing.
      return (
        !value.includes("*") &&
        URL.canParse(value) &&
        new URL(value).origin === value &&
        /^https?:/.test(value)
      );
    },
    { error: "Use an origin such as https://www.example.com, or *.example.com." },
  )
  .describe("An origin such as https://www.example.com, or *.example.com for all its subdomains.");

/** The person who has seen the key's text: its creator, or whoever rotated it last. */
const KeyMaker = z.object({
  id: Id.describe("ID of the user."),
  name: z.string().nullable().describe("Name of the user at that time; null if unknown."),
  removed_at: Instant.nullable().describe(
    "When the user was removed, in UTC; null if they weren't. Their secret keys ended then; publishable ones keep working.",
  ),
});

export const ApiKey = z
  .object({
    id: Id.describe("ID of the key."),
    kind: z
      .enum(["publishable", "secret"])
      .describe("Whether the key is publishable (for websites) or secret (for servers)."),
    mode: z.enum(["live", "test"]).describe("Whether the key works on live or test data."),
    name: z.string().describe("Name of the key."),
    prefix: z.string().describe("First characters of the key, e.g. pk_live_."),
    last4: z.string().describe("Last four characters of the key."),
    scopes: z.array(Scope).describe("What a publishable key may be used for."),
    allowed_origins: z.array(z.string()).describe("Websites that may use the key; any if empty."),
    role: Role.nullable().describe(
      "Role of a secret key, which never does more than its user's role today; null for a publishable one.",
    ),
    is_base: z.boolean().describe("Whether it is the tenant's base key."),
    widget_config_id: Id.nullable().describe(
      "ID of the widget configuration linked to the key; null for the default.",
    ),
    expires_at: Instant.nullable().describe("When the key expires, in UTC; null if it doesn't."),
    last_used_at: Instant.nullable().describe("When the key was last used, in UTC; null if never."),
    created_at: CreatedAt,
    created_by: KeyMaker.nullable().describe(
      "User who knows the key's text: its creator, or who rotated it last; null if unknown or created by a program.",
    ),
    revoked_at: Instant.nullable().describe("When the key was revoked, in UTC; null if it wasn't."),
    previous_key_expires_at: Instant.nullable().describe(
      "Until when the text before the last rotation also works, in UTC; null if it no longer does.",
    ),
  })
  .describe("An API key, without its secret text.");
export type ApiKey = z.infer<typeof ApiKey>;
export const CreatedApiKey = ApiKey.extend({
  key: z.string().describe("Text of the key; shown only once."),
}).describe("A key with its text, which is shown only once.");

const common = {
  name: text(80, 1).describe("Name of the key, at most 80 characters."),
  mode: z
    .enum(["live", "test"])
    .default("live")
    .describe("Whether the key works on live or test data."),
  expires_at: InstantInput.nullable()
    .default(null)
    .describe("When the key expires, RFC 3339; null for never."),
};
const Scopes = z
  .array(Scope)
  .min(1)
  .max(5)
  .transform((scopes) => [...new Set(scopes)]);
const AllowedOrigins = z.array(AllowedOrigin).max(20);
export const NewApiKey = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("publishable").describe("Creates a publishable key, for websites."),
      ...common,
      scopes: Scopes.default(["config:read", "availability:read", "bookings:write"]).describe(
        "What the key may be used for.",
      ),
      allowed_origins: AllowedOrigins.default([]).describe(
        "Websites that may use the key, at most 20; any if empty.",
      ),
      widget_config_id: Id.nullable()
        .default(null)
        .describe("ID of the widget configuration to link to the key; null for the default."),
    }),
    z.strictObject({
      kind: z.literal("secret").describe("Creates a secret key, for servers."),
      ...common,
      role: z.enum(["viewer", "staff", "admin"]).describe("Role of the key."),
    }),
  ])
  .describe("A key to create: publishable for websites, secret for servers.");
export type NewApiKey = z.output<typeof NewApiKey>;

export const ApiKeyPatch = z
  .strictObject({
    name: common.name,
    scopes: Scopes.describe(
      "What the key may be used for; publishable keys only. The base key has all scopes.",
    ),
    allowed_origins: AllowedOrigins.describe(
      "Websites that may use the key; publishable keys only.",
    ),
    widget_config_id: Id.nullable().describe(
      "ID of the widget configuration to link; publishable keys only. Null for the default.",
    ),
    expires_at: InstantInput.nullable().describe(
      "When the key expires, RFC 3339; null for never. Not for the base key.",
    ),
  })
  .partial()
  .describe("Fields of a key to change.");
export type ApiKeyPatch = z.output<typeof ApiKeyPatch>;
export const KeyRotation = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(24)
      .default(24)
      .describe("Hours the old text keeps working, 0 to 24; use 0 after a leak."),
  })
  .describe("How long the old text of the key keeps working.");
export type KeyRotation = z.output<typeof KeyRotation>;

/** Filters of the list of keys. */
export const ApiKeyFilter = PageQuery.extend({
  created_by: Id.optional().describe("Only keys whose text this user knows."),
  created_by_removed: Flag.optional().describe(
    "Only keys of removed users (true) or all others (false).",
  ),
});
export type ApiKeyFilter = z.output<typeof ApiKeyFilter>;
export const KeyRevocation = z
  .strictObject({ created_by: Id.describe("ID of the user, who may have been removed.") })
  .describe("The user whose secret keys to revoke.");
export type KeyRevocation = z.output<typeof KeyRevocation>;

export const apiKeys = {
  list: operation({
    method: "GET",
    path: "/api/api-keys",
    caller: session("admin", { secret_key: false }),
    summary: "List API keys without their text, newest first",
    query: ApiKeyFilter,
    returns: pageOf(ApiKey),
  }),
  create: operation({
    method: "POST",
    path: "/api/api-keys",
    caller: session("admin", { secret_key: false }),
    summary: "Create an API key; its text is shown only once",
    body: z.preprocess(
      (body) => (isObject(body) && !("kind" in body) ? { ...body, kind: "publishable" } : body),
      NewApiKey,
    ),
    returns: CreatedApiKey,
    status: 201,
    errors: ["already_exists"],
    answers_secret: true,
  }),
  base: operation({
    method: "GET",
    path: "/api/api-keys/base",
    caller: session("admin", { secret_key: false }),
    summary: "Get the base publishable key (all scopes), created if needed; can be shown again",
    returns: CreatedApiKey,
  }),
  revokeAll: operation({
    method: "POST",
    path: "/api/api-keys/revoke-all",
    caller: session("admin", { secret_key: false }),
    summary:
      "Revoke all secret keys of a user at once; publishable keys stay. This can't be undone",
    body: KeyRevocation,
    returns: z.object({ revoked: z.int().describe("Number of keys revoked.") }),
    errors: ["not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/api-keys/:id",
    caller: session("admin", { secret_key: false }),
    summary: "Get an API key without its text",
    params: IdParams,
    returns: ApiKey,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/api-keys/:id",
    caller: session("admin", { secret_key: false }),
    summary: "Update a key's name, scopes, allowed origins, widget configuration or expiry",
    params: IdParams,
    body: ApiKeyPatch,
    returns: ApiKey,
    errors: ["invalid_transition"],
  }),
  revoke: operation({
    method: "DELETE",
    path: "/api/api-keys/:id",
    caller: session("admin", { secret_key: false }),
    summary: "Revoke a key at once; it stays listed. This can't be undone",
    params: IdParams,
    status: 204,
  }),
  rotate: operation({
    method: "POST",
    path: "/api/api-keys/:id/rotate",
    caller: session("admin", { secret_key: false }),
    summary:
      "Rotate a key; the new text is shown only once, and the old one works for up to 24 hours more",
    params: IdParams,
    body: KeyRotation,
    returns: CreatedApiKey,
    errors: ["invalid_transition"],
    answers_secret: true,
  }),
};

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
