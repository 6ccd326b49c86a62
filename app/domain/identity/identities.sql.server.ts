import sql from "sql-template-tag";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import type { Account } from "./accounts.sql.server";

/** A person as a provider knows them. */
interface Identity {
  issuer: string;
  subject: string;
}

/** Takes a sign-in's state out of use; false: it was already. */
export async function insertSpentState(state: string, expiresAt: Date): Promise<boolean> {
  const spent = await pool.query(
    sql`with forgotten as (delete from spent_sign_in where expires_at < now())
        insert into spent_sign_in (state_hash, expires_at) values (${sha256(state)}, ${expiresAt})
        on conflict do nothing`,
  );
  return spent.rowCount === 1;
}

/** The account that this identity signs in to; null: none yet. */
export async function findIdentityAccount(
  db: Sql,
  { issuer, subject }: Identity,
): Promise<Account | null> {
  const known = await db.query<Account>(
    sql`select a.id, a.email, a.name from identity i join account a on a.id = i.account_id
        where i.issuer = ${issuer} and i.subject = ${subject}`,
  );
  return known.rows[0] ?? null;
}

/** Twice at once: both are the same person with the same address. */
export async function insertIdentity(
  db: Sql,
  { issuer, subject }: Identity,
  accountId: string,
): Promise<void> {
  await db.query(
    sql`insert into identity (issuer, subject, account_id) values (${issuer}, ${subject}, ${accountId}) on conflict do nothing`,
  );
}

/** Names an account that has no name. */
export async function nameAccount(db: Sql, id: string, name: string): Promise<void> {
  await db.query(sql`update account set name = ${name} where id = ${id} and name is null`);
}
