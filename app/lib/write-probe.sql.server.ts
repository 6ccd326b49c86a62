import type pg from "pg";
import sql from "sql-template-tag";
import { healthPool, isDatabaseAway } from "./db.server";
import { log } from "./log.server";

/** How long an answer holds: however often a balancer asks, each process asks the database so often at most. */
const HOLDS_MS = 5000;
/**
 * Half a megabyte of rows, in less memory than they need, goes to the database's disk and away again: no table is touched, nothing kept, nothing
 * locked. The transaction id makes the commit a record of the write-ahead log, which is waited for as a booking's is.
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

/** Whether a database can write: its disk is not full, it is no standby, and a commit comes back. */
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
    log.warn({ err: error }, "the database takes no writes");
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    return false;
  } finally {
    client.release(broken);
  }
}
