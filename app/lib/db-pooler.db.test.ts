import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Pooler, startPgBouncer } from "~/testing/pgbouncer";
import { databaseState, pool, prepared, transaction } from "./db.server";

let pooler: Pooler;
const direct = process.env.DIRECT_DATABASE_URL!;

beforeAll(async () => {
  pooler = await startPgBouncer(direct);
});
afterAll(() => pooler.stop());

test("a session has the role's zone and time limits, also where start-up options do not pass a pooler", async () => {
  const client = new pg.Client({ connectionString: pooler.through(direct) });
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await client.end();
  expect(rows).toEqual([{ zone: "UTC", statement: "30s", idle: "30s" }]);
  expect(await databaseState()).toBe("ready");
});

test("a statement's name is made of its text: the same in every process, another for another statement", () => {
  const name = (n: number) => prepared(sql`select ${n}::int as n`).name;
  expect(name(1)).toBe(name(2));
  expect(prepared(sql`select ${1}::int as m`).name).not.toBe(prepared(sql`select ${1}::int as n`).name || "off");
});

test.each(["on", "off"])(
  "statements with names %s: what many clients ask at once through few sessions is answered right",
  async (names) => {
    vi.stubEnv("DATABASE_STATEMENT_NAMES", names);
    vi.stubEnv("DATABASE_URL", names === "on" ? direct : pooler.through(direct));
    vi.resetModules();
    const fresh = await import("./db.server");
    const ask = async (n: number) => {
      const statement = n % 2 === 0 ? sql`select ${n}::int as n` : sql`select ${n}::int + 0 as n`;
      const found = await fresh.transaction((db) => db.query<{ n: number }>(fresh.prepared(statement)));
      return found.rows[0]!.n;
    };
    const asked = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(asked.map(ask))).toEqual(asked);
    expect(fresh.prepared(sql`select 1`).name === "").toBe(names === "off");
    await fresh.closeDatabase();
    vi.unstubAllEnvs();
    vi.resetModules();
  },
);

test("a transaction keeps its session to itself", async () => {
  const pids = await transaction(async (db) => {
    const pid = async () => (await db.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
    return [await pid(), await pid()];
  });
  expect(pids[0]).toBe(pids[1]);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
