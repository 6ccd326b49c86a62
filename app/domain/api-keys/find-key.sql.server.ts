import sql from "sql-template-tag";
import type { Role, Scope } from "~/contract/common";
import { pool, prepared } from "~/lib/db.server";
import { TENANT_JSON, type toTenant } from "../identity/find-tenant.sql.server";
import { CONFIGURATION_JSON, type ConfigurationRow } from "./configurations.sql.server";

export interface KeyRow {
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

/** The key with this hash, with its tenant and its widget's rules in one trip; null: there is none, or it was revoked. */
export async function findByHash(hash: Buffer): Promise<KeyRow | null> {
  const found = await pool.query<KeyRow>(
    prepared(sql`
    select k.id, k.kind, k.mode, k.name, k.scopes, k.allowed_origins, k.role, k.widget_config_id, k.expires_at <= now() as is_expired,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as is_stale,
      (select json_build_object(${TENANT_JSON}) from tenant t where t.id = k.tenant_id) as tenant,
      (select ${CONFIGURATION_JSON} from widget_config w where w.tenant_id = k.tenant_id
        and case when k.widget_config_id is null then w.is_default else w.id = k.widget_config_id end) as configuration
    from api_key k
    where (k.key_hash = ${hash} or (k.previous_key_hash = ${hash} and k.previous_key_expires_at > now())) and k.revoked_at is null`),
  );
  return found.rows[0] ?? null;
}

/** Once a minute at most: a write per read would cost more than the read. */
export async function touchKey(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`update api_key set last_used_at = now() where tenant_id = ${tenantId} and id = ${id}`,
  );
}
