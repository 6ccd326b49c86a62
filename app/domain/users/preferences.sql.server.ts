import sql from "sql-template-tag";
import type { PreferencesPatch } from "~/contract/users";
import type { Sql } from "~/lib/db.server";

/** What this person has arranged; `lock` holds it until the transaction ends. */
export async function loadPreferences(
  db: Sql,
  tenantId: string,
  userId: string,
  lock = false,
): Promise<PreferencesPatch> {
  const mine = sql`select preferences from tenant_user where tenant_id = ${tenantId} and id = ${userId}`;
  const found = await db.query<{ preferences: PreferencesPatch }>(lock ? sql`${mine} for update` : mine);
  return found.rows[0]?.preferences ?? {};
}

export async function writePreferences(
  db: Sql,
  tenantId: string,
  userId: string,
  preferences: PreferencesPatch,
): Promise<void> {
  await db.query(
    sql`update tenant_user set preferences = ${JSON.stringify(preferences)} where tenant_id = ${tenantId} and id = ${userId}`,
  );
}
