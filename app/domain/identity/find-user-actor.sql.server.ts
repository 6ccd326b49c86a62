import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import { pool } from "~/lib/db.server";
import type { UserActor } from "./actor";
import { TENANT_JSON, toTenant } from "./find-tenant.sql.server";

interface MemberRow {
  account_id: string;
  email: string;
  name: string;
  role: Role;
  resource_ids: string[];
  own_hours: boolean;
  tenant: Parameters<typeof toTenant>[0];
}

/**
 * A member with their present role, for work that a job continues for them after their request;
 * null: they left.
 */
export async function findUserActor(tenantId: string, userId: string): Promise<UserActor | null> {
  const { rows } = await pool.query<MemberRow>(
    sql`select u.account_id, a.email, u.name, u.role, u.resource_ids, u.own_hours, json_build_object(${TENANT_JSON}) as tenant
        from tenant_user u join account a on a.id = u.account_id join tenant t on t.id = u.tenant_id
        where u.tenant_id = ${tenantId} and u.id = ${userId}`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { tenant, resource_ids, ...member } = row;
  return {
    ...member,
    kind: "user",
    tenant: toTenant(tenant),
    request_id: null,
    user_id: userId,
    session_id: "",
    resource_ids: resource_ids.length === 0 ? null : resource_ids,
  };
}
