import type { Role } from "~/contract/common";
import { sha256 } from "~/lib/crypto.server";
import { type KeyActor, lowerRole, type SecretKeyActor } from "../identity/actor";
import { toTenant } from "../identity/find-tenant.sql.server";
import { toRules } from "./choose-configuration.server";
import { findByHash, findById, type KeyRow, touchKey } from "./find-key.sql.server";
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
  if (row.role !== null) return secretKeyActor(row, row.role, request_id);
  const base = { tenant, request_id, key_id: row.id, name: row.name, mode: row.mode };
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

/**
 * A secret key with its present permissions, for work that a job continues after its request; null:
 * it was revoked or has expired, or its maker has left.
 */
export async function findSecretKeyActor(
  tenantId: string,
  id: string,
): Promise<SecretKeyActor | null> {
  const row = await findById(tenantId, id);
  if (row === null || row.role === null || row.is_expired || hasLostMaker(row)) return null;
  return secretKeyActor(row, row.role, null);
}

function secretKeyActor(
  { id, name, mode, maker, tenant }: KeyRow,
  role: Role,
  request_id: string | null,
): SecretKeyActor {
  return {
    kind: "secret_key",
    tenant: toTenant(tenant),
    request_id,
    key_id: id,
    name,
    mode,
    role: maker === null ? role : lowerRole(role, maker.role),
    resource_ids: maker === null || maker.resource_ids.length === 0 ? null : maker.resource_ids,
  };
}

const hasLostMaker = ({ kind, maker_id, maker }: KeyRow): boolean =>
  kind === "secret" && maker_id !== null && maker === null;
