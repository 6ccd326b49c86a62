import PgBoss from "pg-boss";
import { pool, type Sql, sqlState } from "~/lib/db.server";
import { traceparent } from "~/lib/trace.server";
import { insertQueue, isQueue } from "./queues.sql.server";
import { type JobName, type JobPayloads, queueRules } from "./job-names";

type Executor = { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };

/** pg-boss over a connection of ours: the pool's, or that of a transaction. */
export function executorOf(db: Sql): Executor {
  return { executeSql: (text, values) => db.query(text, values) };
}

// Never started: it only writes jobs. Fetching, expiry and cron are the worker's.
const sender = new PgBoss({
  db: executorOf(pool),
  supervise: false,
  schedule: false,
  migrate: false,
});

export interface EnqueueOptions {
  /** The transaction that the job is part of: rolled back, it was never queued. */
  db?: Sql;
  startAfter?: Date;
  /** The highest goes first, the older of equals; 0 unless it is given. */
  priority?: number;
  /** Needed by, and only for, a queue that is `unique`: a waiting job with this key counts for this one too. */
  singletonKey?: string;
}

/** Queues a job. At least once: its handler must be safe to run twice. */
export async function enqueue<Name extends JobName>(
  name: Name,
  data: JobPayloads[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  const { db, ...rest } = options;
  const sendOptions = { ...rest, ...(db && { db: executorOf(db) }) };
  const send = () => sender.send(name, withTrace(data), sendOptions);
  // What failed within a transaction has ended it; on its own it is tried again.
  const sendSoon = () =>
    send().catch((error: unknown) =>
      db === undefined && isTooEarly(error) ? send() : Promise.reject(error),
    );
  if ((await sendSoon()) !== null) return;
  // Nothing was written: the queue does not exist yet, or (a unique queue) such a job waits already.
  await createQueue(name, db ?? pool);
  await sendSoon();
}

/** Another process makes the queue at this moment: Postgres sees its row, and not yet the partition for its jobs. */
const isTooEarly = (error: unknown): boolean =>
  sqlState(error) === "23514" && /no partition/.test((error as Error).message);

/** A job goes on with the trace in which it was queued. */
function withTrace<Data extends object>(data: Data): Data {
  const parent = traceparent();
  return parent === null ? data : { ...data, traceparent: parent };
}

/** Queues many jobs of one kind in one statement, in the transaction `db` that they are part of. Not for a `unique` queue. */
export async function enqueueAll<Name extends JobName>(
  name: Name,
  all: { data: JobPayloads[Name]; priority: number }[],
  db: Sql,
): Promise<void> {
  if (all.length === 0) return;
  const jobs = all.map(({ data, priority }) => ({ name, data: withTrace(data), priority }));
  // How many rows were written, which pg-boss does not say.
  let written: number | null = 0;
  const executeSql = async (text: string, values: unknown[]) => {
    const result = await db.query(text, values);
    written = result.rowCount;
    return result;
  };
  const options = { db: { executeSql } } as PgBoss.InsertOptions; // its types leave `db` out, its code takes it
  await sender.insert(jobs, options);
  if (written !== 0) return;
  await createQueue(name, db); // there is no such queue yet
  await sender.insert(jobs, options);
}

/** What a queue is made with. */
export function queueOptions(name: JobName): PgBoss.Queue {
  const { unique, ...rules } = queueRules[name];
  return { name, ...rules, retryBackoff: true, policy: unique ? "short" : "standard" };
}

/** Creates a job's queue; one that exists is left as it is. */
export async function createQueue(name: JobName, db: Sql): Promise<void> {
  if (!(await isQueue(db, name))) await insertQueue(db, name, queueOptions(name));
}
