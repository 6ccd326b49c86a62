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

test("losing a connection fails its transaction only", async () => {
  const error = await failure(
    transaction(async (db) => {
      const { rows } = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
      const lost = new Promise((resolve) => (db as pg.PoolClient).once("end", resolve));
      await endSession(rows[0]!.pid);
      await lost; // the termination arrives while the connection is idle
      await db.query("select 1");
    }),
  );
  expect(isDatabaseAway(error)).toBe(true);
  expect(await transaction(async (db) => (await db.query("select 1 as one")).rows)).toEqual([
    { one: 1 },
  ]);
});

test("an exhausted pool and a missing server differ from a refused statement", async () => {
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

test("a connection to a standby is dropped, whether used by pg or Prisma", async () => {
  vi.stubEnv(
    "DATABASE_URL",
    `${process.env.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`,
  );
  vi.stubEnv("DATABASE_POOL_SIZE", "1");
  vi.resetModules();
  const standby = await import("./db.server");
  const pids = async () =>
    (await standby.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
  const write = "delete from rate_limit";
  const attempts = [
    () => standby.pool.query(write),
    () => standby.transaction((db) => db.query(write)),
    () => standby.prisma.$transaction([standby.prisma.$executeRawUnsafe(write)]),
    () => standby.prisma.$transaction((tx) => tx.$executeRawUnsafe(write)),
  ];
  for (const attempt of attempts) {
    const before = await pids();
    expect(standby.isDatabaseAway(await failure(attempt()))).toBe(true);
    expect(await pids()).not.toBe(before);
  }
  await standby.closeDatabase();
});

test("a Prisma transaction without a connection means the database is unreachable", async () => {
  vi.stubEnv("DATABASE_POOL_SIZE", "1");
  vi.resetModules();
  const small = await import("./db.server");
  const held = await small.pool.connect();
  const waiting = small.prisma.$transaction((tx) => tx.$queryRaw`select 1`, { maxWait: 50 });
  expect(small.isDatabaseAway(await failure(waiting))).toBe(true);
  held.release();
  await small.closeDatabase();
});

test("a database that accepts statements but never responds is detected", async () => {
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

test("a database without the required settings is not ready", async () => {
  vi.stubEnv("DATABASE_URL", `${process.env.DATABASE_URL}?options=-c%20timezone%3DAsia/Tokyo`);
  vi.resetModules();
  const fresh = await import("./db.server");
  expect(await fresh.databaseState()).toBe(
    process.env.TEST_PGBOUNCER === "1" ? "away" : "wrong_settings",
  );
  await fresh.closeDatabase();
});
