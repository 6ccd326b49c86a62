import { expect, test } from "vitest";
import { pool } from "./db.server";
import { tableKinds } from "./tables";

// What else a cluster asks of the tables of each kind is held by commands/distribute.thorough.test.ts.

test("every table is a directory's, a tenant's or local, and every table that is named exists", async () => {
  const { rows } = await pool.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  expect(Object.keys(tableKinds).sort()).toEqual(rows.map(({ relname }) => relname).sort());
});
