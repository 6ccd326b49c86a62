import sql, { type Sql as Statement } from "sql-template-tag";
import { pool } from "./db.server";

/**
 * Repeats a statement that changes at most `step` rows until it changes none; returns the total.
 * Keeps locks short.
 */
export async function inSteps(step: number, statement: Statement): Promise<number> {
  let changed = 0;
  for (let last = step; last >= step; changed += last)
    last = (await pool.query(statement)).rowCount ?? 0;
  return changed;
}

/** Pages through all tenants by id, for work without its own scan. */
export async function tenantsAfter(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    sql`select id from tenant where id > ${after} order by id limit ${limit}`,
  );
  return found.rows.map((row) => row.id);
}
