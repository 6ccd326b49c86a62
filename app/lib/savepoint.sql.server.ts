import sql, { raw } from "sql-template-tag";
import type { Sql } from "./db.server";

/** Sets a savepoint. `name` is a constant from the code, never input. */
export async function setSavepoint(db: Sql, name: string): Promise<void> {
  await db.query(sql`savepoint ${raw(name)}`);
}

export async function releaseSavepoint(db: Sql, name: string): Promise<void> {
  await db.query(sql`release savepoint ${raw(name)}`);
}

/** Rolls back to the savepoint; the transaction continues. */
export async function rollBackTo(db: Sql, name: string): Promise<void> {
  await db.query(sql`rollback to savepoint ${raw(name)}`);
}
