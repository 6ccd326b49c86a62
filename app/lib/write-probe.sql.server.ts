import type pg from "pg";
import sql from "sql-template-tag";
import { healthPool, isDatabaseAway } from "./db.server";
import { log } from "./log.server";

/** How long a result is cached, so that a balancer's checks don't multiply database queries. */
const HOLDS_MS = 5000;
/**
 * Spills half a megabyte of rows to the database's disk by exceeding work_mem. It touches no table,
 * stores nothing and locks nothing. The transaction id makes the commit write and flush a WAL
 * record, as a booking does.
 */
const PROBE = sql`select pg_current_xact_id(), current_setting('transaction_read_only') = 'on' as is_read_only, count(*)
  from generate_series(1, 40000) n`;

let last: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the database accepts writes; cached for 5 seconds. */
export function isWritable(): Promise<boolean> {
  const now = performance.now();
  if (last === undefined || now - last.at >= HOLDS_MS)
    last = { at: now, answer: canWrite(healthPool) };
  return last.answer;
}

/** Whether a database can write: its disk isn't full, it isn't a standby, and commits return. */
export async function canWrite(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    await client.query("set local work_mem = '64kB'");
    const { rows } = await client.query<{ is_read_only: boolean }>(PROBE);
    await client.query("commit");
    return rows[0]?.is_read_only === false;
  } catch (error) {
    log.warn({ err: error }, "the database is read-only");
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    return false;
  } finally {
    client.release(broken);
  }
}
