import { PrismaPg } from "@prisma/adapter-pg";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import type { Sql as Statement } from "sql-template-tag";
import { PrismaClient } from "../../prisma/generated/client";
import { env } from "./env.server";
import { log } from "./log.server";
import { type NamedStatement, StatementBatch } from "./statement-batch.server";

/** One pool for Prisma and for the SQL written by hand. UTC, so that what Postgres prints is what the wire shows. */
export const pool = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: env.DATABASE_POOL_SIZE,
  options: "-c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000",
});
// An idle connection that the server closes (restart, failover) must not end the process.
pool.on("error", (error) => log.warn({ err: error.message }, "a pooled connection was lost"));

export const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

export type Sql = Pick<pg.PoolClient, "query">;

const statementNames = new Map<string, string>();

/** A statement that is sent often: named by its text, so that Postgres parses and plans it once a connection. */
export function prepared(statement: Statement): NamedStatement {
  const { text, values } = statement;
  let name = statementNames.get(text);
  if (name === undefined) statementNames.set(text, (name = `s${statementNames.size}`));
  return { name, text, values };
}

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock: Postgres asks for another try

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
export function isConstraint(error: unknown, name: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === name;
}

/** Runs `work` in one transaction (read committed); rolled back when it throws, tried again (3 times) after a deadlock. */
export async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => (broken = failure));
      if (attempt < 3 && RETRYABLE.has(sqlState(error) ?? "")) continue;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** Statements that do not need each other's answers, in one trip and one transaction; their answers come in order (StatementBatch). */
async function inOneTrip(statements: NamedStatement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await client.query(new StatementBatch(statements)).results;
  } catch (error) {
    // What Postgres refused leaves the connection as it was; anything else may have lost it.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** One transaction in one trip. Where one statement fails none has happened: its error is thrown, after 3 tries of a deadlock. */
export async function transactionAtOnce(statements: NamedStatement[]): Promise<pg.QueryResult[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inOneTrip(statements);
    } catch (error) {
      if (attempt === 3 || !RETRYABLE.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/**
 * Reads `first`, and in the same trip `guess`, which is what somebody will most likely ask for next. The Sql that comes back answers that
 * statement, once and only when it is the same to the value, from what was read; anything else it asks of the pool.
 */
export async function readAhead(
  first: NamedStatement,
  guess: NamedStatement,
): Promise<{ result: pg.QueryResult; db: Sql }> {
  const [result, ahead] = (await inOneTrip([first, guess])) as [pg.QueryResult, pg.QueryResult];
  let isTaken = false;
  const query = (statement: NamedStatement) => {
    if (isTaken || !isDeepStrictEqual([statement.text, statement.values], [guess.text, guess.values]))
      return pool.query(statement);
    isTaken = true;
    return Promise.resolve(ahead);
  };
  return { result, db: { query: query as Sql["query"] } }; // of query's many forms the one with a statement
}

export async function isDatabaseReady(): Promise<boolean> {
  return pool.query("select 1").then(
    () => true,
    () => false,
  );
}

export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect();
  await pool.end();
}
