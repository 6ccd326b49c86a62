import { z } from "zod";
import type { Role, Scope } from "./common";
import type { ErrorCode } from "./errors";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * How a test key may use an operation: to read and change test data (`test_data`), or to read data
 * that is neither live nor test, such as services and hours (`settings`). Without either, test keys
 * are refused.
 */
export type TestKeyUse = "test_data" | "settings";

/** A signed-in user of at least a role; with `secret_key` also a server with such a role. */
export type SessionRule = {
  kind: "session";
  role: Role;
  secret_key: boolean;
  makes_tenant: boolean;
  test_key: TestKeyUse | null;
};
/** Any signed-in person, with or without a tenant. */
export type AccountRule = { kind: "account" };
/** A website, by a publishable key with a scope. */
export type KeyRule = { kind: "key"; scope: Scope; test_key: TestKeyUse | null };
/** Anyone. Changes refuse other websites' forms unless the rule gives a reason for an exemption. */
export type PublicRule = { kind: "public"; csrf: "checked" | { exempt: string } };
/** An external service, by its signature over the raw bytes, which is verified before parsing. */
export type ProviderRule<Name extends Provider = Provider> = {
  kind: "provider";
  provider: Name;
  max_bytes: number;
};
/**
 * All kinds of callers. Each has a check in http/caller.server.ts; a missing one does not compile.
 */
export type CallerRule = SessionRule | AccountRule | KeyRule | PublicRule | ProviderRule;

/**
 * External services that send webhooks. Each has a verifier in http/provider-signatures.server.ts.
 */
export type Provider =
  "postmark" | "twilio" | "payprovider" | "legacypay" | "google_calendar" | "microsoft_calendar";

/**
 * `secret_key: false` excludes server-to-server keys (account deletion, connect, api-keys).
 * `makes_tenant`: a new person signed in through an identity provider gets a tenant with the call.
 */
export const session = (
  role: Role,
  options: { secret_key?: boolean; makes_tenant?: boolean; test_key?: TestKeyUse } = {},
): SessionRule => ({
  kind: "session",
  role,
  secret_key: options.secret_key ?? true,
  makes_tenant: options.makes_tenant ?? false,
  test_key: options.test_key ?? null,
});
export const key = (scope: Scope, options: { test_key?: TestKeyUse } = {}): KeyRule => ({
  kind: "key",
  scope,
  test_key: options.test_key ?? null,
});
export const anyone: PublicRule = { kind: "public", csrf: "checked" };
/** Any signed-in person with a verified address, with or without a tenant. */
export const anyAccount: AccountRule = { kind: "account" };
export const provider = <Name extends Provider>(
  name: Name,
  max_bytes: number,
): ProviderRule<Name> => ({
  kind: "provider",
  provider: name,
  max_bytes,
});

/** The rows of the limit table (http/limit-table.server.ts) an operation counts against. */
export type LimitName =
  | "session"
  | "provider"
  | "unknown_key"
  | "calendar_feed"
  | "guest_page"
  | "key_read"
  | "widget_booking"
  | "widget_hold"
  | "widget_preview"
  | "widget_visit_times"
  | "verify"
  | "verify_confirm"
  | "send_code"
  | "verify_code"
  | "create_tenant"
  | "upload";

export interface OperationShape {
  method: Method;
  path: string;
  caller: CallerRule;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  returns?: z.ZodType;
  /** The 202 response, when the work continues after the request. */
  later?: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 302;
  /** Returns 200 with the same body if the record already existed. */
  may_exist?: true;
  /** When it redirects (302) to a page instead. */
  redirects?: string;
  /**
   * Every POST of an authenticated caller takes an Idempotency-Key (takesIdempotencyKey). `true`:
   * the handler stores the response in the transaction of the change; by default http stores it;
   * `never`: the reason why it can't be stored.
   */
  idempotent?: true | { never: string };
  /** The response contains a secret shown once; its stored copy is encrypted. */
  answers_secret?: true;
  /** Accepts parameters outside the contract, because an external service builds the URL. */
  loose_query?: true;
  /** "multipart" for uploads, "form" for a provider's form fields; JSON otherwise. */
  accepts?: "json" | "multipart" | "form";
  limit?: LimitName;
  /**
   * The returned record has a version, sent as its ETag. If the body takes the version that was
   * read, If-Match is equivalent.
   */
  versioned?: true;
  /**
   * Template of a 201's Location; `:field` is a field of the response. Default: the path plus the
   * record's id, which a GET must serve.
   */
  location?: string;
  /** Sends an ETag, and 304 for a matching If-None-Match. */
  has_etag?: true;
  errors?: readonly ErrorCode[];
}

export function operation<const T extends OperationShape>(shape: T): T {
  return shape;
}

/**
 * Whether a call's response is stored under its Idempotency-Key: every POST, unless the contract
 * gives a reason.
 */
export function takesIdempotencyKey({ method, caller, idempotent }: OperationShape): boolean {
  const isKnown = caller.kind === "session" || caller.kind === "key" || caller.kind === "account";
  return method === "POST" && isKnown && typeof idempotent !== "object";
}

/** Names of the query parameters. A publishable key may be one of them. */
export function queryNames({ query, caller }: OperationShape): string[] {
  return [
    ...(query === undefined ? [] : fieldsOf(query)),
    ...(caller.kind === "key" ? ["key"] : []),
  ];
}

/** Whether it also returns text/csv, by the parameter `format`. */
export const tableFormat = (operation: OperationShape): boolean =>
  queryNames(operation).includes("format");

function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  throw new Error("A query is an object, or one that is transformed."); // found by the sweep over all operations
}

type InferOr<T, Else> = T extends z.ZodType ? z.output<T> : Else;
export type ParamsOf<T extends OperationShape> = InferOr<T["params"], Record<string, string>>;
export type QueryOf<T extends OperationShape> = InferOr<T["query"], Record<string, never>>;
export type BodyOf<T extends OperationShape> = InferOr<T["body"], undefined>;
export type ReturnsOf<T extends OperationShape> = T["returns"] extends z.ZodType
  ? z.input<T["returns"]>
  : void;

/** The Location template of a 201; undefined for operations that create nothing. */
export const locationTemplate = ({ status, path, location }: OperationShape): string | undefined =>
  status === 201 ? (location ?? `${path}/:id`) : undefined;
