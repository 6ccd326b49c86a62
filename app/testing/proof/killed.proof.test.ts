import { ownPostgres } from "./own-postgres";
import { processSettings, standIn } from "../payments-on";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { makeSubscription, type Receiver, startReceiver, untilTrue } from "../webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "../worker-process";
import { audit, type Findings } from "./audit";
import { atOnce, Clients } from "./clients";
import { makeCompany, shuffled } from "./company";
import { auditMoney, bookAndPay, makePaidCompany, passWebhooksOn } from "./paying";
import { prove } from "./prove";

// Kills web, worker and Postgres (one process each) with `kill -9`, three times each, during
// bookings, payments and deliveries; each is restarted immediately, as by systemd.

const SEED = 20_261_122;
const ROUNDS = 9;
const [SEATS, PAID_SEATS] = [8, 8];
const AT_ONCE = 50;

let web: WebProcess | undefined;
let worker: WorkerProcess | undefined;
let receiver: Receiver;
const urls = () => (web === undefined ? [] : [web.url]);

const settings = () => ({ ...processSettings(), DATABASE_URL: ownPostgres.url() });
const startOurWorker = () => startWorkerProcess(receiver.host, settings());

afterAll(async () => {
  await worker?.kill("SIGKILL");
  await web?.stop();
  await receiver.close();
  standIn.close();
  await ownPostgres.stop();
});

async function killWeb(): Promise<void> {
  const killed = web!;
  web = undefined;
  process.kill(killed.pid, "SIGKILL");
  await killed.end();
  web = await startWeb(settings());
}

async function killWorker(): Promise<void> {
  await worker!.kill("SIGKILL");
  worker = await startOurWorker();
}

test(
  "kill -9 of web, worker and Postgres, three times each, under load",
  { timeout: 900_000 },
  async ({ task }) => {
    receiver = await startReceiver();
    const [company, paying] = [
      await makeCompany(5, SEATS, 45),
      await makePaidCompany(PAID_SEATS, 25, receiver.url),
    ];
    await makeSubscription(company.owner, receiver.url);
    web = await startWeb(settings());
    worker = await startOurWorker();
    const [clients, payers] = [new Clients(urls, company, AT_ONCE), new Clients(urls, paying, 10)];
    const random = seededRandom(SEED);
    const wishes = shuffled(company.slots, SEATS + 2, random);
    const paidWishes = shuffled(paying.slots, PAID_SEATS, random);
    const part = <T>(list: T[], round: number) =>
      list.slice(
        Math.floor((list.length * round) / ROUNDS),
        Math.floor((list.length * (round + 1)) / ROUNDS),
      );

    let isOver = false;
    const webhooks = passWebhooksOn(urls, () => isOver);
    const recovery = { web: 0, worker: 0, Postgres: 0 };
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS; round++) {
      const before = clients.results.length;
      const some = part(wishes, round);
      const load = Promise.all([
        atOnce(AT_ONCE, some, (slot) => clients.book(slot, aCustomer())),
        atOnce(10, part(paidWishes, round), (slot) =>
          bookAndPay(payers, paying.secret, slot, aCustomer()),
        ),
      ]);
      await untilTrue(() => clients.results.length >= before + some.length / 3);
      const killed = performance.now();
      const victim = (["web", "worker", "Postgres"] as const)[round % 3]!;
      const again = victim === "worker" ? null : clients.secondsUntilAnswered(killed + 1);
      await { web: killWeb, worker: killWorker, Postgres: () => ownPostgres.killAndStart() }[
        victim
      ]();
      const deliveries = receiver.received.length;
      if (victim === "worker") await untilTrue(() => receiver.received.length > deliveries);
      const seconds = again === null ? (performance.now() - killed) / 1000 : await again;
      recovery[victim] = Math.max(recovery[victim], seconds);
      await load;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const bookings = [...clients.results, ...payers.results].filter(
      ({ status }) => status === 201,
    ).length;
    const client = new pg.Client({ connectionString: ownPostgres.url() });
    await client.connect();
    const waiting = async () => {
      const { rows } = await client.query<{ count: number }>(
        `select (select count(*) from booking where tenant_id = $1 and status <> 'paid')
         + (select count(*) from webhook_delivery where status <> 'succeeded') + (select count(*) from event where relayed_at is null) as count`,
        [paying.tenant_id],
      );
      return Number(rows[0]!.count);
    };
    await untilTrue(async () => (await waiting()) === 0);
    isOver = true;
    await webhooks;

    const ours = receiver.received.filter(({ body }) => body.includes(company.tenant_id));
    const theirs = receiver.received.filter(({ body }) => body.includes(paying.tenant_id));
    const parts = [
      await audit(ownPostgres.url(), company, clients.results, ours),
      await audit(ownPostgres.url(), paying, payers.results, theirs),
    ];
    const found = Object.fromEntries(
      (["lost", "oversold", "phantom", "unexplained"] as const).map((name) => [
        name,
        parts.flatMap((one) => one[name]),
      ]),
    ) as unknown as Findings; // exactly these columns
    await auditMoney(client, paying.tenant_id, found);
    await client.end();
    const answers = new Map(clients.answers);
    for (const [name, count] of payers.answers) answers.set(name, (answers.get(name) ?? 0) + count);
    const repeated =
      receiver.received.length -
      new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size;
    prove(task, found, answers, {
      proof: "kill -9 of web, worker and Postgres, three times each",
      load: `${bookings} bookings, ${receiver.received.length - repeated} deliveries, ${payers.results.length} payments in ${seconds.toFixed(0)} s`,
      recovery: Math.max(...Object.values(recovery)),
      seen: `back after: ${Object.entries(recovery)
        .map(([name, most]) => `${name} ${most.toFixed(1)} s`)
        .join(", ")}; ${repeated} deliveries came twice`,
    });
    expect(bookings).toBe(2000);
  },
);
