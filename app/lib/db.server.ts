import { PrismaPg } from "@prisma/adapter-pg";
import { createHash } from "node:crypto";
import pg from "pg";
import sql, { type Sql as Statement } from "sql-template-tag";
import { PrismaClient } from "../../prisma/generated/client";
import { checkMarked, type CommitMark, commitMark } from "./commit-mark.server";
import { isDatabaseAway } from "./database-away";
import { env } from "./env.server";
import { log } from "./log.server";
import { watchPool } from "./metrics.server";
import { observed, ObservedClient, ObservedPool } from "./observed-pool.server";

export { isDatabaseAway } from "./database-away";
export { onStatement } from "./observed-pool.server";

const SECOND_MS = 1000;
/** Above the database's own statement_timeout (commands/session-settings.ts): it is for a database that does not answer at all. */
const ANSWER_MS = 35 * SECOND_MS;
/** A connection keeps its plans: the first booking on a new one costs the database seven times as much as the next. */
const IDLE_MS = 10 * 60 * SECOND_MS;

/** Connections beside those of DATABASE_POOL_SIZE. */
export const BULK_WORK = 3;
export const HEAVY_READS = 4;
export const HEALTH = 1;

/** Pools that nothing can wait for but their own work; zone and time limits are the role's (commands/session-settings.ts). */
function makePool(max: number, connectMs: number, answerMs: number): pg.Pool {
  const made = new ObservedPool({
    connectionString: env.DATABASE_URL,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND_MS,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    Client: ObservedClient,
  });
  // A connection that the server closes (restart, failover) must not end the process: neither an idle one nor one at work, whose
  // statement fails by itself.
  made.on("error", (error) => log.warn({ err: error }, "a pooled connection was lost"));
  made.on("connect", (client) =>
    client.on("error", (error) => log.debug({ err: error }, "a connection was lost")),
  );
  return made;
}

/** For requests and jobs; Prisma's too. */
export const pool = makePool(env.DATABASE_POOL_SIZE, 5 * SECOND_MS, ANSWER_MS);
/** For work without a person who waits (exports, generation, figures), so that it cannot take all of `pool`. */
export const bulkPool = makePool(BULK_WORK, 30 * SECOND_MS, ANSWER_MS);
/** For reads that take a while, of which only so many run at once (lib/heavy-reads.server.ts). */
export const heavyPool = makePool(HEAVY_READS, 5 * SECOND_MS, ANSWER_MS);
/** For the question whether this process can serve, which must not wait for what it asks about. */
export const healthPool = makePool(HEALTH, 2 * SECOND_MS, 2 * SECOND_MS);
watchPool("requests", pool);
watchPool("bulk", bulkPool);
watchPool("reads", heavyPool);

export const prisma = marking(
  observed(new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) })),
);

/**
 * The client, whose transactions too end with the mark of the call that runs. Prisma lends nobody the connection of its transaction, so
 * this one statement goes through Prisma.
 */
function marking(client: PrismaClient): PrismaClient {
  type Work = (tx: PrismaClient) => Promise<unknown>;
  const transact = client.$transaction.bind(client) as (
    work: unknown,
    options?: object,
  ) => Promise<unknown>;
  const send = ({ statement: { text, values } }: CommitMark, on: PrismaClient) =>
    on.$executeRawUnsafe(text, ...values);
  const marked = async (work: unknown, options?: object) => {
    const mark = commitMark.getStore();
    if (mark === undefined) return transact(work, options);
    if (Array.isArray(work)) {
      const results = (await transact(
        [...(work as unknown[]), send(mark, client)],
        options,
      )) as unknown[];
      return results.slice(0, -1);
    }
    return transact(async (tx: PrismaClient) => {
      const result = await (work as Work)(tx);
      checkMarked(mark, await send(mark, tx));
      return result;
    }, options);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "$transaction") return marked;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

export type Sql = Pick<pg.PoolClient, "query">;

/** A statement that Postgres keeps prepared under its name. */
export type NamedStatement = Required<Pick<pg.QueryConfig, "name" | "text" | "values">>;

const statementNames = new Map<string, string>();

/**
 * A statement that is sent often: named by its text, so that Postgres parses and plans it once a connection. The name is a hash, the same
 * in every process: behind a pooler a connection knows the statements of all of them. DATABASE_STATEMENT_NAMES=off leaves it out. Its
 * columns must not be a table's `*`: where a migration adds one, connections that are open refuse the statement from then on.
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

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock: Postgres asks for another try

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
/** Nothing is wrong with it but when it came: it has changed nothing and may be tried again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? "");
}
/** Whether this constraint refused: its name, on a node of a cluster with the number of the shard behind it (`…_102008`). */
export function isConstraint(error: unknown, name: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return false;
  return error.constraint.replace(/_\d{6,}$/, "") === name;
}

const ATTEMPTS = 3;

/** What `work` answers; where it throws because of what others did meanwhile (`isConflict`), it is tried again, 3 times in all. */
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

/** Runs `work` in one transaction (read committed); rolled back when it throws, tried again (3 times) after a deadlock. */
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
    // A lost connection rolls back on the server; asking for it would only wait.
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What `work` answers, with everything it did taken back. */
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
  return answer as T; // set before `back` was thrown
}

export type DatabaseState = "ready" | "away" | "wrong_settings";

/** Whether the database answers, and with the settings that the product counts on; within 4 seconds, on a connection of its own. */
export async function databaseState(): Promise<DatabaseState> {
  try {
    const found = await healthPool.query<{ is_right: boolean }>(
      sql`select current_setting('timezone') = 'UTC' and current_setting('statement_timeout') <> '0' as is_right`,
    );
    return found.rows[0]?.is_right === true ? "ready" : "wrong_settings";
  } catch (error) {
    log.warn({ err: error }, "the database does not answer");
    return "away";
  }
}

export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect();
  await Promise.all([pool, bulkPool, heavyPool, healthPool].map((each) => each.end()));
}
