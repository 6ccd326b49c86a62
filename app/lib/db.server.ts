import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Sql as Statement } from "sql-template-tag";
import { PrismaClient } from "../../prisma/generated/client";
import { env } from "./env.server";
import { log } from "./log.server";

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

/** A statement that Postgres keeps prepared under its name. */
export type NamedStatement = Required<Pick<pg.QueryConfig, "name" | "text" | "values">>;

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
