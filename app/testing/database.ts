import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { stopLeftoverPostgres, startEmbeddedPostgres } from "../commands/embedded-postgres";
import { withDatabase } from "../commands/database-url";
import { isRunning, lockHolder, takeLock } from "../commands/process-lock.mjs";
import { applyMigrations } from "../commands/schema-engine";
import { startPgBouncer } from "./pgbouncer";

const FOLDER = "booking-test-";

declare module "vitest" {
  interface ProvidedContext {
    /** Where each test file's database is created, and from which template. */
    testDatabase: {
      serverUrl: string;
      poolerUrl: string | null;
      prefix: string;
      template: string;
      /** Holds the outbox of each worker. */
      folder: string;
    };
  }
}

interface Made {
  database: ProvidedContext["testDatabase"];
  remove: () => Promise<void>;
}
/** Shared by all projects of this Vitest run, each of which loads this file. */
const run = globalThis as typeof globalThis & {
  testServer?: { made: Promise<Made>; projects: number };
};

/**
 * Vitest's global setup of the suites with a database: starts a temporary Postgres (or uses
 * TEST_DATABASE_URL, whose user may create databases) and creates a migrated template. With
 * TEST_PGBOUNCER=1 the product connects through PgBouncer in transaction mode. Everything is
 * removed at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (run.testServer ??= { made: make(), projects: 0 });
  server.projects += 1;
  const { database, remove } = await server.made;
  project.provide("testDatabase", database);
  return async () => {
    server.projects -= 1;
    if (server.projects === 0) await remove();
  };
}

async function make(): Promise<Made> {
  const server = process.env.TEST_DATABASE_URL
    ? borrowedServer(process.env.TEST_DATABASE_URL)
    : await ownServer();
  const prefix = `booking_test_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  await execute(server.url, `create database ${template}`);
  await applyMigrations(withDatabase(server.url, template));
  const pooler = process.env.TEST_PGBOUNCER === "1" ? await startPgBouncer(server.url) : null;
  const folder = mkdtempSync(join(tmpdir(), "booking-outbox-"));
  return {
    database: {
      serverUrl: server.url,
      poolerUrl: pooler?.through(server.url) ?? null,
      prefix,
      template,
      folder,
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await pooler?.stop();
      await dropDatabases(server.url, prefix);
      await server.stop();
    },
  };
}

function borrowedServer(url: string) {
  return { url, stop: async () => undefined };
}

async function ownServer() {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  takeLock(join(folder, "run.lock"));
  const server = await startEmbeddedPostgres({ folder, durable: false, print: () => undefined });
  return {
    url: server.adminUrl("postgres"),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes servers and folders left by killed test runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const folder = join(tmpdir(), name);
    const owner = lockHolder(join(folder, "run.lock"));
    if (owner === null || isRunning(owner)) continue;
    await stopLeftoverPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of rows)
    await client.query(`drop database ${pg.escapeIdentifier(datname)} with (force)`);
  await client.end();
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
