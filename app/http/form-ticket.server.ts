import type { UserActor } from "~/domain/identity/actor";
import { type IdempotencyTicket, IdempotentReplay } from "~/lib/idempotency.server";
import { fingerprintOf } from "./idempotency.server";

/**
 * The idempotency ticket of a form that must not be processed twice. `key` is a hidden field, new
 * each time the form is rendered. The content is part of the key: the same form sent with other
 * content is a new request.
 */
export function formTicket(
  actor: UserActor,
  page: string,
  key: string,
  content: unknown,
): IdempotencyTicket {
  const fingerprint = fingerprintOf(content);
  return {
    tenant_id: actor.tenant.id,
    route: `FORM ${page}`,
    key: `${actor.user_id} ${key} ${fingerprint.toString("base64url")}`,
    fingerprint,
    answer: (result) => ({ status: 201, body: JSON.stringify(result) }),
  };
}

/** Runs `work`, or returns its stored result when the same form has been processed before. */
export async function onceForForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdempotentReplay) return JSON.parse(error.body) as T; // stored from the same function's result
    throw error;
  }
}
