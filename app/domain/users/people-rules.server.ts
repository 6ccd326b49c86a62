import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";

export const INVITATION_DAYS = 7;

/** One change of a tenant's people at a time: what was checked (one owner, who may do what) is still true when it is written. */
export async function lockPeople(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
}

/** Throws validation_failed for resources that the tenant does not have, and for any on a role that always has all. */
export async function checkResources(db: Sql, tenantId: string, role: Role, resourceIds: string[]): Promise<void> {
  if (resourceIds.length === 0) return;
  if (role === "owner" || role === "admin")
    throw invalidField("resource_ids", "Owners and admins always have every resource.");
  const known = await db.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = any(${resourceIds}::uuid[])`,
  );
  if (known.rowCount !== resourceIds.length)
    throw invalidField("resource_ids", "This resource does not exist.", "unknown");
}
