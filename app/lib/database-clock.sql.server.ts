import sql from "sql-template-tag";
import type { Sql } from "./db.server";

/** The database's clock at this moment, not when its transaction began: the one that changes are judged by. */
export async function databaseNow(db: Sql): Promise<Date> {
  const found = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`);
  return found.rows[0]!.now; // a select without a table has one row
}
