import { expect, test } from "vitest";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { AppError } from "./app-error";
import { heavyPool, pool } from "./db.server";
import { heavyRead } from "./heavy-reads.server";

/** Reads of a company that run until released. */
async function fillLanes(owner: string, count: number) {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let startedCount = 0;
  const all = Array.from({ length: count }, () =>
    heavyRead(owner, () => {
      startedCount += 1;
      return ended;
    }),
  );
  await expect.poll(() => startedCount).toBe(count);
  return async () => {
    end();
    await Promise.all(all);
  };
}

const PATHS = [
  "/api/analytics",
  "/api/audit",
  "/api/bookings?search=anna",
  "/api/customers?search=anna",
];

test.each(PATHS)(
  "%s of a company with many reads waits, gets Retry-After, and does not affect others",
  async (path) => {
    const [busy, quiet] = [await makeTenant(), await makeTenant()];
    const cookie = await signIn(busy);
    const empty = await fillLanes(busy.tenant.id, 2);
    const calls = Array.from({ length: 12 }, () => call(path, { cookie }));
    const answers = Promise.all(calls);
    expect((await call(path, { cookie: await signIn(quiet) })).status).toBe(200);
    const refused = (await answers).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const answer of refused) {
      expect(answer.status).toBe(429);
      expect(answer.headers.get("Retry-After")).toBe("3");
      expect((await json(answer)).error?.code).toBe("rate_limited");
    }
    await empty();
    expect((await call(path, { cookie })).status).toBe(200);
  },
);

test("at the overall limit the response is 503 with Retry-After, and other work continues", async () => {
  const [first, second, third] = [await makeTenant(), await makeTenant(), await makeTenant()];
  const empty = [await fillLanes(first.tenant.id, 2), await fillLanes(second.tenant.id, 2)];
  const cookie = await signIn(third);
  const answer = await call("/api/analytics", { cookie });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("5");
  expect((await json(answer)).error?.code).toBe("not_ready");
  expect((await call("/api/bookings", { cookie })).status).toBe(200);
  await Promise.all(empty.map((done) => done()));
});

test("a heavy read is read-only, uses its own pool, and resets its session limits", async () => {
  const { tenant } = await makeTenant();
  const inside = () =>
    heavyRead(tenant.id, (db) =>
      db.query("update tenant set name = 'x' where id = $1", [tenant.id]),
    );
  await expect(inside()).rejects.toThrow("read-only");
  const limit = await heavyRead(tenant.id, (db) =>
    db.query("select current_setting('statement_timeout') as is"),
  );
  expect(limit.rows).toEqual([{ is: "10s" }]);
  expect((await heavyPool.query("select current_setting('statement_timeout') as is")).rows).toEqual(
    [{ is: "30s" }],
  );
  expect(heavyPool.totalCount).toBeLessThanOrEqual(4);
  expect(heavyPool).not.toBe(pool);
});

test("a read that times out is cancelled with advice", async () => {
  const { tenant } = await makeTenant();
  const slow = heavyRead(tenant.id, async (db) => {
    await db.query("set local statement_timeout = '10ms'");
    await db.query("select pg_sleep(5)");
  });
  const error = await slow.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: "not_ready", extra: { headers: { "Retry-After": "60" } } });
});
