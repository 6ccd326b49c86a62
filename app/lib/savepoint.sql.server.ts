import sql, { raw } from "sql-template-tag";
import type { Sql } from "./db.server";

/** A place in a transaction that it can go back to. `name`: a word of the code's own. */
export async function setSavepoint(db: Sql, name: string): Promise<void> {
  await db.query(sql`savepoint ${raw(name)}`);
}

export async function releaseSavepoint(db: Sql, name: string): Promise<void> {
  await db.query(sql`release savepoint ${raw(name)}`);
}

/** Undoes what was done since the savepoint; the transaction goes on. */
export async function rollBackTo(db: Sql, name: string): Promise<void> {
  await db.query(sql`rollback to savepoint ${raw(name)}`);
}
