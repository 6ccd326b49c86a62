import sql, { raw } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Tenant } from "./actor";
import { readPolicy } from "./policy";

interface TenantRow extends Omit<Tenant, "policy"> {
  policy: unknown;
}

const COLUMNS = [
  "id",
  "name",
  "slug",
  "time_zone",
  "locale",
  "currency",
  "takes_payments",
  "policy",
] as const;
/** The arguments of json_build_object for a tenant `t`, for lookups that include it. */
export const TENANT_JSON = raw(COLUMNS.map((name) => `'${name}', t.${name}`).join(", "));

/** A tenant with its policy's defaults filled in; null if there is none. */
export async function findTenant(id: string): Promise<Tenant | null> {
  const found = await pool.query<TenantRow>(
    sql`select ${raw(COLUMNS.join(", "))} from tenant where id = ${id}`,
  );
  return found.rows[0] ? toTenant(found.rows[0]) : null;
}

/** The tenant with this slug; null: there is none. */
export async function findBySlug(slug: string): Promise<{ id: string; is_demo: boolean } | null> {
  const found = await pool.query<{ id: string; is_demo: boolean }>(
    sql`select id, is_demo from tenant where slug = ${slug}`,
  );
  return found.rows[0] ?? null;
}

export function toTenant(row: TenantRow): Tenant {
  return { ...row, policy: readPolicy(row.policy) };
}
