import { raw } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Tenant } from "./actor";
import { readPolicy } from "./policy";

interface TenantRow extends Omit<Tenant, "policy"> {
  policy: unknown;
}

const COLUMNS = ["id", "name", "slug", "time_zone", "locale", "currency", "takes_payments", "policy"] as const;
/** The arguments of json_build_object for a tenant `t`, for the look-ups that bring it along. */
export const TENANT_JSON = raw(COLUMNS.map((name) => `'${name}', t.${name}`).join(", "));

/** A tenant with its policy's defaults filled in; null when there is none. */
export async function findTenant(id: string): Promise<Tenant | null> {
  const found = await pool.query<TenantRow>(`select ${COLUMNS.join(", ")} from tenant where id = $1`, [id]);
  return found.rows[0] ? toTenant(found.rows[0]) : null;
}

export function toTenant(row: TenantRow): Tenant {
  return { ...row, policy: readPolicy(row.policy) };
}
