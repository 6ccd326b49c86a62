import { createHash } from "node:crypto";
import type { UserActor } from "~/domain/identity/actor";
import { type IdempotencyTicket, IdempotentReplay } from "~/lib/idempotency.server";

/**
 * The ticket of a form that must not do its work twice: `key` is a hidden field of the form, new each time it is shown. A form that was
 * shown once and is sent with other content is another request, so the content is part of the key.
 */
export function formTicket(
  actor: UserActor,
  page: string,
  key: string,
  content: unknown,
): IdempotencyTicket {
  const fingerprint = createHash("sha256").update(JSON.stringify(content)).digest();
  return {
    tenant_id: actor.tenant.id,
    route: `FORM ${page}`,
    key: `${actor.user_id} ${key} ${fingerprint.toString("base64url")}`,
    fingerprint,
    answer: (result) => ({ status: 201, body: JSON.stringify(result) }),
    earlier_key: null,
    isOfSameBody: () => false,
  };
}

/** The result of `work`; where the same form has done it before, what came of it then. */
export async function onceForForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdempotentReplay) return JSON.parse(error.body) as T; // written by the same work
    throw error;
  }
}
