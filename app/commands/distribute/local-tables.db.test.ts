import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { tablesOf } from "~/lib/tables";
import { makeTenant, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import { readCatalogue } from "./catalogue";
import { keysToDrop } from "./plan";

// Drops the foreign keys that `distribute` drops, so that no cascade deletes rows on the
// coordinator.

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
  await client.connect();
  const keys = keysToDrop(await readCatalogue(client));
  expect(keys.map(({ table }) => table)).toContain("session");
  for (const { table, name } of keys)
    await client.query(`alter table "${table}" drop constraint "${name}"`);
});
afterAll(() => client.end());

test("deleting a company leaves no session or other row on the coordinator", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  // Signed in before the company existed, so the session has no tenant.
  await pool.query(
    `insert into session (token_hash, id, account_id, idle_expires_at, expires_at)
     values ('\\x00', gen_random_uuid(), $1, now() + interval '1 day', now() + interval '1 day')`,
    [owner.account_id],
  );
  await pool.query("insert into last_use (tenant_id, id, at) values ($1, $2, now())", [
    owner.tenant.id,
    owner.user_id,
  ]);
  const body = { confirm_name: owner.tenant.name, confirm_phrase: "delete permanently" };
  expect((await call("/api/account/delete", { cookie, body })).status).toBe(204);

  const remaining = await pool.query("select from session where account_id = $1", [
    owner.account_id,
  ]);
  expect(remaining.rowCount).toBe(0);
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' and table_name = any($1)",
    [tablesOf("local")],
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name } of rows) {
    const found = await pool.query(`select from "${name}" where tenant_id = $1`, [owner.tenant.id]);
    expect({ name, rows: found.rowCount }).toEqual({ name, rows: 0 });
  }
});
