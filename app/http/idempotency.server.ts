import { createHash } from "node:crypto";
import { type OperationShape, takesIdempotencyKey } from "~/contract/operation";
import type { Actor } from "~/domain/identity/actor";
import type { SignedIn } from "~/domain/identity/sessions.sql.server";
import { invalidField } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import type { Caller } from "./caller.server";

/**
 * The sender of a key: a caller of a tenant, or a person whose tenant doesn't exist yet (the id is
 * then empty).
 */
interface Sender {
  tenant_id: string;
  principal: string;
}

/**
 * The ticket of a call with an Idempotency-Key; null without one, or when the operation takes none.
 * `sent` is the body before its schema fills in defaults, so that a later version with more fields
 * still recognizes the call. Throws validation_failed for an empty or too long key, even when the
 * operation ignores it.
 */
export async function ticketOf(
  request: Request,
  operation: OperationShape,
  { actor, account }: Caller,
  path: string,
  sent: unknown,
  answer: IdempotencyTicket["answer"],
): Promise<IdempotencyTicket | null> {
  const key = request.headers.get("Idempotency-Key");
  if (operation.method !== "POST" || operation.caller.kind === "provider" || key === null)
    return null;
  if (key.length < 1 || key.length > 255)
    throw invalidField("Idempotency-Key", "Use 1 to 255 characters.");
  const sender = senderOf(actor, account);
  if (!takesIdempotencyKey(operation) || sender === null) return null;
  const route = `${operation.method} ${path}`;
  return makeTicket(sender, route, key, await withoutFiles(sent), answer);
}

function senderOf(actor: Actor | null, account: SignedIn | null): Sender | null {
  if (actor !== null) return { tenant_id: actor.tenant.id, principal: principalOf(actor) };
  return account && { tenant_id: "", principal: account.account.id };
}

/** Replaces the files in a body by their hashes. */
async function withoutFiles(body: unknown): Promise<unknown> {
  if (!isRecord(body) || !Object.values(body).some((value) => value instanceof Blob)) return body;
  const parts = Object.entries(body).map(async ([name, value]) => [
    name,
    value instanceof Blob
      ? createHash("sha256")
          .update(await value.bytes())
          .digest("hex")
      : value,
  ]);
  return Object.fromEntries((await Promise.all(parts)) as [string, unknown][]);
}

function makeTicket(
  { tenant_id, principal }: Sender,
  route: string,
  key: string,
  body: unknown,
  answer: IdempotencyTicket["answer"],
): IdempotencyTicket {
  return {
    tenant_id,
    route,
    // Keys are scoped to the caller: two callers of one tenant may send the same text.
    key: `${principal} ${key}`,
    fingerprint: fingerprintOf(body),
    answer,
  };
}

/**
 * SHA-256 of the body's JSON with sorted keys: white space and the order of fields don't matter.
 */
export const fingerprintOf = (body: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(body, (_, value: unknown) => sortedKeys(value)) ?? "")
    .digest();

const sortedKeys = (value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The ticket of a form with its own key. Going back and sending the form with other values reuses
 * the key but is a new request.
 */
export function formTicket(
  actor: Actor,
  route: string,
  key: string,
  body: unknown,
): IdempotencyTicket {
  const own = `${key.slice(0, 100)} ${fingerprintOf(body).toString("base64url")}`;
  const sender = { tenant_id: actor.tenant.id, principal: principalOf(actor) };
  return makeTicket(sender, route, own, body, (result) => ({
    status: 201,
    body: JSON.stringify(result),
  }));
}

/** The owner of an Idempotency-Key: person, key or guest. */
function principalOf(actor: Actor): string {
  if (actor.kind === "user") return actor.user_id;
  if ("key_id" in actor) return actor.key_id;
  return "booking_id" in actor ? actor.booking_id : actor.kind;
}
