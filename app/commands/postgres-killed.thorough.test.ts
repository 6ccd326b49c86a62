import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testEnvironment } from "../testing/environment";
import { startWeb, type WebProcess } from "../testing/web-process";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { applyMigrations } from "./schema-engine";

const folder = mkdtempSync(join(tmpdir(), "booking-killed-"));
const options = { folder, durable: false, print: () => undefined };
let postgres: EmbeddedPostgres;
let web: WebProcess;
let worker: ChildProcess;

beforeAll(async () => {
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  postgres = await startEmbeddedPostgres(options);
  await applyMigrations(postgres.url());
  const env = {
    DATABASE_URL: postgres.url(),
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY!,
    DATA_DIR: folder,
  };
  web = await startWeb(env);
  worker = spawn(process.execPath, ["app/commands/boot.mjs", "worker"], {
    env: {
      ...testEnvironment(),
      ...env,
      NODE_ENV: "development",
      PGAPPNAME: "worker",
      BOOT_PREPARED: "1",
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await once(worker, "message");
});
afterAll(async () => {
  await web.stop();
  worker.kill("SIGKILL");
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function readiness(): Promise<string> {
  const answer = await fetch(`${web.url}/readyz`);
  const body = (await answer.json()) as { status: string; reason?: string };
  return `${answer.status} ${body.status}${body.reason ? ` ${body.reason}` : ""}`;
}

async function until(expected: string, requestStatus: () => Promise<string>): Promise<void> {
  while ((await requestStatus()) !== expected) await wait(50);
}

/** State of the worker's database sessions: none, connected, or listening for events. */
async function workerSessions(): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url() });
  await client.connect();
  const found = await client.query(
    "select 1 from pg_stat_activity where application_name = 'worker' and datname = 'booking' and query <> ''",
  );
  await client.end();
  return found.rowCount === 0 ? "none" : "works";
}

test("the product's role is not a superuser, owns its tables and cannot read server files", async () => {
  const client = new pg.Client({ connectionString: postgres.url() });
  await client.connect();
  const { rows } = await client.query(
    `select rolsuper, rolcreatedb, rolcreaterole, (select count(*)::int from pg_tables where schemaname in ('public', 'pgboss')
       and tableowner <> current_user) as others from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, others: 0 }]);
  await expect(client.query("select pg_read_file('/etc/passwd')")).rejects.toThrow(
    /permission denied/,
  );
  await expect(client.query("copy tenant to program 'id'")).rejects.toThrow(/permission denied/);
  await expect(
    client.query("insert into account (id, email) values (null, 'guest@example.test')"),
  ).rejects.toThrow();
  await client.end();
  expect(readFileSync(join(folder, "logs", "postgres.log"), "utf8")).not.toContain("DETAIL");
});

test.each(["SIGKILL", "SIGINT"] as const)(
  "after Postgres is ended by %s and restarted, every process recovers",
  async (signal) => {
    await until("200 ready", readiness);
    await until("works", workerSessions);
    const { process: server } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8")) as {
      process: { pid: number };
    };
    process.kill(server.pid, signal);
    await postgres.ended;
    expect(await readiness()).toBe("503 not_ready database_away");
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    postgres = await startEmbeddedPostgres(options);
    await until("200 ready", readiness);
    await until("works", workerSessions);
    expect(worker.exitCode).toBeNull();
  },
);
