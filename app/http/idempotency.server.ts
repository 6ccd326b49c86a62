import { createHash } from "node:crypto";
import type { OperationShape } from "~/contract/operation";
import type { Actor } from "~/domain/identity/actor";
import { invalidField } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";

/** The ticket of a call with an Idempotency-Key; null without one. Throws validation_failed for a key that is empty or too long. */
export function ticketOf(
  request: Request,
  operation: OperationShape,
  actor: Actor | null,
  path: string,
  body: unknown,
  answer: IdempotencyTicket["answer"],
): IdempotencyTicket | null {
  const key = request.headers.get("Idempotency-Key");
  if (!operation.idempotent || key === null || actor === null) return null;
  if (key.length < 1 || key.length > 255) throw invalidField("Idempotency-Key", "Use 1 to 255 characters.");
  return makeTicket(actor, `${operation.method} ${path}`, key, body, answer);
}

function makeTicket(
  actor: Actor,
  route: string,
  key: string,
  body: unknown,
  answer: IdempotencyTicket["answer"],
): IdempotencyTicket {
  return {
    tenant_id: actor.tenant.id,
    route,
    // Two callers of one tenant who send the same text mean two different things by it.
    key: `${principalOf(actor)} ${key}`,
    // Of the body as it was understood: white space and the order of names make no other call.
    fingerprint: fingerprintOf(body),
    answer,
  };
}

const fingerprintOf = (body: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest();

/**
 * The ticket of a form that carries a key of its own. A visitor who goes back and changes what they typed sends the same key with other
 * words, and means another call.
 */
export function formTicket(actor: Actor, route: string, key: string, body: unknown): IdempotencyTicket {
  const own = `${key.slice(0, 100)} ${fingerprintOf(body).toString("base64url")}`;
  return makeTicket(actor, route, own, body, (result) => ({ status: 201, body: JSON.stringify(result) }));
}

/** The person, key or guest whose Idempotency-Key it is. */
function principalOf(actor: Actor): string {
  if (actor.kind === "user") return actor.user_id;
  if ("key_id" in actor) return actor.key_id;
  return "booking_id" in actor ? actor.booking_id : actor.kind;
}
