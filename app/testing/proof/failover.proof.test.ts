import { ownStage } from "./own-stage";
import { processSettings, standIn } from "../payments-on";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { needsTool } from "../needs-tool";
import { startWeb, type WebProcess } from "../web-process";
import { makeSubscription, type Receiver, startReceiver, untilTrue } from "../webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "../worker-process";
import { audit, type Findings } from "./audit";
import { type ClientCall, Clients } from "./clients";
import { type Company, makeCompany } from "./company";
import { auditMoney, bookAndPay, makePaidCompany, passWebhooksOn, refundWhenPaid } from "./paying";
import { type Machine, restoreTo, type Stage, takeBaseBackup } from "./patroni-stage";
import { prove } from "./prove";

// `npm run proof -- failover`: stage 3 of docs/growth.md. Loses the primary in every possible way
// while guests book, cancel, pay and are refunded, and webhooks and emails are sent; compares the
// responses with the data. Finally restores to a minute before a mistake.

const test = needsTool("postgres", "pgbouncer", "patroni", "etcd");
const SEED = 20_261_126;
const [SEATS, PAID_SEATS] = [12, 12];
const [GUESTS, PAYERS] = [10, 3];
/** Pause between a client's requests: the load lasts as long as the failovers. */
const BETWEEN_MS = 400;
/** Responses of each kind that clients need before the primary is lost, and after recovery. */
const ENOUGH = 15;
/** Writes must recover within this time. */
const MAX_SECONDS = 30;
/** Longer than `ttl` of patroni.yml: without failsafe_mode the primary would be demoted by then. */
const LEASE_MS = 30_000;
const MAILS = { MAIL_PER_DAY: "100000", MAIL_PER_DAY_FIRST_WEEK: "100000" };

interface Loss {
  name: string;
  lose: (primary: Machine) => Promise<void> | void;
  /** Steps, other than Patroni's own, that bring the machine back as the standby. */
  mend: (machine: Machine) => void;
}
const LOSSES: Loss[] = [
  { name: "its machine", lose: (it) => it.kill(), mend: (it) => it.start() },
  { name: "its Postgres alone", lose: (it) => it.killPostgres(), mend: () => undefined },
  { name: "a machine that hangs", lose: (it) => it.hang(), mend: (it) => it.start() },
  { name: "its Patroni alone", lose: (it) => it.killPatroni(), mend: (it) => it.start() },
  { name: "its machine again", lose: (it) => it.kill(), mend: (it) => it.start() },
];

const folder = mkdtempSync(join(tmpdir(), "failover-"));
let webs: WebProcess[] = [];
let workers: WorkerProcess[] = [];
let receiver: Receiver | undefined;
let isLoadOver = false;
/**
 * Ends the delivery of the provider's webhooks, which outlasts the load because clients may wait
 * for it.
 */
let isOver = false;
const urls = () => webs.map(({ url }) => url);

afterAll(async () => {
  isOver = true;
  await Promise.all([
    ...workers.map((one) => one.kill("SIGKILL")),
    ...webs.map((one) => one.stop()),
  ]);
  await receiver?.close();
  standIn.close();
  await ownStage?.stop();
  rmSync(folder, { recursive: true });
});

/** Clients that send requests until `isLoadOver`. */
function startLoad(company: Company, paying: Company) {
  const random = seededRandom(SEED);
  const [clients, payers] = [new Clients(urls, company), new Clients(urls, paying)];
  const anyOf = (slots: string[]) => slots[Math.floor(random() * slots.length)]!; // slots is not empty
  // A full company would end the load, so guests without a seat cancel an earlier booking.
  const [booked, paidFor]: [ClientCall[], ClientCall[]] = [[], []];
  const guest = async () => {
    const result = await clients.book(anyOf(company.slots), aCustomer());
    if (result.status === 201) booked.push(result);
    const cancelled = result.status !== 201 || random() < 0.3 ? booked.shift() : undefined;
    if (cancelled !== undefined) await clients.cancel(cancelled);
  };
  const payer = async () => {
    const paid = await bookAndPay(payers, paying.secret, anyOf(paying.slots), aCustomer());
    if (paid !== null) paidFor.push(paid);
    const cancelled = paid === null || random() < 0.4 ? paidFor.shift() : undefined;
    if (cancelled !== undefined) await refundWhenPaid(payers, paying.secret, cancelled);
  };
  const goOn = async (want: () => Promise<void>) => {
    while (!isLoadOver) {
      await want();
      await wait(BETWEEN_MS);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: GUESTS }, () => goOn(guest)),
    ...Array.from({ length: PAYERS }, () => goOn(payer)),
  ]);
  /** Fails as soon as a client gets an impossible response. */
  const until = (condition: () => boolean) =>
    Promise.race([untilTrue(condition), all.then(() => undefined)]);
  const writes = (of: Clients, from: number) =>
    of.results.filter(({ status, last_sent }) => status < 300 && last_sent >= from);
  return {
    clients,
    payers,
    ended: all,
    untilWritten: (from: number) =>
      until(() => [clients, payers].every((of) => writes(of, from).length >= ENOUGH)),
    /** Longest interval since then without a confirmed write, in seconds. */
    longestGap: (from: number) => {
      const at = writes(clients, 0)
        .map(({ answered }) => answered)
        .sort((a, b) => a - b);
      return (
        Math.max(
          ...at.flatMap((time, index) => (time > from ? [time - (at[index - 1] ?? from)] : [])),
        ) / 1000
      );
    },
  };
}
type Load = ReturnType<typeof startLoad>;

/**
 * Loses the primary and waits until the other machine has taken over and both are running; returns
 * the write outage.
 */
async function losePrimary(stage: Stage, load: Load, { lose, mend }: Loss): Promise<number> {
  await load.untilWritten(performance.now());
  const lost = await stage.primary();
  const from = performance.now();
  await lose(lost);
  await stage.primary(lost);
  await load.untilWritten(performance.now());
  mend(lost);
  await stage.untilSynchronous();
  return load.longestGap(from);
}

/**
 * Both machines are lost, the standby first, so that only the primary has the later writes. The old
 * standby starts first and must not become primary.
 */
async function loseBoth(stage: Stage, load: Load): Promise<void> {
  const primary = await stage.primary();
  const standby = stage.machines.find((one) => one !== primary)!; // one of two
  await standby.kill();
  await load.untilWritten(performance.now());
  await primary.kill();
  standby.start();
  await standby.untilUp();
  primary.start();
  await load.untilWritten(performance.now());
  expect((await stage.primary()).name).toBe(primary.name);
  await stage.untilSynchronous();
}

/**
 * Loses etcd for longer than a lease: the primary stays and accepts writes. Returns the longest
 * interval without one.
 */
async function loseEtcd(stage: Stage, load: Load): Promise<number> {
  await load.untilWritten(performance.now());
  const primary = await stage.primary();
  const from = performance.now();
  await stage.etcd.kill();
  await untilTrue(() => performance.now() - from > LEASE_MS);
  await load.untilWritten(performance.now());
  expect((await stage.primary()).name).toBe(primary.name);
  stage.etcd.start();
  await stage.untilSynchronous();
  await load.untilWritten(performance.now());
  return load.longestGap(from);
}

/** Resolves when all deferred work is done. */
async function untilDone(client: pg.Client): Promise<void> {
  await untilTrue(async () => {
    const left = await client.query(
      `select from event where relayed_at is null union all select from webhook_delivery where status = 'pending'
       union all select from message where status = 'queued' and kind <> 'booking_reminder'
       union all select from refund where status in ('requested', 'pending')
       union all select from booking where status = 'pending'`,
    );
    return left.rowCount === 0 && standIn.received.length === 0;
  });
}

interface Mail {
  to: string;
  subject: string;
  headers?: Record<string, string>;
}

/**
 * Compares sent emails with the messages marked as sent. One whose recording failed is sent again
 * with the same Message-ID, which mail programs show once.
 */
async function compareMails(client: pg.Client, found: Findings) {
  const { rows } = await client.query<{ id: string }>(
    "select id from message where status = 'sent' and channel = 'email'",
  );
  const box = join(folder, "outbox");
  const mails = readdirSync(box)
    .filter((file) => file.endsWith(".json"))
    .map((file) => JSON.parse(readFileSync(join(box, file), "utf8")) as Mail);
  const times = new Map<string, number>();
  for (const { headers } of mails) {
    const id = headers?.["Message-ID"] ?? "";
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  for (const [id, count] of times)
    if (count > 2) found.phantom.push(`the mail ${id} left ${count} times`);
  const toGuests = new Map(
    mails
      .filter(({ to }) => to.startsWith("guest-"))
      .map(({ to, subject, headers }) => [headers?.["Message-ID"], `${to} ${subject}`]),
  );
  const doubled = toGuests.size - new Set(toGuests.values()).size;
  if (doubled > 0) found.phantom.push(`${doubled} mails left under two names`);
  if (times.size < rows.length)
    found.lost.push(`${rows.length - times.size} of ${rows.length} mails never left`);
  return { mails: times.size, repeated: mails.length - times.size };
}

const NAMES = ["lost", "oversold", "phantom", "unexplained"] as const;
const joined = (parts: Findings[]) =>
  Object.fromEntries(
    NAMES.map((name) => [name, parts.flatMap((one) => one[name])]),
  ) as unknown as Findings; // exactly these columns

test(
  "Postgres under Patroni: loses the primary in five ways, etcd and both machines once, and restores to a point in time",
  { timeout: 1_800_000 },
  async ({ task }) => {
    const stage = ownStage!; // needsTool ensures it
    receiver = await startReceiver();
    const [company, paying] = [
      await makeCompany(6, SEATS, 45),
      await makePaidCompany(PAID_SEATS, 40, receiver.url),
    ];
    await makeSubscription(company.owner, receiver.url, ["booking.created", "booking.cancelled"]);
    const settings = {
      ...processSettings(),
      ...MAILS,
      DATABASE_URL: stage.url,
      DATABASE_STATEMENT_NAMES: "off",
      DATA_DIR: folder,
    };
    webs = await Promise.all([startWeb(settings), startWeb(settings)]);
    const startOurWorker = () => startWorkerProcess(receiver!.host, settings);
    workers = await Promise.all([startOurWorker(), startOurWorker()]);
    const startedAt = performance.now();
    const load = startLoad(company, paying);
    const webhooks = passWebhooksOn(urls, () => isOver);
    const base = await takeBaseBackup(stage, await stage.primary());

    const away: Record<string, number> = {};
    for (const loss of LOSSES) {
      away[loss.name] = await losePrimary(stage, load, loss);
      process.stdout.write(`${loss.name}: no write for ${away[loss.name]!.toFixed(1)} s\n`);
    }
    away["etcd"] = await loseEtcd(stage, load);
    process.stdout.write(`etcd: no write for ${away["etcd"].toFixed(1)} s\n`);
    const longest = Math.max(load.clients.longest_ms, load.payers.longest_ms) / 1000;
    await loseBoth(stage, load);
    process.stdout.write("both machines were lost and are back\n");

    isLoadOver = true;
    await load.ended;
    const client = new pg.Client({ connectionString: (await stage.primary()).url("booking") });
    await client.connect();
    await untilDone(client);
    process.stdout.write("all that was to be done later is done\n");
    isOver = true;
    await webhooks;
    const seconds = (performance.now() - startedAt) / 1000;

    const { clients, payers } = load;
    const deliveries = receiver.received;
    const ours = deliveries.filter(({ body }) => body.includes(company.tenant_id));
    const theirs = deliveries.filter(({ body }) => body.includes(paying.tenant_id));
    const found = joined([
      await audit(stage.url, company, clients.results, ours),
      await audit(stage.url, paying, payers.results, theirs),
    ]);
    await auditMoney(client, paying.tenant_id, found);
    const { mails, repeated: mailedAgain } = await compareMails(client, found);
    const doctor = runDoctor(settings);

    // The runbook: a mistake, and a restore to the moment before it.
    const { rows } = await client.query<{ now: string; wal: string }>(
      "select clock_timestamp()::text as now, pg_walfile_name(pg_current_wal_lsn()) as wal",
    );
    await client.query("truncate booking cascade"); // the mistake
    await client.query("select pg_switch_wal()");
    await untilTrue(() => readdirSync(stage.archive).includes(rows[0]!.wal));
    const restored = await restoreTo(stage, base, rows[0]!.now);
    const again = joined([
      await audit(restored.url, company, clients.results),
      await audit(restored.url, paying, payers.results),
    ]);
    await restored.stop();
    await client.end();

    const result = [...clients.results, ...payers.results].filter(({ status }) => status < 300);
    const answers = new Map(clients.answers);
    for (const [name, count] of payers.answers) answers.set(name, (answers.get(name) ?? 0) + count);
    const repeated =
      deliveries.length - new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size;
    const refunds = Object.keys(standIn.sandbox.state.data.refunds).length;
    prove(task, found, answers, {
      proof: "Patroni: the primary lost in five ways, etcd and both machines once",
      load: `${result.length} bookings and cancellations, ${refunds} refunds, ${deliveries.length - repeated} deliveries, ${mails} mails in ${seconds.toFixed(0)} s`,
      recovery: Math.max(...Object.values(away)),
      seen: `no write for: ${Object.entries(away)
        .map(([name, most]) => `${name} ${most.toFixed(1)} s`)
        .join(
          ", ",
        )}; longest call ${longest.toFixed(1)} s; ${repeated} deliveries came twice, ${mailedAgain} mails left twice`,
    });
    expect(clients.without_retry_after + payers.without_retry_after).toBe(0);
    expect(Math.max(...Object.values(away))).toBeLessThan(MAX_SECONDS);
    expect(doctor).toMatch(/^ok {4}standby +db\d takes part in every commit/m);
    expect(again, "as it was before the mistake").toEqual({
      lost: [],
      oversold: [],
      phantom: [],
      unexplained: [],
    });
  },
);

function runDoctor(settings: Record<string, string>): string {
  const { ENCRYPTION_KEY, BASE_URL } = process.env;
  return spawnSync(process.execPath, ["app/commands/boot.mjs", "doctor"], {
    encoding: "utf8",
    env: { ...process.env, ...settings, ENCRYPTION_KEY, BASE_URL, BOOT_PREPARED: "1" },
  }).stdout;
}
