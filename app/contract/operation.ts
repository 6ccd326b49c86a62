import { z } from "zod";
import type { Role, Scope } from "./common";
import type { ErrorCode } from "./errors";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * How a test key may use an operation: it reads and changes test data (`test_data`), or reads what is neither live nor test, such as
 * services and hours (`settings`). Without either a test key is refused.
 */
export type TestKeyUse = "test_data" | "settings";

/** A signed-in user of at least a role; with `secret_key` a server that acts with such a role. */
export type SessionRule = {
  kind: "session";
  role: Role;
  secret_key: boolean;
  makes_tenant: boolean;
  test_key: TestKeyUse | null;
};
/** Any signed-in person, also without a tenant. */
export type AccountRule = { kind: "account" };
/** A website, by a publishable key with a scope. */
export type KeyRule = { kind: "key"; scope: Scope; test_key: TestKeyUse | null };
/** Anyone. What changes something refuses other websites' forms, unless the rule says why it need not. */
export type PublicRule = { kind: "public"; csrf: "checked" | { exempt: string } };
/** An outside service, by the signature it puts on the bytes it sends: they are checked before anything is made of them. */
export type ProviderRule<Name extends Provider = Provider> = {
  kind: "provider";
  provider: Name;
  max_bytes: number;
};
/** Every kind of caller there is. Each has its check in http/caller.server.ts; one without does not compile. */
export type CallerRule = SessionRule | AccountRule | KeyRule | PublicRule | ProviderRule;

/** The outside services that call. Each has its verifier in http/provider-signatures.server.ts. */
export type Provider =
  "postmark" | "payprovider" | "legacypay" | "google_calendar" | "microsoft_calendar";

/**
 * `secret_key: false` keeps server-to-server keys out (account deletion, connect, api-keys). `makes_tenant`: a person who is new here by an
 * identity provider gets a tenant of their own with the call.
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
/** Any person who has proven an address and is signed in, also without a tenant. */
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
  /** What it answers, with 202, when the work is too much for one request and goes on after it. */
  later?: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 302;
  /** Answers 200 instead, with the same body, where the record was there already. */
  may_exist?: true;
  /** When it answers 302 in place of that, to a page that its Location names. */
  redirects?: string;
  /**
   * Every POST of a caller whom we know takes an Idempotency-Key (takesIdempotencyKey). `true`: its handler keeps the answer in the transaction
   * that makes the change; without it http keeps the answer; `never`: why it cannot be kept.
   */
  idempotent?: true | { never: string };
  /** Its answer holds a secret that is shown once: what is kept of it for an Idempotency-Key is encrypted. */
  answers_secret?: true;
  /** Parameters that the contract does not name come with it: an outside service makes the address. */
  loose_query?: true;
  /** "multipart" for uploads; JSON otherwise. */
  accepts?: "json" | "multipart";
  limit?: LimitName;
  /** The record that it answers has a version, told as its ETag; where its body takes the version that was read, If-Match says it too. */
  versioned?: true;
  /**
   * Where the record that a 201 makes is, as its Location says: `:field` stands for that field of the answer. Left out: its own path and the
   * record's id, which a GET must answer.
   */
  location?: string;
  /** Answers with an ETag, and 304 to the If-None-Match that names it. */
  has_etag?: true;
  errors?: readonly ErrorCode[];
}

export function operation<const T extends OperationShape>(shape: T): T {
  return shape;
}

/** Whether the answer to a call with an Idempotency-Key is kept for the next one with it: of every POST, but where the contract says why not. */
export function takesIdempotencyKey({ method, caller, idempotent }: OperationShape): boolean {
  const isKnown = caller.kind === "session" || caller.kind === "key" || caller.kind === "account";
  return method === "POST" && isKnown && typeof idempotent !== "object";
}

/** The names that an operation's address takes after the `?`. A publishable key may be among them. */
export function queryNames({ query, caller }: OperationShape): string[] {
  return [
    ...(query === undefined ? [] : fieldsOf(query)),
    ...(caller.kind === "key" ? ["key"] : []),
  ];
}

/** Whether it answers a table too, as text/csv, by the parameter `format`. */
export const tableFormat = (operation: OperationShape): boolean =>
  queryNames(operation).includes("format");

/** The statuses of its successes: what else it answers is an error of the table. */
export function successStatuses({
  status = 200,
  later,
  may_exist,
  redirects,
  has_etag,
}: OperationShape): number[] {
  return [
    status,
    ...(may_exist ? [200] : []),
    ...(later ? [202] : []),
    ...(redirects === undefined ? [] : [302]),
    ...(has_etag ? [304] : []),
  ];
}

function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  throw new Error("A query is an object, or one that is transformed."); // at the first call, so in the sweep of every operation
}

type InferOr<T, Else> = T extends z.ZodType ? z.output<T> : Else;
export type ParamsOf<T extends OperationShape> = InferOr<T["params"], Record<string, string>>;
export type QueryOf<T extends OperationShape> = InferOr<T["query"], Record<string, never>>;
export type BodyOf<T extends OperationShape> = InferOr<T["body"], undefined>;
export type ReturnsOf<T extends OperationShape> = T["returns"] extends z.ZodType
  ? z.input<T["returns"]>
  : void;

/** The template of the Location of a 201; undefined for operations that make nothing. */
export const locationTemplate = ({ status, path, location }: OperationShape): string | undefined =>
  status === 201 ? (location ?? `${path}/:id`) : undefined;
