import sql from "sql-template-tag";
import type { ChosenAddons } from "~/contract/fields";
import type { Addon } from "~/contract/service-fields";
import type { Sql } from "~/lib/db.server";
import { addonMinutes, chooseAddons } from "../../quotes/choose-addons";

/** By how many minutes the chosen add-ons of a service lengthen a booking. Throws validation_failed. */
export async function readAddonMinutes(
  db: Sql,
  tenantId: string,
  scheduleId: string | null,
  chosen: ChosenAddons,
): Promise<number> {
  if (scheduleId === null || chosen.length === 0) return 0;
  const found = await db.query<{ addons: Addon[] }>(
    sql`select addons from schedule where tenant_id = ${tenantId} and id = ${scheduleId}`,
  );
  return addonMinutes(chooseAddons(chosen, found.rows[0]?.addons ?? []));
}
