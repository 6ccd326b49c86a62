import sql, { type Sql as Part } from "sql-template-tag";
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
  /** The user who knows this text of a secret key; null: the key is the company's. */
  maker_id: string | null;
  /** Their present permissions; null: they have left. */
  maker: { role: Role; resource_ids: string[] } | null;
  widget_config_id: string | null;
  configuration: ConfigurationRow | null;
  is_expired: boolean;
  is_stale: boolean;
  tenant: Parameters<typeof toTenant>[0];
}

/**
 * The key with this hash, with its tenant and its widget's rules in one round trip; null: there is
 * none, or it was revoked.
 */
export const findByHash = (hash: Buffer): Promise<KeyRow | null> =>
  findKeyRow(
    sql`(key_hash = ${hash} or (previous_key_hash = ${hash} and previous_key_expires_at > now()))`,
    sql`key_hash = ${hash}`,
  );

/** The key with this id, with the permissions of the member who knows its present text. */
export const findById = (tenantId: string, id: string): Promise<KeyRow | null> =>
  findKeyRow(sql`tenant_id = ${tenantId} and id = ${id}`, sql`true`);

async function findKeyRow(matches: Part, hasPresentText: Part): Promise<KeyRow | null> {
  const found = await pool.query<KeyRow>(
    prepared(sql`
    select k.id, k.maker_id, (select json_build_object('role', u.role, 'resource_ids', u.resource_ids) from tenant_user u
        where u.tenant_id = k.tenant_id and u.id = k.maker_id) as maker, k.kind, k.mode, k.name, k.scopes, k.allowed_origins, k.role, k.widget_config_id, k.expires_at <= now() as is_expired,
      coalesce(greatest(k.last_used_at, (select l.at from last_use l where l.tenant_id = k.tenant_id and l.id = k.id)) < now() - interval '1 minute', true) as is_stale,
      (select json_build_object(${TENANT_JSON}) from tenant t where t.id = k.tenant_id) as tenant,
      (select ${CONFIGURATION_JSON} from widget_config w where w.tenant_id = k.tenant_id
        and case when k.widget_config_id is null then w.is_default else w.id = k.widget_config_id end) as configuration
    from (select *, case when kind <> 'secret' then null when ${hasPresentText} then created_by_user_id else previous_created_by_user_id end as maker_id
      from api_key where ${matches} and revoked_at is null) k`),
  );
  return found.rows[0] ?? null;
}

/** At most once a minute: a write per read would cost more than the read. */
export async function touchKey(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`insert into last_use (tenant_id, id, at) values (${tenantId}, ${id}, now())
      on conflict (tenant_id, id) do update set at = excluded.at`,
  );
}
