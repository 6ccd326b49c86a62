import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { pool, prepared, transaction } from "./db.server";

test("a statement's name depends only on its text", () => {
  const name = (n: number) => prepared(sql`select ${n}::int as n`).name;
  expect(name(1)).toBe(name(2));
  expect(prepared(sql`select ${1}::int as m`).name).not.toBe(
    prepared(sql`select ${1}::int as n`).name || "off",
  );
});

test("a transaction has exclusive use of its session", async () => {
  const pids = await transaction(async (db) => {
    const pid = async () =>
      (await db.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
    return [await pid(), await pid()];
  });
  expect(pids[0]).toBe(pids[1]);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
