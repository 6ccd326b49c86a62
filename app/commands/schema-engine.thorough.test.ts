import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { withDatabase } from "./database-url";
import { applyMigrations, diffSchema } from "./schema-engine";

const databaseUrl = process.env.DIRECT_DATABASE_URL ?? "";
const admin = new pg.Client({ connectionString: databaseUrl });
await admin.connect();
afterAll(() => admin.end());

const committed = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  await work(withDatabase(databaseUrl, name));
  await admin.query(`drop database ${name}`);
}

test("the committed migrations produce the schema", async () => {
  expect(await diffSchema(databaseUrl)).toBe("");
});

test("diff prints the SQL from an older schema file", async () => {
  expect(await diffSchema(databaseUrl, "app/testing/one-table.prisma")).toMatch(
    /CREATE TABLE "booking"[^]*DROP TABLE "relic"|DROP TABLE "relic"[^]*CREATE TABLE "booking"/,
  );
});

test("diff leaves no shadow database behind", async () => {
  await diffSchema(databaseUrl);
  const { rows } = await admin.query(
    "select datname from pg_database where datname like 'shadow%'",
  );
  expect(rows).toEqual([]);
});

test("nodes that start concurrently apply each migration once", async () => {
  await withEmptyDatabase(async (url) => {
    const applied = await Promise.all([
      applyMigrations(url),
      applyMigrations(url),
      applyMigrations(url),
    ]);
    expect(applied.flat()).toEqual(committed.sort());
    expect(await applyMigrations(url)).toEqual([]);
  });
});

test("a failed migration leaves nothing behind and is retried", async () => {
  await withEmptyDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create sequence tenant"); // in the way of the first migration
    await expect(applyMigrations(url)).rejects.toThrow(/relation "tenant" already exists/);
    const { rows } = await client.query("select to_regclass('account') as account");
    await client.query("drop sequence tenant");
    await client.end();
    expect(rows).toEqual([{ account: null }]);
    expect(await applyMigrations(url)).toEqual(committed.sort());
  });
});
