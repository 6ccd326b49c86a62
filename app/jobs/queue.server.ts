import PgBoss from "pg-boss";
import { pool, type Sql } from "~/lib/db.server";
import { type JobName, type JobPayloads, queueRules } from "./job-names";

type Executor = { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };

/** pg-boss over a connection of ours: the pool's, or that of a transaction. */
export function executorOf(db: Sql): Executor {
  return { executeSql: (text, values) => db.query(text, values) };
}

// Never started: it only writes jobs. Fetching, expiry and cron are the worker's.
const sender = new PgBoss({ db: executorOf(pool), supervise: false, schedule: false, migrate: false });

export interface EnqueueOptions {
  /** The transaction that the job is part of: rolled back, it was never queued. */
  db?: Sql;
  startAfter?: Date;
  /** Needed by, and only for, a queue that is `unique`: a job that already waits with this key stands for this one too. */
  singletonKey?: string;
}

/** Queues a job. At least once: whoever handles it must bear to see it twice. */
export async function enqueue<Name extends JobName>(
  name: Name,
  data: JobPayloads[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  const { db, ...rest } = options;
  const sendOptions = { ...rest, ...(db && { db: executorOf(db) }) };
  const id = await sender.send(name, data, sendOptions);
  if (id !== null) return;
  // Nothing was written: the queue does not exist yet, or (a unique queue) such a job waits already.
  await createQueue(name, db ?? pool);
  await sender.send(name, data, sendOptions);
}

/** Queues many jobs of one kind in one statement, in the transaction `db` that they are part of. Not for a `unique` queue. */
export async function enqueueAll<Name extends JobName>(name: Name, all: JobPayloads[Name][], db: Sql): Promise<void> {
  if (all.length === 0) return;
  const jobs = all.map((data) => ({ name, data }));
  const options = { db: executorOf(db) } as PgBoss.InsertOptions; // its types leave `db` out, its code takes it
  if ((await sender.insert(jobs, options)) !== null) return;
  await createQueue(name, db); // nothing was written: there is no such queue yet
  await sender.insert(jobs, options);
}

/** What a queue is made with. */
export function queueOptions(name: JobName): PgBoss.Queue {
  const { unique, ...rules } = queueRules[name];
  return { name, ...rules, retryBackoff: true, policy: unique ? "short" : "standard" };
}

/** Creates a job's queue; one that exists is left as it is. */
async function createQueue(name: JobName, db: Sql): Promise<void> {
  await db.query("select pgboss.create_queue($1, $2)", [name, JSON.stringify(queueOptions(name))]);
}
