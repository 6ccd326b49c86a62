import sql from "sql-template-tag";
import type { Role, Scope } from "~/contract/common";
import { sha256 } from "~/lib/crypto.server";
import { type NamedStatement, pool, prepared } from "~/lib/db.server";
import type { KeyActor, SecretKeyActor } from "../identity/actor";
import { TENANT_JSON, toTenant } from "../identity/find-tenant.sql.server";
import { CONFIGURATION_JSON, type ConfigurationRow, toRules } from "./choose-configuration.server";
import { readKey } from "./key-format";
import { expiredKey, mistypedKey, noKeyOfOurs, unknownKey } from "./key-refusals";

interface KeyRow {
  id: string;
  kind: "publishable" | "secret";
  mode: "live" | "test";
  name: string;
  scopes: Scope[];
  allowed_origins: string[];
  role: Role | null;
  widget_config_id: string | null;
  configuration: ConfigurationRow | null;
  is_expired: boolean;
  is_stale: boolean;
  tenant: Parameters<typeof toTenant>[0];
}

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
  if (prefix === null) throw noKeyOfOurs();
  const hash = sha256(text);
  const result = await pool.query<KeyRow>(keyStatement(hash));
  const row = result.rows[0];
  if (row === undefined) throw unknownKey(text);
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

function keyStatement(hash: Buffer): NamedStatement {
  return prepared(sql`
    select k.id, k.kind, k.mode, k.name, k.scopes, k.allowed_origins, k.role, k.widget_config_id, k.expires_at <= now() as is_expired,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as is_stale,
      (select json_build_object(${TENANT_JSON}) from tenant t where t.id = k.tenant_id) as tenant,
      (select ${CONFIGURATION_JSON} from widget_config w where w.tenant_id = k.tenant_id
        and case when k.widget_config_id is null then w.is_default else w.id = k.widget_config_id end) as configuration
    from api_key k
    where (k.key_hash = ${hash} or (k.previous_key_hash = ${hash} and k.previous_key_expires_at > now())) and k.revoked_at is null`);
}

/** Once a minute at most: a write per read would cost more than the read. */
async function touchKey(tenantId: string, id: string): Promise<void> {
  await pool.query(sql`update api_key set last_used_at = now() where tenant_id = ${tenantId} and id = ${id}`);
}
