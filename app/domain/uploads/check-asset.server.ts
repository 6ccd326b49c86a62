import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { hasAsset } from "./assets.sql.server";

/** For a record that is to show an image: `field` names one of the tenant's own. Throws validation_failed, for another tenant's image too. */
export async function checkAsset(
  db: Sql,
  tenantId: string,
  field: string,
  id: string,
): Promise<void> {
  if (!(await hasAsset(db, tenantId, id)))
    throw invalidField(field, "This image does not exist. Upload it first.", "unknown");
}
