import { databaseRefusal, isDatabaseAway } from "./database-away";
import { heavyPool, type Sql } from "./db.server";
import { env } from "./env.server";
import { FairLimiter } from "./fair-limiter";

/** As many as the pool has connections, half of them for one company. */
const limiter = new FairLimiter({
  at_once: 4,
  of_one: 2,
  may_wait: 8,
  wait_ms: 4000 * env.DATABASE_TIMEOUT_FACTOR,
});
const STATEMENT_SECONDS = 10 * env.DATABASE_TIMEOUT_FACTOR;

export interface HeavyRead {
  /** Waits without a time limit, for responses that have already started. */
  patient?: boolean;
}

/**
 * Runs a slow read (statistics, exports, search, audit log, calendar feeds) with limited
 * concurrency, per company and overall, on separate connections and in one read-only transaction.
 * Throws rate_limited and not_ready, both with Retry-After (seconds).
 */
export function heavyRead<T>(
  tenantId: string,
  work: (db: Sql) => Promise<T>,
  { patient = false }: HeavyRead = {},
): Promise<T> {
  return limiter.run(tenantId, () => readOnce(work), patient);
}

async function readOnce<T>(work: (db: Sql) => Promise<T>): Promise<T> {
  const client = await heavyPool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin read only");
    await client.query(`set local statement_timeout = '${STATEMENT_SECONDS}s'`);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw isDatabaseAway(error) ? error : (databaseRefusal(error) ?? error);
  } finally {
    client.release(broken);
  }
}
