import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/lib/env.server";
import { measureWaits } from "./measure-waits";
import { aCustomer, makeKey, makeTenant } from "./factory";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";
import { startWeb, type WebProcess } from "./web-process";

// Compares how long another company's client waits during one malicious call with its wait during
// the heaviest valid call of the same kind.

let web: WebProcess;
let other: SampleTenant;
let otherKey: string;
let key: string;
/**
 * Allowed ratio. Noise on a busy machine stays below it; the attacks below caused ratios from 50 to
 * 10,000.
 */
const MAX_TIMES = 15;

beforeAll(async () => {
  other = await makeSampleTenant();
  otherKey = await makeKey(other.owner);
  key = await makeKey(await makeTenant());
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
});
afterAll(() => web.stop());

async function ask(): Promise<void> {
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const times = await fetch(`${web.url}/api/widget/availability?from=${from}&to=${from}`, {
    headers: { Authorization: `Bearer ${otherKey}` },
  });
  expect(times.status).toBe(200);
  await times.arrayBuffer();
}

async function post(
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await fetch(web.url + path, { method: "POST", body, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

/** Ratio of the others' wait during `hostile` to that during `honest`, each sent three times. */
async function timesAsLong(
  hostile: () => Promise<number>,
  honest: () => Promise<number>,
  status: number,
) {
  const thrice = (send: () => Promise<number>, wanted?: number) => async () => {
    for (let time = 0; time < 3; time++) {
      const answered = await send();
      if (wanted !== undefined) expect(answered).toBe(wanted);
    }
  };
  await measureWaits(ask, thrice(honest)); // warm up
  const [fair, foul] = [
    await measureWaits(ask, thrice(honest)),
    await measureWaits(ask, thrice(hostile, status)),
  ];
  return foul.slowest_ms / fair.slowest_ms;
}

const form = (body: string) => () =>
  post("/sign-in", body, {
    "Content-Type": "application/x-www-form-urlencoded",
    "Sec-Fetch-Site": "same-origin",
    Origin: env.BASE_URL,
  });
const fullForm = Array.from({ length: 500 }, (_, at) => `f${at}=${"x".repeat(500)}`).join("&");

test.each([
  ["an index of ten digits", "email[4294967294]=1", 400],
  ["20,000 fields", Array.from({ length: 20_000 }, (_, at) => `f${at}=1`).join("&"), 400],
  ["names as deep as they may be long", `${"a.".repeat(90_000)}b=1`, 400],
  [
    "a command with an index",
    `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a[4294967294]"}}')}`,
    400,
  ],
])("a form with %s does not delay others", async (_, body, status) => {
  expect(await timesAsLong(form(body), form(fullForm), status)).toBeLessThan(MAX_TIMES);
});

const book = (customer: object) => () =>
  post("/api/widget/booking", JSON.stringify({ slot_id: other.ids.slot, customer }), {
    "Content-Type": "application/json",
    Authorization: `Bearer ${key}`,
  });
const honestGuest = { ...aCustomer(), name: "x".repeat(250_000) };

test.each([
  ["a name of accents", { ...aCustomer(), name: "\u0301".repeat(124_000) }],
  [
    "a language of as many parts",
    {
      ...aCustomer(),
      locale: `en${Array.from({ length: 27_000 }, (_, at) => `-${10_000_000 + at}`).join("")}`,
    },
  ],
])("a booking with %s does not delay others", async (_, customer) => {
  expect(await timesAsLong(book(customer), book(honestGuest), 422)).toBeLessThan(MAX_TIMES);
});
