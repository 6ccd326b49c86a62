import PgBoss from "pg-boss";
import { pool, type Sql, sqlState } from "~/lib/db.server";
import { traceparent } from "~/lib/trace.server";
import { insertQueue, isQueue } from "./queues.sql.server";
import { type JobName, type JobPayloads, queueRules } from "./job-names";

type Executor = { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };

/** Adapts one of our connections (pool or transaction) to pg-boss. */
export function executorOf(db: Sql): Executor {
  return { executeSql: (text, values) => db.query(text, values) };
}

// Never started: only enqueues. Fetching, expiry and cron are the worker's.
const sender = new PgBoss({
  db: executorOf(pool),
  supervise: false,
  schedule: false,
  migrate: false,
});

export interface EnqueueOptions {
  /** Transaction that the job belongs to: a rollback discards it. */
  db?: Sql;
  startAfter?: Date;
  /** Higher first, then older first; 0 by default. */
  priority?: number;
  /**
   * Required by, and only for, `unique` queues: a waiting job with this key makes this call a
   * no-op.
   */
  singletonKey?: string;
}

/** Enqueues a job. It runs at least once, so its handler must be idempotent. */
export async function enqueue<Name extends JobName>(
  name: Name,
  data: JobPayloads[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  const { db, ...rest } = options;
  const sendOptions = { ...rest, ...(db && { db: executorOf(db) }) };
  const send = () => sender.send(name, withTrace(data), sendOptions);
  // A failure inside a transaction has aborted it; outside one it is retried.
  const sendSoon = () =>
    send().catch((error: unknown) =>
      db === undefined && isTooEarly(error) ? send() : Promise.reject(error),
    );
  if ((await sendSoon()) !== null) return;
  // Nothing was written: the queue doesn't exist yet, or a unique job is already waiting.
  await createQueue(name, db ?? pool);
  await sendSoon();
}

/** Another process is creating the queue: its row is visible before its partition. */
const isTooEarly = (error: unknown): boolean =>
  sqlState(error) === "23514" && /no partition/.test((error as Error).message);

/** Passes the current trace to the job. */
function withTrace<Data extends object>(data: Data): Data {
  const parent = traceparent();
  return parent === null ? data : { ...data, traceparent: parent };
}

/**
 * Enqueues many jobs of one kind in one statement, within the transaction `db`. Not for `unique`
 * queues.
 */
export async function enqueueAll<Name extends JobName>(
  name: Name,
  all: { data: JobPayloads[Name]; priority: number; startAfter?: Date }[],
  db: Sql,
): Promise<void> {
  if (all.length === 0) return;
  const jobs = all.map(({ data, ...options }) => ({ name, data: withTrace(data), ...options }));
  // Row count, which pg-boss doesn't return.
  let written: number | null = 0;
  const executeSql = async (text: string, values: unknown[]) => {
    const result = await db.query(text, values);
    written = result.rowCount;
    return result;
  };
  const options = { db: { executeSql } } as PgBoss.InsertOptions; // missing in its types
  await sender.insert(jobs, options);
  if (written !== 0) return;
  await createQueue(name, db); // the queue doesn't exist yet
  await sender.insert(jobs, options);
}

export function queueOptions(name: JobName): PgBoss.Queue {
  const { unique, ...rules } = queueRules[name];
  return { name, ...rules, retryBackoff: true, policy: unique ? "short" : "standard" };
}

/** Creates a job's queue; a no-op if it exists. */
export async function createQueue(name: JobName, db: Sql): Promise<void> {
  if (!(await isQueue(db, name))) await insertQueue(db, name, queueOptions(name));
}
