// Vitest set-up for suites with a database: each worker has a migrated database and an outbox, both
// emptied before each test file. They are created before the product's modules, which stay loaded
// in shared processes, read the environment.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject } from "vitest";
import { withDatabase } from "../commands/database-url";
import { storeSessionSettings } from "../commands/session-settings";
import { collectStatements } from "./sent-statements";

interface WorkerDatabase {
  url: string;
  /** "truncate …" of all tables that are empty in the template. */
  empty: string;
  statements: ReturnType<typeof collectStatements>;
}
const worker = globalThis as typeof globalThis & { testDatabase?: WorkerDatabase };

if (worker.testDatabase === undefined) worker.testDatabase = await makeDatabase();
else {
  await run(worker.testDatabase.url, worker.testDatabase.empty);
  rmSync(join(process.env.DATA_DIR!, "outbox"), { recursive: true, force: true });
}
const { statements } = worker.testDatabase;

afterAll(() => {
  expect(
    statements.offences(),
    "statements that a cluster cannot run (testing/statement-rules.ts)",
  ).toEqual([]);
});

async function makeDatabase(): Promise<WorkerDatabase> {
  const { serverUrl, poolerUrl, prefix, template, folder } = inject("testDatabase");
  // A pooler caches sessions of dropped databases, and shared processes outlive others, so they get
  // unique names.
  const isNamedAnew = poolerUrl !== null || process.env.TEST_SHARED_PROCESS !== undefined;
  const name = `${prefix}_${isNamedAnew ? randomBytes(4).toString("hex") : process.env.VITEST_POOL_ID}`;
  // Left by an earlier worker with the same name.
  await run(
    serverUrl,
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${template}`,
  );
  process.env.DATA_DIR = mkdtempSync(join(folder, "worker-"));
  const url = withDatabase(serverUrl, name);
  process.env.DATABASE_URL = poolerUrl === null ? url : withDatabase(poolerUrl, name);
  // Migrations bypass the pooler.
  process.env.DIRECT_DATABASE_URL = url;
  if (poolerUrl !== null) process.env.DATABASE_STATEMENT_NAMES = "off";
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Settings belong to a database by name, so a copy of the template has none.
  await storeSessionSettings(client);
  const empty = `truncate ${(await emptyTables(client)).join(", ")} restart identity`;
  await client.end();
  return { url, empty, statements: collectStatements(process.cwd()) };
}

/** Keeps the queue's list of queues, each of which has a table. */
async function emptyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables 
     where schemaname not in ('pg_catalog', 'information_schema') and (schemaname <> 'pgboss' or tablename in ('job', 'archive'))`,
  );
  const { rows: filled } = await client.query<{ name: string }>(
    rows
      .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
      .join(" union all "),
  );
  const nonEmpty = new Set(filled.map(({ name }) => name));
  return rows.flatMap(({ name }) => (nonEmpty.has(name) ? [] : [name]));
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
