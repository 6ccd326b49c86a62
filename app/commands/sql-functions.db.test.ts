import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";
import { applyFunctions } from "./sql-functions";

const name = `functions_${newId().replaceAll("-", "")}`;
const url = withDatabase(process.env.DIRECT_DATABASE_URL!, name);
const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const client = new pg.Client({ connectionString: url });
const folder = mkdtempSync(join(tmpdir(), "functions-"));

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  await applyMigrations(url);
  await client.connect();
  cpSync("app/domain/seats", folder, { recursive: true });
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

const isLive = async (status: string) =>
  (await client.query<{ live: boolean }>("select is_live($1) as live", [status])).rows[0]!.live;

const isLiveWith = (more: string) =>
  `${readFileSync("app/domain/seats/is-live.sql", "utf8")}\n${more}`;

test("unchanged files are not applied again", async () => {
  expect(await applyFunctions(client, "app/domain")).toEqual([]);
});

test("a changed file is applied, and the previous version restores its own", async () => {
  expect(await isLive("elsewhere")).toBe(false);
  const changed =
    "create or replace function is_live(p_status text) returns boolean language sql as 'select true';";
  writeFileSync(join(folder, "is-live.sql"), changed);
  await client.query("update sql_function_file set path = replace(path, 'seats/', '')");
  expect(await applyFunctions(client, folder)).toEqual(["is-live.sql"]);
  expect(await isLive("elsewhere")).toBe(true);
  cpSync("app/domain/seats/is-live.sql", join(folder, "is-live.sql"));
  expect(await applyFunctions(client, folder)).toEqual(["is-live.sql"]);
  expect(await isLive("elsewhere")).toBe(false);
});

test("a function may depend on a later file", async () => {
  writeFileSync(
    join(folder, "a-first.sql"),
    "create function a_first() returns int language sql return z_last() + 1;",
  );
  writeFileSync(
    join(folder, "z-last.sql"),
    "create function z_last() returns int language sql return 1;",
  );
  expect(await applyFunctions(client, folder)).toEqual(["a-first.sql", "z-last.sql"]);
  expect((await client.query("select a_first() as value")).rows).toEqual([{ value: 2 }]);
});

test("a file that fails is named, and the change is rolled back", async () => {
  writeFileSync(
    join(folder, "broken.sql"),
    "create function broken() returns int language sql return nowhere();",
  );
  writeFileSync(join(folder, "is-live.sql"), isLiveWith("select 1;"));
  await expect(applyFunctions(client, folder)).rejects.toThrow(
    /broken\.sql could not be created\. .*nowhere/,
  );
  const stored = await client.query("select from sql_function_file where path = 'broken.sql'");
  expect(stored.rowCount).toBe(0);
  rmSync(join(folder, "broken.sql"));
  expect(await applyFunctions(client, folder)).toEqual(["is-live.sql"]);
});

test("a database migrated by a later version keeps that version's functions", async () => {
  const later =
    "create or replace function is_live(p_status text) returns boolean language sql as 'select true';";
  await client.query(later);
  await client.query("update sql_function_file set sha256 = 'of a later version'");
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', 'x', '29990101000000_later', now())",
  );
  await applyMigrations(url);
  expect(await isLive("elsewhere")).toBe(true);
});
