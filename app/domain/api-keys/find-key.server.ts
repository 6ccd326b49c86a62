import { sha256 } from "~/lib/crypto.server";
import type { KeyActor, SecretKeyActor } from "../identity/actor";
import { toTenant } from "../identity/find-tenant.sql.server";
import { toRules } from "./choose-configuration.server";
import { findByHash, touchKey } from "./find-key.sql.server";
import { readKey } from "./key-format";
import { expiredKey, mistypedKey, unrecognizedKey, unknownKey } from "./key-refusals";

/**
 * The caller behind a key's text, with its tenant and its widget's rules in one trip. Throws invalid_key (mistyped, unknown and revoked
 * sound different only where the checksum alone tells) and key_expired.
 */
export async function findKey(
  text: string,
  request_id: string | null,
  origin: string | null = null,
): Promise<KeyActor | SecretKeyActor> {
  const prefix = readKey(text);
  if (prefix === "typo") throw mistypedKey(text);
  if (prefix === null) throw unrecognizedKey();
  const row = await findByHash(sha256(text));
  if (row === null) throw unknownKey(text);
  if (row.is_expired) throw expiredKey(text);
  const tenant = toTenant(row.tenant);
  if (row.is_stale) await touchKey(tenant.id, row.id);
  const base = { tenant, request_id, key_id: row.id, name: row.name, mode: row.mode };
  if (row.role !== null) return { kind: "secret_key", ...base, role: row.role, resource_ids: null };
  const { scopes, allowed_origins, widget_config_id } = row;
  const configuration = toRules(row.configuration);
  return {
    ...{ kind: "publishable_key", ...base, scopes, allowed_origins, widget_config_id },
    ...{ configuration, origin },
  };
}
