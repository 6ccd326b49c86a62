import { sha256 } from "~/lib/crypto.server";
import { type KeyActor, lowerRole, type SecretKeyActor } from "../identity/actor";
import { toTenant } from "../identity/find-tenant.sql.server";
import { toRules } from "./choose-configuration.server";
import { findByHash, type KeyRow, touchKey } from "./find-key.sql.server";
import { readKey } from "./key-format";
import { expiredKey, mistypedKey, unrecognizedKey, unknownKey } from "./key-refusals";

/**
 * The caller behind a key's text, with its tenant and its widget's rules in one round trip. A
 * secret key never has more permissions than the member who knows its text has at present, and none
 * once they have left. Throws invalid_key (mistyped, unknown and revoked keys differ only as far as
 * the checksum tells) and key_expired.
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
  if (row === null || hasLostMaker(row)) throw unknownKey(text);
  if (row.is_expired) throw expiredKey(text);
  const tenant = toTenant(row.tenant);
  if (row.is_stale) await touchKey(tenant.id, row.id);
  const base = { tenant, request_id, key_id: row.id, name: row.name, mode: row.mode };
  if (row.role !== null) {
    const { maker } = row;
    return {
      kind: "secret_key",
      ...base,
      role: maker === null ? row.role : lowerRole(row.role, maker.role),
      resource_ids: maker === null || maker.resource_ids.length === 0 ? null : maker.resource_ids,
    };
  }
  const { scopes, allowed_origins, widget_config_id } = row;
  const configuration = toRules(row.configuration);
  return {
    kind: "publishable_key",
    ...base,
    scopes,
    allowed_origins,
    widget_config_id,
    configuration,
    origin,
  };
}

const hasLostMaker = ({ kind, maker_id, maker }: KeyRow): boolean =>
  kind === "secret" && maker_id !== null && maker === null;
