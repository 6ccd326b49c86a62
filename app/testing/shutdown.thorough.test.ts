import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant, signIn } from "./factory";
import { startWeb } from "./web-process";

const CLIENTS = 24;

test("a process stopped under load completes every request, closes its connections and exits cleanly", async () => {
  const web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  const headers = { Cookie: await signIn(await makeTenant()), "Sec-Fetch-Site": "same-origin" };
  const statuses: number[] = [];
  const failures: string[] = [];
  let finished = 0;
  /** One connection that repeats its request until the server closes it. */
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let isLast = false; !isLast;) {
      const request = get(`${web.url}/api/tenant`, { agent, headers });
      try {
        const [response] = (await once(request, "response")) as [IncomingMessage];
        for await (const _ of response);
        statuses.push(response.statusCode ?? 0);
        isLast = response.headers.connection === "close";
      } catch (error) {
        failures.push(String(error));
        isLast = true;
      }
    }
    agent.destroy();
    finished += 1;
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const idle = connect(Number(new URL(web.url).port), "127.0.0.1");
  await once(idle, "connect");
  idle.resume();
  while (statuses.length < 10 * CLIENTS) await new Promise((done) => setImmediate(done));
  // Some requests are waiting for the database when the shutdown starts; they must be answered.
  const lock = await pool.connect();
  await lock.query("begin");
  await lock.query("lock table session in access exclusive mode");
  const before = statuses.length;
  const ended = web.end();
  await lock.query("commit");
  lock.release();
  await Promise.all(clients);
  expect(await ended).toBe(0);
  expect(failures).toEqual([]);
  expect(finished).toBe(CLIENTS);
  expect(statuses.length).toBeGreaterThanOrEqual(before + 1);
  expect(new Set(statuses)).toEqual(new Set([200]));
  if (!idle.closed) await once(idle, "close");
});

test("without a database, pages and API answer 503 with Retry-After", async () => {
  const web = await startWeb({
    DATABASE_URL: "postgresql://none@127.0.0.1:1/none",
    RATE_LIMITS: "off",
  });
  const headers = { Cookie: `session=${"x".repeat(43)}` };
  try {
    const api = await fetch(`${web.url}/api/tenant`, { headers });
    expect([api.status, ((await api.json()) as { error: { code: string } }).error.code]).toEqual([
      503,
      "not_ready",
    ]);
    const page = await fetch(`${web.url}/dashboard`, { headers, redirect: "manual" });
    expect(page.status).toBe(503);
    // What Remix fetches on a client-side navigation.
    const data = await fetch(`${web.url}/dashboard/bookings.data`, { headers, redirect: "manual" });
    const visitor = await fetch(`${web.url}/sign-in`, { headers, redirect: "manual" });
    const guest = await fetch(`${web.url}/manage/${"x".repeat(43)}`, { redirect: "manual" });
    const feed = await fetch(`${web.url}/calendar/${"x".repeat(43)}.ics`);
    expect([data.status, visitor.status, guest.status, feed.status]).toEqual([503, 503, 404, 503]);
    for (const answer of [api, page, data, visitor, feed])
      expect(answer.headers.get("Retry-After")).toBe("5");
  } finally {
    await web.stop();
  }
});
