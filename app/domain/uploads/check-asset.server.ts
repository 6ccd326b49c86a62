import { invalidField } from "~/lib/app-error";
import type { Prisma } from "../../../prisma/generated/client";

/** For a record that is to show an image: `field` names one of the tenant's own. Throws validation_failed, for another tenant's image too. */
export async function checkAsset(
  db: Pick<Prisma.TransactionClient, "asset">,
  tenantId: string,
  field: string,
  id: string,
): Promise<void> {
  const known = await db.asset.count({ where: { tenant_id: tenantId, id } });
  if (known === 0) throw invalidField(field, "This image does not exist. Upload it first.", "unknown");
}
