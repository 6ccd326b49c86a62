import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/** The advisory lock under which queues are created: two that are made at once would each wait for what the other holds. */
const CREATE_LOCK = 4_862_201_920;

export async function isQueue(db: Sql, name: string): Promise<boolean> {
  const known = await db.query(sql`select 1 from pgboss.queue where name = ${name}`);
  return known.rowCount !== 0;
}

export async function insertQueue(db: Sql, name: string, options: object): Promise<void> {
  await db.query(
    sql`select pgboss.create_queue(${name}, ${JSON.stringify(options)}) from (select pg_advisory_xact_lock(${CREATE_LOCK})) locked`,
  );
}
