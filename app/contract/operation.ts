import type { z } from "zod";
import type { Role, Scope } from "./common";
import type { ErrorCode } from "./errors";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Who may call: a signed-in user (or a secret key) of at least a role, a publishable key with a scope, anyone, or a provider. */
export type SessionRule = { kind: "session"; role: Role; secret_key: boolean; makes_tenant: boolean };
export type KeyRule = { kind: "key"; scope: Scope };
export type PublicRule = { kind: "public"; account?: true };
export type CallerRule = SessionRule | KeyRule | PublicRule | { kind: "provider" };

/**
 * `secret_key: false` keeps server-to-server keys out (account deletion, connect, api-keys). `makes_tenant`: whoever is new here by an
 * identity provider gets a tenant of his own with the call.
 */
export const session = (role: Role, options: { secret_key?: boolean; makes_tenant?: boolean } = {}): SessionRule => ({
  kind: "session",
  role,
  secret_key: options.secret_key ?? true,
  makes_tenant: options.makes_tenant ?? false,
});
export const key = (scope: Scope): KeyRule => ({ kind: "key", scope });
export const anyone: PublicRule = { kind: "public" };
/** Whoever has proven an address and is signed in, also when he belongs to no tenant yet. */
export const anyAccount: PublicRule = { kind: "public", account: true };

/** The rows of the limit table (http/limits.server.ts) an operation counts against. */
export type LimitName =
  | "session"
  | "key_read"
  | "widget_booking"
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
  status?: 200 | 201 | 202 | 204;
  /** Takes an Idempotency-Key; its answer is stored in the transaction that makes the change. */
  idempotent?: boolean;
  /** "multipart" for uploads; JSON otherwise. */
  accepts?: "json" | "multipart" | "raw";
  limit?: LimitName;
  /** Answers with an ETag, and 304 to the If-None-Match that names it. */
  tagged?: true;
  errors?: readonly ErrorCode[];
}

export function operation<const T extends OperationShape>(shape: T): T {
  return shape;
}

type InferOr<T, Else> = T extends z.ZodType ? z.output<T> : Else;
export type ParamsOf<T extends OperationShape> = InferOr<T["params"], Record<string, string>>;
export type QueryOf<T extends OperationShape> = InferOr<T["query"], Record<string, never>>;
export type BodyOf<T extends OperationShape> = InferOr<T["body"], undefined>;
export type ReturnsOf<T extends OperationShape> = T["returns"] extends z.ZodType ? z.input<T["returns"]> : void;
