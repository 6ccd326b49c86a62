import sql from "sql-template-tag";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import type { Account } from "./accounts.sql.server";

/** A person's identity at a provider. */
interface Identity {
  issuer: string;
  subject: string;
}

/** Marks a sign-in's state as used; false: it was used already. */
export async function insertSpentState(state: string, expiresAt: Date): Promise<boolean> {
  const spent = await pool.query(
    sql`with forgotten as (delete from spent_sign_in where expires_at < now())
        insert into spent_sign_in (state_hash, expires_at) values (${sha256(state)}, ${expiresAt})
        on conflict do nothing`,
  );
  return spent.rowCount === 1;
}

/** The account of this identity; null: none yet. */
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

/** Concurrent inserts are the same person with the same address. */
export async function insertIdentity(
  db: Sql,
  { issuer, subject }: Identity,
  accountId: string,
): Promise<void> {
  await db.query(
    sql`insert into identity (issuer, subject, account_id) values (${issuer}, ${subject}, ${accountId}) on conflict do nothing`,
  );
}

/** Sets the name of an account without one. */
export async function nameAccount(db: Sql, id: string, name: string): Promise<void> {
  await db.query(sql`update account set name = ${name} where id = ${id} and name is null`);
}
