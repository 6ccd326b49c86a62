import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { makeSubscription, type Receiver, startReceiver, untilTrue } from "../webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "../worker-process";
import { audit } from "./audit";
import { atOnce, Clients } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove } from "./prove";

// Two web processes and two workers on one database; of each pair one clock is an hour ahead and
// one an hour behind.

const SEED = 20_261_122;
const SEATS = 4;
const HOUR_MS = 3_600_000;

let webs: WebProcess[] = [];
let workers: WorkerProcess[] = [];
let receiver: Receiver;
let clients: Clients;

afterAll(async () => {
  clients.close();
  await Promise.all([
    ...webs.map((web) => web.stop()),
    ...workers.map((worker) => worker.kill("SIGTERM")),
  ]);
  await receiver.close();
});

const shifted = (hours: number) => ({
  DATABASE_URL: process.env.DATABASE_URL!,
  RATE_LIMITS: "off",
  NODE_ENV: "test",
  NODE_OPTIONS: `--import=${pathToFileURL(resolve("app/testing/proof/shift-clock.mjs")).href}`,
  TEST_CLOCK_AHEAD_MS: String(hours * HOUR_MS),
});

test("clocks an hour ahead and an hour behind", { timeout: 600_000 }, async ({ task }) => {
  receiver = await startReceiver();
  const company = await makeCompany(3, SEATS, 25);
  await makeSubscription(company.owner, receiver.url);
  webs = [await startWeb(shifted(1)), await startWeb(shifted(-1))];
  workers = [
    await startWorkerProcess(receiver.host, shifted(1)),
    await startWorkerProcess(receiver.host, shifted(-1)),
  ];
  clients = new Clients(() => webs.map(({ url }) => url), company, 40);
  const random = seededRandom(SEED);
  await atOnce(40, shuffled(company.slots, SEATS + 2, random), async (slot) => {
    const result = await clients.book(slot, aCustomer());
    if (result.status === 201 && random() < 0.2) await clients.cancel(result);
  });
  const waiting = async () => {
    const found = await pool.query<{ count: number }>(
      `select ((select count(*) from webhook_delivery where tenant_id = $1 and status <> 'succeeded')
         + (select count(*) from event where tenant_id = $1 and relayed_at is null))::int as count`,
      [company.tenant_id],
    );
    return found.rows[0]!.count;
  };
  await untilTrue(async () => (await waiting()) === 0);
  const found = await audit(process.env.DATABASE_URL!, company, clients.results, receiver.received);
  const ages = await pool.query<{ most: number }>(
    `select max(abs(extract(epoch from now() - created_at)))::int as most from booking where tenant_id = $1`,
    [company.tenant_id],
  );
  // Timestamps come from the worker's clock; a receiver that checks the age, as documented for
  // webhooks, refuses these.
  const off = new Set(
    receiver.received.map(({ at, headers }) =>
      Math.round((Number(headers["webhook-timestamp"]) * 1000 - at) / HOUR_MS),
    ),
  );
  const booked = clients.results.filter(({ status }) => status === 201).length;
  prove(task, found, clients.answers, {
    proof: "clocks of web and worker an hour ahead and an hour behind",
    load: `${booked} bookings, ${receiver.received.length} deliveries`,
    recovery: null,
    seen: `the oldest booking says that it was made ${ages.rows[0]!.most} s ago (by the database's clock); deliveries are stamped ${[...off].join(" and ")} h off`,
  });
  expect([...off].every((hours) => Math.abs(hours) === 1)).toBe(true);
});
