import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { audit } from "./audit";
import { Clients, type ClientCall } from "./clients";
import { makeCompany } from "./company";
import { prove } from "./prove";

const SEED = 20_261_122;
const PRESSES = 3000;
const SEATS = 30;
const WITHIN_MS = 2000;

let webs: WebProcess[] = [];
let clients: Clients | undefined;

afterAll(async () => {
  clients?.close();
  await Promise.all(webs.map((web) => web.stop()));
});

/** "1.2 s": the 99th percentile. */
const p99 = (results: ClientCall[]) => {
  const seconds = results
    .map(({ sent, answered }) => (answered - sent) / 1000)
    .sort((a, b) => a - b);
  return `${(seconds[Math.floor(seconds.length * 0.99)] ?? 0).toFixed(1)} s`;
};

test(
  `${PRESSES} clients press within two seconds for ${SEATS} seats`,
  { timeout: 600_000 },
  async ({ task }) => {
    const company = await makeCompany(1, SEATS, 1);
    const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" };
    webs = [await startWeb(env), await startWeb(env)];
    const random = seededRandom(SEED);
    // Each client has its own socket.
    const pressing = (clients = new Clients(() => webs.map(({ url }) => url), company, PRESSES));
    const [slot = ""] = company.slots;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: PRESSES }, async () => {
        await wait(random() * WITHIN_MS);
        await pressing.book(slot, aCustomer());
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const { results, answers } = pressing;
    const winners = results.filter(({ status }) => status === 201);
    const refused = results.filter(({ code }) => code === "slot_unavailable");
    const found = await audit(process.env.DATABASE_URL!, company, results);
    prove(task, found, answers, {
      proof: "a sale",
      load: `${PRESSES} clients within ${WITHIN_MS / 1000} s for ${SEATS} seats; all answered after ${seconds.toFixed(1)} s`,
      recovery: null,
      seen: `${winners.length} got a seat (99 of 100 within ${p99(winners)}), ${refused.length} were refused (${p99(refused)})`,
    });
    expect([winners.length, refused.length]).toEqual([SEATS, PRESSES - SEATS]);
  },
);
