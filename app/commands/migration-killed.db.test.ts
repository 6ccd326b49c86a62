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
/** Before, between and after what two migrations write. */
const places = [0, 1, 2, 3, 4, 5];
const stop = (place: number) => `select pg_advisory_xact_lock(${GATE} * 100 + ${place});`;

beforeAll(async () => {
  await admin.connect();
  for (const [index, table] of ["first", "second"].entries()) {
    const path = join(folder, `2026010${index}000000_${table}`);
    mkdirSync(path);
    const [begin, middle, end] = places.slice(index * 3).map(stop);
    writeFileSync(
      join(path, "migration.sql"),
      `${begin}\ncreate table ${table} (id int);\n${middle}\ninsert into ${table} values (1);\n${end}\n`,
    );
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await admin.end();
});

/** A migration without a pause: what the scripts wait for is not held. */
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

test.each(places)(
  "a migration whose process is killed at place %i leaves a database that the next run brings up",
  async (place) => {
    const name = `killed_${newId().replaceAll("-", "")}`;
    await admin.query(`create database ${name}`);
    const url = withDatabase(server, name);
    const gate = new pg.Client({ connectionString: url });
    await gate.connect();
    await gate.query("select pg_advisory_lock($1)", [GATE * 100 + place]);
    const child = spawn(process.execPath, ["--import", "tsx", "app/testing/migrate-folder.ts", url, folder], {
      env: testEnvironment(),
      stdio: "ignore",
    });
    await untilWaiting(child, gate, place);
    child.kill("SIGKILL");
    await once(child, "exit");
    // Its session goes on in Postgres until it notices; the next run comes first.
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

test("a migration does not wait long for a table that is in use: it gives up in plain words and changes nothing", async () => {
  const name = `busy_${newId().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  const url = withDatabase(server, name);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const busy = mkdtempSync(join(tmpdir(), "migrations-"));
  const write = (migration: string, script: string) => {
    mkdirSync(join(busy, migration));
    writeFileSync(join(busy, migration, "migration.sql"), script);
  };
  write("20260101000000_held", "create table held (id int)");
  await applyMigrations(url, busy);
  await holder.query("begin; lock table held");
  write("20260102000000_busy", "create table other (id int); alter table held add column name text;");
  await expect(applyMigrations(url, busy)).rejects.toThrow(
    /waited too long for a table that is in use[^]*nothing was changed/,
  );
  await holder.query("commit");
  expect((await holder.query("select to_regclass('other') as other")).rows).toEqual([{ other: null }]);
  expect(await applyMigrations(url, busy)).toEqual(["20260102000000_busy"]);
  await holder.end();
  rmSync(busy, { recursive: true });
  await admin.query(`drop database ${name} with (force)`);
});
