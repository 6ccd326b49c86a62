import sql, { type Sql as Statement } from "sql-template-tag";
import { pool } from "./db.server";

/** Runs a statement that changes at most `step` rows until none is left to change; how many it changed. No step holds locks for long. */
export async function inSteps(step: number, statement: Statement): Promise<number> {
  let changed = 0;
  for (let last = step; last >= step; changed += last)
    last = (await pool.query(statement)).rowCount ?? 0;
  return changed;
}

/** Every tenant, for work that has no scan of its own: a page of ids after `after`. */
export async function tenantsAfter(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    sql`select id from tenant where id > ${after} order by id limit ${limit}`,
  );
  return found.rows.map((row) => row.id);
}
