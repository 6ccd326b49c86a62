import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { startProxy } from "~/testing/tcp-proxy";
import { isDatabaseAway, pool, transaction } from "./db.server";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function endSession(pid: number): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
  await admin.connect();
  await admin.query("select pg_terminate_backend($1)", [pid]);
  await admin.end();
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("a connection that is lost at work ends neither the process nor the pool: its transaction fails, the next one works", async () => {
  const error = await failure(
    transaction(async (db) => {
      const { rows } = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
      const lost = new Promise((resolve) => (db as pg.PoolClient).once("end", resolve));
      await endSession(rows[0]!.pid);
      await lost; // the server's word has come while nothing was being asked
      await db.query("select 1");
    }),
  );
  expect(isDatabaseAway(error)).toBe(true);
  expect(await transaction(async (db) => (await db.query("select 1 as one")).rows)).toEqual([
    { one: 1 },
  ]);
});

test("no connection left and no server are distinguished from a statement that was refused", async () => {
  vi.stubEnv("DATABASE_POOL_SIZE", "1");
  vi.resetModules();
  const small = await import("./db.server");
  const held = await small.pool.connect();
  small.pool.options.connectionTimeoutMillis = 50;
  expect(small.isDatabaseAway(await failure(small.pool.query("select 1")))).toBe(true);
  held.release();
  expect(small.isDatabaseAway(await failure(small.pool.query("select nonsense")))).toBe(false);
  await small.closeDatabase();
  const nobody = new pg.Client({ connectionString: "postgresql://user@127.0.0.1:1/none" });
  expect(isDatabaseAway(await failure(nobody.connect()))).toBe(true);
  expect(
    isDatabaseAway(new Error("a bug", { cause: await failure(pool.query("select nonsense")) })),
  ).toBe(false);
});

test("a database that takes everything and answers nothing is noticed", async () => {
  const proxy = await startProxy(new URL(process.env.DATABASE_URL!));
  vi.stubEnv("DATABASE_URL", proxy.url);
  vi.resetModules();
  const fresh = await import("./db.server");
  expect(await fresh.databaseState()).toBe("ready");
  proxy.stall();
  expect(await fresh.databaseState()).toBe("away");
  proxy.close();
  expect(await fresh.databaseState()).toBe("away");
});

test("a database without the settings that the product counts on is not ready", async () => {
  vi.stubEnv("DATABASE_URL", `${process.env.DATABASE_URL}?options=-c%20timezone%3DAsia/Tokyo`);
  vi.resetModules();
  const fresh = await import("./db.server");
  expect(await fresh.databaseState()).toBe(
    process.env.TEST_PGBOUNCER === "1" ? "away" : "wrong_settings",
  );
  await fresh.closeDatabase();
});
