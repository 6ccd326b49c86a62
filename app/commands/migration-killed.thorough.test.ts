import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { testEnvironment } from "../testing/environment";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";

const GATE = 77;
const server = process.env.DIRECT_DATABASE_URL!;
const folder = mkdtempSync(join(tmpdir(), "migrations-"));
const admin = new pg.Client({ connectionString: server });
/** Positions before, between and after the statements of two migrations. */
const positions = [0, 1, 2, 3, 4, 5];
const stop = (place: number) => `select pg_advisory_xact_lock(${GATE} * 100 + ${place});`;

beforeAll(async () => {
  await admin.connect();
  for (const [index, table] of ["first", "second"].entries()) {
    const [begin, middle, end] = positions.slice(index * 3).map(stop);
    writeMigration(
      folder,
      `2026010${index}000000_${table}`,
      `${begin}\ncreate table ${table} (id int);\n${middle}\ninsert into ${table} values (1);\n${end}\n`,
    );
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await admin.end();
});

function writeMigration(into: string, name: string, script: string): void {
  mkdirSync(join(into, name));
  writeFileSync(join(into, name, "migration.sql"), script);
}

/** A migration without a pause: the lock that the scripts wait for is free. */
const migrate = (url: string) => applyMigrations(url, folder);

async function isWaiting(client: pg.Client, place: number): Promise<boolean> {
  const found = await client.query(
    "select 1 from pg_locks where locktype = 'advisory' and not granted and objid = $1 and database = (select oid from pg_database where datname = current_database())",
    [GATE * 100 + place],
  );
  return found.rowCount !== 0;
}

async function untilWaiting(child: ChildProcess, client: pg.Client, place: number): Promise<void> {
  while (!(await isWaiting(client, place))) {
    expect(child.exitCode).toBeNull();
    await wait(20);
  }
}

test.each(positions)(
  "a migration killed at position %i can be completed by the next run",
  async (place) => {
    const name = `killed_${newId().replaceAll("-", "")}`;
    await admin.query(`create database ${name}`);
    const url = withDatabase(server, name);
    const gate = new pg.Client({ connectionString: url });
    await gate.connect();
    await gate.query("select pg_advisory_lock($1)", [GATE * 100 + place]);
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "app/testing/migrate-folder.ts", url, folder],
      {
        env: testEnvironment(),
        stdio: "ignore",
      },
    );
    await untilWaiting(child, gate, place);
    child.kill("SIGKILL");
    await once(child, "exit");
    // The killed process's session continues in Postgres until it notices; the next run starts
    // first.
    const next = migrate(url);
    await gate.query("select pg_advisory_unlock($1)", [GATE * 100 + place]);
    await next;
    const { rows } = await gate.query(
      "select (select count(*)::int from first) as first, (select count(*)::int from second) as second",
    );
    expect(rows).toEqual([{ first: 1, second: 1 }]);
    expect(await migrate(url)).toEqual([]);
    await gate.end();
    await admin.query(`drop database ${name} with (force)`);
  },
);

test("a migration gives up soon on a table in use, explains it and changes nothing", async () => {
  const name = `busy_${newId().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  const url = withDatabase(server, name);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const busy = mkdtempSync(join(tmpdir(), "migrations-"));
  const write = (migration: string, script: string) => writeMigration(busy, migration, script);
  write("20260101000000_held", "create table held (id int)");
  await applyMigrations(url, busy);
  await holder.query("begin; lock table held");
  write(
    "20260102000000_busy",
    "create table other (id int); alter table held add column name text;",
  );
  await expect(applyMigrations(url, busy, 2)).rejects.toThrow(
    /gave up because a table was in use[^]*Nothing was changed/,
  );
  await holder.query("commit");
  expect((await holder.query("select to_regclass('other') as other")).rows).toEqual([
    { other: null },
  ]);
  expect(await applyMigrations(url, busy)).toEqual(["20260102000000_busy"]);
  await holder.end();
  rmSync(busy, { recursive: true });
  await admin.query(`drop database ${name} with (force)`);
});

test("a migration in a deadlock with a call yields, lets the call finish and retries", async () => {
  const name = `circle_${newId().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  const url = withDatabase(server, name);
  const [call, gate] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ];
  await Promise.all([call.connect(), gate.connect()]);
  const circle = mkdtempSync(join(tmpdir(), "migrations-"));
  writeMigration(
    circle,
    "20260101000000_tables",
    "create table mine (id int); create table theirs (id int);",
  );
  await applyMigrations(url, circle);
  const change = (table: string) => `alter table ${table} add column name text;`;
  writeMigration(circle, "20260102000000_circle", [change("theirs"), change("mine")].join("\n"));
  // Postgres must never choose the call as the deadlock victim, however slow the machine is.
  await call.query("set deadlock_timeout = '10min'; begin; lock table theirs");
  const migrated = applyMigrations(url, circle).then(
    () => "applied",
    (error: Error) => error.message,
  );
  const waiting = async (count: number) => {
    const query =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await gate.query(query)).rowCount !== count) continue;
  };
  await waiting(1); // it has locked `mine`, and waits for `theirs`
  // The migration gives up first and holds no locks between attempts.
  await call.query("lock table mine");
  await call.query("commit");
  expect(await migrated).toBe("applied");
  expect(await applyMigrations(url, circle)).toEqual([]);
  await Promise.all([call.end(), gate.end()]);
  rmSync(circle, { recursive: true });
  await admin.query(`drop database ${name} with (force)`);
});
