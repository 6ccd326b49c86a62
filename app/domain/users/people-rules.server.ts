import type { Role } from "~/contract/common";
import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { countResources } from "./people.sql.server";

export const INVITATION_DAYS = 7;

/** Throws validation_failed for unknown resources, and for any on a role that always has all. */
export async function checkResources(
  db: Sql,
  tenantId: string,
  role: Role,
  resourceIds: string[],
): Promise<void> {
  if (resourceIds.length === 0) return;
  if (role === "owner" || role === "admin")
    throw invalidField("resource_ids", "Owners and admins always have every resource.");
  if ((await countResources(db, tenantId, resourceIds)) !== resourceIds.length)
    throw invalidField("resource_ids", "This resource does not exist.", "unknown");
}
