import { z } from "zod";
import { bounded, Flag, Id, IdParams, Instant, InstantInput, pageOf, PageQuery, Role, Scope, text } from "./common";
import { operation, session } from "./operation";

/** An origin as a browser sends it (scheme, host, port), or `*.host` for every host below one. */
export const AllowedOrigin = bounded(255)
  .transform((value) => value.trim().toLowerCase())
  .refine(
    (value) => {
      if (/^\*\.([a-z0-9-]+\.)+[a-z]{2,}$/.test(value)) return true;
      // A star anywhere else would be taken for a letter and match nothing.
      return !value.includes("*") && URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);
    },
    { error: "Use an origin such as https://www.example.com, or *.example.com." },
  );

/** The person who knows a key's text: who made it, or gave it its newest one. */
const KeyMaker = z.object({
  id: Id.describe("of the user"),
  name: z.string().nullable().describe("as they were called then"),
  removed_at: Instant.nullable().describe(
    "since when they no longer work for the company; their keys work on until revoked",
  ),
});

/** A key as the company's admins see it: everything but its text. */
export const ApiKey = z.object({
  id: Id,
  kind: z.enum(["publishable", "secret"]),
  mode: z.enum(["live", "test"]),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(Scope),
  allowed_origins: z.array(z.string()),
  role: Role.nullable(),
  is_base: z.boolean(),
  widget_config_id: Id.nullable(),
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  created_at: Instant,
  created_by: KeyMaker.nullable().describe(
    "who knows its text: who made it, or rotated it last; null: a program, or long ago",
  ),
  revoked_at: Instant.nullable(),
  previous_key_expires_at: Instant.nullable().describe("until when the text before the last rotation is taken too"),
});
export type ApiKey = z.infer<typeof ApiKey>;
export const CreatedApiKey = ApiKey.extend({ key: z.string().describe("the secret text; shown once") });

const common = {
  name: text(80, 1),
  mode: z.enum(["live", "test"]).default("live"),
  expires_at: InstantInput.nullable().default(null),
};
const Scopes = z
  .array(Scope)
  .min(1)
  .max(5)
  .transform((scopes) => [...new Set(scopes)]);
const AllowedOrigins = z.array(AllowedOrigin).max(20);
/** A key to make: publishable ones stand in pages and have scopes, secret ones stay on servers and have a role. */
export const NewApiKey = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("publishable"),
    ...common,
    scopes: Scopes.default(["config:read", "availability:read", "bookings:write"]),
    allowed_origins: AllowedOrigins.default([]),
    widget_config_id: Id.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal("secret"), ...common, role: z.enum(["viewer", "staff", "admin"]) }),
]);
export type NewApiKey = z.output<typeof NewApiKey>;

export const ApiKeyPatch = z
  .strictObject({
    name: common.name,
    scopes: Scopes.describe("publishable keys only; the base key has all"),
    allowed_origins: AllowedOrigins.describe("publishable keys only"),
    widget_config_id: Id.nullable().describe("publishable keys only"),
    expires_at: InstantInput.nullable().describe("not for the base key"),
  })
  .partial();
export type ApiKeyPatch = z.output<typeof ApiKeyPatch>;
/** How a key gets a new text. */
export const KeyRotation = z.strictObject({
  overlap_hours: z.int().min(0).max(24).default(24).describe("how long the old text is taken too; 0 after a leak"),
});
export type KeyRotation = z.output<typeof KeyRotation>;

/** Which keys a list shows. */
export const ApiKeyFilter = PageQuery.extend({
  created_by: Id.optional().describe("keys whose text this user knows"),
  created_by_removed: Flag.optional().describe("true: keys of users who have been removed; false: all others"),
});
export type ApiKeyFilter = z.output<typeof ApiKeyFilter>;
/** Whose secret keys end. */
export const KeyRevocation = z.strictObject({ created_by: Id.describe("the user, also one who has been removed") });
export type KeyRevocation = z.output<typeof KeyRevocation>;

export const apiKeys = {
  list: operation({
    method: "GET",
    path: "/api/api-keys",
    caller: session("admin", { secret_key: false }),
    summary: "List API keys (metadata only), the newest first",
    query: ApiKeyFilter,
    returns: pageOf(ApiKey),
  }),
  create: operation({
    method: "POST",
    path: "/api/api-keys",
    caller: session("admin", { secret_key: false }),
    summary: "Create an API key; its secret text is in this answer only",
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
    summary: "The base publishable key (all scopes), created when absent; may be shown again",
    returns: CreatedApiKey,
  }),
  revokeAll: operation({
    method: "POST",
    path: "/api/api-keys/revoke-all",
    caller: session("admin", { secret_key: false }),
    summary: "Revoke every secret key that one user made, at once and for good; publishable keys stay",
    body: KeyRevocation,
    returns: z.object({ revoked: z.int().describe("how many keys") }),
    errors: ["not_found"],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/api-keys/:id",
    caller: session("admin", { secret_key: false }),
    summary: "Change a key's name, scopes, allowed origins, widget configuration or expiry",
    params: IdParams,
    body: ApiKeyPatch,
    returns: ApiKey,
    errors: ["invalid_transition"],
  }),
  revoke: operation({
    method: "DELETE",
    path: "/api/api-keys/:id",
    caller: session("admin", { secret_key: false }),
    summary: "Revoke a key immediately and permanently; its metadata stays listed",
    params: IdParams,
    status: 204,
  }),
  rotate: operation({
    method: "POST",
    path: "/api/api-keys/:id/rotate",
    caller: session("admin", { secret_key: false }),
    summary: "Give a key a new secret text, in this answer only; the old one is taken for 24 hours more",
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
