import { invalidField } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { findAllowedOrigins } from "../api-keys/api-keys.sql.server";
import { allowsOrigin } from "../api-keys/origins";
import type { Actor } from "../identity/actor";
import type { ReturnAddresses } from "./create-checkout.server";

/**
 * Throws validation_failed for a URL that is neither ours nor on an origin that a key of the tenant
 * allows.
 */
export async function checkReturns(actor: Actor, addresses: ReturnAddresses): Promise<void> {
  const given = Object.entries(addresses).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (given.length === 0) return;
  const allowed = await findAllowedOrigins(actor.tenant.id);
  for (const [field, address] of given) {
    const { origin } = new URL(address);
    const isOurs = origin === env.BASE_URL;
    if (!isOurs && !(allowed.length > 0 && allowsOrigin(allowed, origin)))
      throw invalidField(
        field,
        "This address is not on an origin that a key of yours allows.",
        "origin_not_allowed",
      );
  }
}
