import { PrismaPg } from "@prisma/adapter-pg";
import { createHash } from "node:crypto";
import pg from "pg";
import sql, { type Sql as Statement } from "sql-template-tag";
import { type Prisma, PrismaClient } from "../../prisma/generated/client";
import { checkMarked, commitMark } from "./commit-mark.server";
import { isDatabaseAway } from "./database-away";
import { env } from "./env.server";
import { log } from "./log.server";
import { watchPool } from "./metrics.server";
import { TracedClient, TracedPool } from "./traced-pool.server";

export { isDatabaseAway } from "./database-away";

const SECOND_MS = 1000;
/** Of what waits for the database, except health checks. */
const WAIT_SECOND_MS = env.DATABASE_TIMEOUT_FACTOR * SECOND_MS;
/**
 * Higher than the database's own statement_timeout (commands/session-settings.ts): covers a
 * database that doesn't answer at all.
 */
const ANSWER_MS = 35 * WAIT_SECOND_MS;
/**
 * Connections cache their plans: the first booking on a new one costs the database seven times as
 * much as the next.
 */
const IDLE_MS = 10 * 60 * SECOND_MS;

/** Connections in addition to DATABASE_POOL_SIZE. */
export const BULK_POOL_SIZE = 3;
export const HEAVY_POOL_SIZE = 4;
export const HEALTH_POOL_SIZE = 1;

/**
 * Creates a pool. Time zone and statement timeouts are set on the role
 * (commands/session-settings.ts).
 */
function makePool(max: number, connectMs: number, answerMs: number): pg.Pool {
  const made = new TracedPool({
    connectionString: env.DATABASE_URL,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND_MS,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    Client: TracedClient,
  });
  // A connection closed by the server (restart, failover) must not crash the process. A statement
  // in flight on it fails separately.
  made.on("error", (error) => log.warn({ err: error }, "lost a pooled connection"));
  made.on("connect", (client) =>
    client.on("error", (error) => log.debug({ err: error }, "lost a connection")),
  );
  return made;
}

/** For requests, jobs and Prisma. */
export const pool = makePool(env.DATABASE_POOL_SIZE, 5 * WAIT_SECOND_MS, ANSWER_MS);
/** For background work (exports, generation, statistics), so that it can't exhaust `pool`. */
export const bulkPool = makePool(BULK_POOL_SIZE, 30 * WAIT_SECOND_MS, ANSWER_MS);
/** For slow reads, limited in number by lib/heavy-reads.server.ts. */
export const heavyPool = makePool(HEAVY_POOL_SIZE, 5 * WAIT_SECOND_MS, ANSWER_MS);
/** For health checks, which must not queue behind the pools they report on. */
export const healthPool = makePool(HEALTH_POOL_SIZE, 2 * SECOND_MS, 2 * SECOND_MS);
watchPool("requests", pool);
watchPool("bulk", bulkPool);
watchPool("reads", heavyPool);

/** Set by tests that check the statements of each caller (testing/statement-listener.ts). */
const { wrapPrisma = (client) => client } = globalThis as {
  wrapPrisma?: (client: PrismaClient) => PrismaClient;
};
export const prisma = wrapPrisma(
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) }),
);

/** Runs `work` in a transaction of Prisma's. The only one that ends with the call's commit mark. */
export async function prismaTransaction<T>(
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const limits = { maxWait: 5 * WAIT_SECOND_MS, timeout: ANSWER_MS };
  return prisma.$transaction(async (tx) => {
    const result = await work(tx);
    const mark = commitMark.getStore();
    if (mark !== undefined) {
      const { text, values } = mark.statement;
      checkMarked(mark, await tx.$executeRawUnsafe(text, ...values));
    }
    return result;
  }, limits);
}

export type Sql = Pick<pg.PoolClient, "query">;

/** A statement that Postgres keeps prepared under its name. */
export type NamedStatement = Required<Pick<pg.QueryConfig, "name" | "text" | "values">>;

const statementNames = new Map<string, string>();

/**
 * Names a frequent statement by its text, so that Postgres parses and plans it once per connection.
 * The name is a hash and equal in every process, because behind a pooler they share connections.
 * DATABASE_STATEMENT_NAMES=off disables it. Never select `*`: after a migration adds a column, open
 * connections reject the cached plan.
 */
export function prepared(statement: Statement): NamedStatement {
  const { text, values } = statement;
  let name = statementNames.get(text);
  if (name === undefined) statementNames.set(text, (name = nameOf(text)));
  return { name, text, values };
}

const nameOf = (text: string) =>
  env.DATABASE_STATEMENT_NAMES === "on"
    ? createHash("sha256").update(text).digest("base64url").slice(0, 22)
    : "";

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
/**
 * Whether the statement failed only because of concurrency: it changed nothing and can be retried.
 */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? "");
}
/**
 * Whether this constraint was violated. On a cluster node the name ends in the shard number
 * (`…_102008`).
 */
export function isConstraint(error: unknown, name: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return false;
  return error.constraint.replace(/_\d{6,}$/, "") === name;
}

const ATTEMPTS = 3;

/** Runs `work` and retries it when it lost a race (`isConflict`); three attempts in all. */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  isConflict: (error: unknown) => boolean = isRetryable,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
}

/**
 * Runs `work` in a transaction (read committed). Rolls back when it throws; retries after a
 * deadlock, three attempts in all.
 */
export async function transaction<T>(
  work: (db: Sql) => Promise<T>,
  on: pg.Pool = pool,
): Promise<T> {
  return retryOnConflict(() => inOneTransaction(work, on));
}

async function inOneTransaction<T>(work: (db: Sql) => Promise<T>, on: pg.Pool): Promise<T> {
  const client = await on.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    const mark = commitMark.getStore();
    if (mark) checkMarked(mark, (await client.query(mark.statement)).rowCount);
    await client.query("commit");
    return result;
  } catch (error) {
    // A lost connection rolls back on the server. Sending rollback would only wait.
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` in a transaction that is always rolled back, and returns its result. */
export async function inRolledBackTransaction<T>(
  work: (sql: Sql) => Promise<T>,
  on: pg.Pool = pool,
): Promise<T> {
  const back = new Error("taken back");
  let answer: T | undefined;
  await transaction(async (db) => {
    answer = await work(db);
    throw back;
  }, on).catch((error: unknown) => {
    if (error !== back) throw error;
  });
  return answer as T; // assigned before `back` is thrown
}

export type DatabaseState = "ready" | "away" | "wrong_settings";

/**
 * Whether the database answers and has the expected settings. Takes at most 4 seconds, on a
 * separate connection.
 */
export async function databaseState(): Promise<DatabaseState> {
  try {
    const found = await healthPool.query<{ is_right: boolean }>(
      sql`select current_setting('timezone') = 'UTC' and current_setting('statement_timeout') <> '0' as is_right`,
    );
    return found.rows[0]?.is_right === true ? "ready" : "wrong_settings";
  } catch (error) {
    log.warn({ err: error }, "the database does not respond");
    return "away";
  }
}

export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect();
  await Promise.all([pool, bulkPool, heavyPool, healthPool].map((each) => each.end()));
}
