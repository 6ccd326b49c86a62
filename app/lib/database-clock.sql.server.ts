import sql from "sql-template-tag";
import type { Sql } from "./db.server";

/**
 * The database's current time, not the start of the transaction. Deadlines are checked against it.
 */
export async function databaseNow(db: Sql): Promise<Date> {
  const found = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`);
  return found.rows[0]!.now;
}
