import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";

// A role that owns its database and has no other rights, as hosting providers create one.

const { serverUrl } = inject("testDatabase");
const name = `owned_${randomBytes(4).toString("hex")}`;
const adminUrl = withDatabase(serverUrl, name);

async function as(url: string, ...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let last: pg.QueryResult | undefined;
    for (const statement of statements) last = await client.query(statement);
    return last!;
  } finally {
    await client.end();
  }
}

function ownerUrl(): string {
  const url = new URL(adminUrl);
  url.username = name;
  url.password = name;
  return url.href;
}

beforeAll(async () => {
  await as(
    serverUrl,
    `create role ${name} login nosuperuser nocreatedb nocreaterole password '${name}'`,
    `create database ${name} owner ${name}`,
  );
});
afterAll(async () => {
  await as(serverUrl, `drop database ${name} with (force)`, `drop role ${name}`);
});

test("an ordinary owner can migrate if an administrator created the extensions", async () => {
  await as(
    adminUrl,
    "create extension btree_gist",
    "create extension btree_gin",
    "create extension pg_trgm",
    // Simulates Citus, which sends the command to each node.
    `create function refuse() returns event_trigger language plpgsql as $$ begin
       raise insufficient_privilege using message = 'must be owner of extension btree_gist'; end $$`,
    "create event trigger refused on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()",
  );
  expect((await applyMigrations(ownerUrl())).length).toBeGreaterThan(0);
  const { rows } = await as(
    adminUrl,
    `select rolsuper, (select count(*)::int from pg_tables where schemaname = 'public' and tableowner <> '${name}') as others
       from pg_roles where rolname = '${name}'`,
  );
  expect(rows).toEqual([{ rolsuper: false, others: 0 }]);
  expect(await applyMigrations(ownerUrl())).toEqual([]);
});
