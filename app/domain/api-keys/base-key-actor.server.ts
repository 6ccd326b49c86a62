import { AppError } from "~/lib/app-error";
import type { KeyActor } from "../identity/actor";
import { findBySlug, findTenant } from "../identity/find-tenant.sql.server";
import { getBaseKey } from "./api-keys.server";
import { findKey } from "./find-key.server";

/** A visitor of the company's own page: the bearer of its base key. */
export interface BaseKeyCaller {
  actor: KeyActor;
  /** The key's text, which is public. */
  key: string;
  is_demo: boolean;
}

/**
 * The base publishable key of the company with this slug, as a caller; created if missing. null:
 * there is no such company, or its base key has expired.
 */
export async function findBaseKeyCaller(
  slug: string,
  requestId: string | null,
): Promise<BaseKeyCaller | null> {
  const row = await findBySlug(slug);
  const tenant = row === null ? null : await findTenant(row.id);
  if (row === null || tenant === null) return null;
  const { key } = await getBaseKey({ kind: "system", tenant, request_id: requestId });
  try {
    const actor = await findKey(key, requestId);
    return actor.kind === "publishable_key" ? { actor, key, is_demo: row.is_demo } : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "key_expired") return null;
    throw error;
  }
}
