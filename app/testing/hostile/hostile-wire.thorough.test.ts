import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { signIn } from "../factory";
import { exchange, write } from "../raw-http";
import { makeSampleTenant, type SampleTenant } from "../sample-tenant";
import { startWeb, type WebProcess } from "../web-process";
import { wireCases } from "./wire-cases";

// Raw requests that no client sends: none may reach an operation or smuggle a second request, and
// the process must survive.

let web: WebProcess;
let port: number;
let sample: SampleTenant;
let headers: Record<string, string>;

beforeAll(async () => {
  sample = await makeSampleTenant();
  headers = { Cookie: await signIn(sample.owner), "Sec-Fetch-Site": "same-origin" };
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL! });
  port = Number(new URL(web.url).port);
});
afterAll(() => web.stop());

async function resourcesNow(): Promise<number> {
  const answer = await exchange(port, write("GET", "/api/resources?include=total", { headers }));
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body) as { page: { total: number } }).page.total;
}

test("malformed and smuggled requests are refused", async () => {
  const before = await resourcesNow();
  const wrong: string[] = [];
  for (const { name, bytes, statuses } of wireCases(headers)) {
    const { status } = await exchange(port, bytes);
    const actual = Number.isNaN(status) ? null : status;
    if (!statuses.includes(actual)) wrong.push(`${name}: ${actual}, not ${statuses.join(" or ")}`);
  }
  expect(wrong).toEqual([]);
  expect(await resourcesNow(), "nothing was smuggled in").toBe(before);
});

test("truncated bodies create nothing and block nothing", async () => {
  const before = await resourcesNow();
  const body = '{"type":"room","name":"Cut"}';
  const bytes = write("POST", "/api/resources", {
    headers: { ...headers, "Content-Type": "application/json" },
    body,
  });
  for (let left = 1; left <= body.length; left += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined); // it was cut off
    await once(socket, "connect");
    socket.write(bytes.slice(0, bytes.length - left), () =>
      left % 2 === 0 ? socket.destroy() : socket.resetAndDestroy(),
    );
    await once(socket, "close");
  }
  expect(await resourcesNow()).toBe(before);
  const open = await pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(open.rows[0]!.count).toBe(0);
});
