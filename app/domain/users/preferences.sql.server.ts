import sql from "sql-template-tag";
import type { Preferences, PreferencesPatch } from "~/contract/users";
import type { Sql } from "~/lib/db.server";

/** This person's preferences; `lock` locks them until the transaction ends. */
export async function loadPreferences(
  db: Sql,
  tenantId: string,
  userId: string,
  lock = false,
): Promise<PreferencesPatch> {
  const mine = sql`select preferences from tenant_user where tenant_id = ${tenantId} and id = ${userId}`;
  const found = await db.query<{ preferences: PreferencesPatch }>(
    lock ? sql`${mine} for update` : mine,
  );
  return found.rows[0]?.preferences ?? {};
}

/**
 * The language that the account's person has chosen, in the company they sign in to (startSession);
 * null for none.
 */
export async function loadLanguage(db: Sql, accountId: string): Promise<Preferences["language"]> {
  const found = await db.query<Pick<Preferences, "language">>(
    sql`select preferences ->> 'language' as language from tenant_user where account_id = ${accountId} order by created_at limit 1`,
  );
  return found.rows[0]?.language ?? null;
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
