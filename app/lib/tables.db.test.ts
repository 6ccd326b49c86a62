import { expect, test } from "vitest";
import { pool } from "./db.server";
import { tableKinds, tablesOf } from "./tables";

const read = async (sql: string, values: unknown[] = []) =>
  (await pool.query<{ found: string }>(sql, values)).rows.map(({ found }) => found);

/** Unique indexes that a later migration makes a tenant's own. */
const AWAITING = ["event_position_key", "webhook_delivery_once"];

test("every table is a directory's, a tenant's or local, and every table that is named exists", async () => {
  const tables = await read(
    "select relname as found from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  expect(Object.keys(tableKinds).sort()).toEqual(tables.sort());
});

test("every tenant table has a tenant_id that is never null", async () => {
  const tables = await read(
    `select relname as found from pg_class c where relname = any($1) and relnamespace = 'public'::regnamespace and exists (
       select 1 from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and attnotnull)`,
    [tablesOf("tenant")],
  );
  expect(tables.sort()).toEqual(tablesOf("tenant"));
});

test("no reference follows a key that changes", async () => {
  expect(
    await read(
      "select conname as found from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and confupdtype <> 'a'",
    ),
  ).toEqual([]);
});

test("no directory or local table refers to a tenant's table, and a reference between tenant tables carries the tenant", async () => {
  const outward = await read(
    `select conname as found from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
       and confrelid::regclass::text = any($1) and conrelid::regclass::text <> all($1)`,
    [tablesOf("tenant")],
  );
  expect(outward).toEqual([]);
  const within = await read(
    `select conname as found from pg_constraint c where contype = 'f' and connamespace = 'public'::regnamespace
       and confrelid::regclass::text = any($1)
       and not exists (select 1 from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1] and attname = 'tenant_id')`,
    [tablesOf("tenant")],
  );
  expect(within).toEqual([]);
});

test("what is unique in a tenant's table is unique within the tenant", async () => {
  const found = await read(
    `select i.indexrelid::regclass::text as found from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not exists (
       select 1 from pg_attribute where attrelid = c.oid and attnum = i.indkey[0] and attname = 'tenant_id')`,
    [tablesOf("tenant")],
  );
  expect(found.filter((index) => !AWAITING.includes(index))).toEqual([]);
});

test("what excludes rows of a tenant's table excludes them within the tenant", async () => {
  const found = await read(
    `select conname as found from pg_constraint c where contype = 'x' and connamespace = 'public'::regnamespace and not exists (
       select 1 from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey) and attname = 'tenant_id')`,
  );
  expect(found).toEqual([]);
});
