import { Agent, request } from "node:http";
import { connect } from "node:net";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant, signIn } from "./factory";
import { exchange, write } from "./raw-http";
import { startWeb, type WebProcess } from "./web-process";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

let web: WebProcess;
let sample: SampleTenant;
let port: number;
let headers: Record<string, string>;

beforeAll(async () => {
  sample = await makeSampleTenant();
  headers = { Cookie: await signIn(sample.owner), "Sec-Fetch-Site": "same-origin" };
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  port = Number(new URL(web.url).port);
});
afterAll(() => web.stop());

test("an aborted response ends its connection but not the process", async () => {
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
       customer_name, customer_email, source, notes)
     select tenant_id, gen_random_uuid(), 'BULK' || lpad(number::text, 6, '0'), resource_id, resource_name, 'cancelled', starts_at, ends_at,
       time_zone, customer_id, customer_name, customer_email, source, repeat('x', 1000)
     from booking, generate_series(1, 20000) number where tenant_id = $1 and id = $2`,
    [sample.owner.tenant.id, sample.ids.booking],
  );
  const socket = connect(port, "127.0.0.1");
  socket.write(write("GET", "/api/bookings?format=csv", { headers }));
  // The client stops reading, so the process stops writing with most rows still unread.
  await new Promise((done) => socket.once("readable", done));
  await pool.query("alter table booking rename to booking_gone");
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).not.toMatch(/\r\n0\r\n\r\n$/);
  } catch (error) {
    expect(error).toMatchObject({ code: "ECONNRESET" });
  } finally {
    await pool.query("alter table booking_gone rename to booking");
  }
  const answer = await exchange(port, write("GET", "/api/resources", { headers }));
  expect(answer.status).toBe(200);
});

test.each(["/dashboard/settings/company/logo", "/sign-in", "/api/uploads", "/no-such-page"])(
  "a request refused before it is fully read leaves the connection usable: %s",
  async (target) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, path: string, more: Record<string, string>, body?: Buffer) =>
      new Promise<{ status: number; is_reused: boolean }>((resolve, reject) => {
        const length = body ? { "Content-Length": String(body.length) } : {};
        const requestIds = request(
          { port, agent, method, path, headers: { ...more, ...length } },
          (answer) => {
            answer.resume();
            answer.on("end", () =>
              resolve({ status: answer.statusCode!, is_reused: requestIds.reusedSocket }),
            ); // a status line
          },
        );
        requestIds.on("error", reject);
        requestIds.end(body);
      });
    const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
    const refused = await ask("POST", target, form, Buffer.alloc(200_000, "a"));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await ask("GET", "/healthz", {})).toEqual({ status: 200, is_reused: true });
    agent.destroy();
  },
);

test("an undecodable path gets a plain error, for pages and the API", async () => {
  const request = (method: string, target: string) => exchange(port, write(method, target, {}));
  expect((await request("GET", "http://127.0.0.1:3000/sign-in")).status).toBe(200);
  expect((await request("TRACE", "/sign-in")).status).toBe(405);
  const unreadable = await request("GET", "/%zz");
  expect([unreadable.status, unreadable.body]).toEqual([400, "This address cannot be read.\n"]);
});

test("a valid X-Request-Id is echoed, for pages and the API", async () => {
  const idOf = async (target: string, given: Record<string, string>) =>
    (await fetch(`${web.url}${target}`, { headers: given })).headers.get("X-Request-Id");
  for (const target of ["/api/resources", "/sign-in"]) {
    expect(await idOf(target, { "X-Request-Id": "call-from-shop-7" })).toBe("call-from-shop-7");
    expect(
      await idOf(target, {
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      }),
    ).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(await idOf(target, { "X-Request-Id": "<b>not an id</b>" })).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("each request is one log line with its company and route pattern, without its URL", async () => {
  const owner = await makeTenant();
  const Cookie = await signIn(owner);
  const tenant_id = owner.tenant.id;
  const lines: string[] = [];
  const loud = await startWeb(
    {
      DATABASE_URL: process.env.DATABASE_URL!,
      NODE_ENV: "development",
      LOG_LEVEL: "info",
      RATE_LIMITS: "off",
    },
    [],
    (line) => lines.push(line),
  );
  try {
    const requestIds = { "X-Request-Id": "one-page-0001" };
    expect(
      (await fetch(`${loud.url}/manage/secret-token-of-a-guest`, { headers: requestIds })).status,
    ).toBe(404);
    expect(
      (
        await fetch(`${loud.url}/api/resources`, {
          headers: { ...requestIds, "X-Request-Id": "one-call-0001" },
        })
      ).status,
    ).toBe(401);
    for (const [path, id] of [
      ["/dashboard/customers", "own-page-0001"],
      ["/api/tenant", "own-call-0001"],
    ] as const) {
      const own = await fetch(`${loud.url}${path}`, { headers: { Cookie, "X-Request-Id": id } });
      expect(own.status).toBe(200);
      await own.text();
    }
  } finally {
    await loud.stop();
  }
  const of = (id: string) =>
    lines
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(of("one-page-0001")).toMatchObject([
    { operation: "page", page: "/manage/:token", status: 404, msg: "answered" },
  ]);
  expect(of("one-call-0001")).toMatchObject([
    { operation: "resources.list", status: 401, msg: "answered" },
  ]);
  expect(of("own-page-0001")).toMatchObject([
    { operation: "page", page: "/dashboard/customers", tenant_id, status: 200, msg: "answered" },
  ]);
  expect(of("own-call-0001")).toMatchObject([{ operation: "tenant.get", tenant_id, status: 200 }]);
  expect(lines.join("")).not.toContain("secret-token-of-a-guest");
});

test("a page's data requests are not cached by intermediaries", async () => {
  for (const path of ["/sign-in.data", "/dashboard.data"])
    expect((await fetch(web.url + path, { headers })).headers.get("Cache-Control")).toMatch(
      /private|no-store/,
    );
});

test("pages use React's production build in every mode", async () => {
  const script = pathToFileURL("app/testing/loaded-react-to-parent.mjs").href;
  const developed = await startWeb(
    { DATABASE_URL: process.env.DATABASE_URL!, NODE_ENV: "development", RATE_LIMITS: "off" },
    ["--import", script],
  );
  try {
    const loaded = new Promise<string[]>((resolve) =>
      developed.onMessage((message) => {
        if (typeof message === "object" && message !== null && "loaded" in message)
          resolve(message.loaded as string[]);
      }),
    );
    expect((await fetch(`${developed.url}/sign-in`)).status).toBe(200);
    await fetch(`${developed.url}/loaded`);
    const files = (await loaded).join("\n");
    expect(files).toContain("react-dom-server.node.production");
    expect(files).not.toContain(".development.");
    // Development still sets cookies over plain http.
    const cookies = (await fetch(`${developed.url}/sign-in`)).headers.getSetCookie().join();
    expect(cookies).not.toMatch(/;\s*Secure/i);
  } finally {
    await developed.stop();
  }
});
