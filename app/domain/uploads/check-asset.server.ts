import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { hasAsset } from "./assets.sql.server";

/**
 * Checks the image of a record: `field` must name one of the tenant's own. Throws
 * validation_failed, also for another tenant's image.
 */
export async function checkAsset(
  db: Sql,
  tenantId: string,
  field: string,
  id: string,
): Promise<void> {
  if (!(await hasAsset(db, tenantId, id)))
    throw invalidField(field, "This image does not exist. Upload it first.", "unknown");
}
