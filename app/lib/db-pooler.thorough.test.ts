import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { needsTool } from "~/testing/needs-tool";
import { type Pooler, startPgBouncer } from "~/testing/pgbouncer";
import { databaseState } from "./db.server";

const test = needsTool("pgbouncer");
let pooler: Pooler;
const direct = process.env.DIRECT_DATABASE_URL!;

beforeAll(async () => {
  pooler = await startPgBouncer(direct);
});
afterAll(() => pooler.stop());

test("a session has the role's time zone and timeouts, even through a pooler that drops start-up options", async () => {
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

test.each(["on", "off"])(
  "statement names %s: many concurrent clients over few sessions get correct results",
  async (names) => {
    vi.stubEnv("DATABASE_STATEMENT_NAMES", names);
    vi.stubEnv("DATABASE_URL", names === "on" ? direct : pooler.through(direct));
    vi.resetModules();
    const fresh = await import("./db.server");
    const ask = async (n: number) => {
      const statement = n % 2 === 0 ? sql`select ${n}::int as n` : sql`select ${n}::int + 0 as n`;
      const found = await fresh.transaction((db) =>
        db.query<{ n: number }>(fresh.prepared(statement)),
      );
      return found.rows[0]!.n;
    };
    const values = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(values.map(ask))).toEqual(values);
    expect(fresh.prepared(sql`select 1`).name === "").toBe(names === "off");
    await fresh.closeDatabase();
    vi.unstubAllEnvs();
    vi.resetModules();
  },
);
