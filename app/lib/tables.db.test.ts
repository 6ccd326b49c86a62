import { expect, test } from "vitest";
import { pool } from "./db.server";
import { tableKinds } from "./tables";

// commands/distribute.thorough.test.ts checks the other requirements of a cluster.

test("every table has a kind, and every listed table exists", async () => {
  const { rows } = await pool.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  expect(Object.keys(tableKinds).sort()).toEqual(rows.map(({ relname }) => relname).sort());
});
