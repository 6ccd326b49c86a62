import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { withDatabase } from "../../commands/database-url";
import { findFreePorts } from "../../commands/ports";
import { applyMigrations } from "../../commands/schema-engine";
import { seededRandom } from "../seeded-random";
import { buildRelease, type Release, runInRelease } from "./release";
import { aCustomer } from "../factory";
import { type Receiver, startReceiver, untilTrue } from "../webhook-receivers";
import { audit } from "./audit";
import { atOnce, Clients } from "./clients";
import { type Company, shuffled } from "./company";
import { prove, reportProof } from "./prove";

// An upgrade as in operations.md: web and worker of the last release are running, this version's
// migrations run, its web and worker start, and the old ones stop. Meanwhile clients book and
// cancel. All bookings, webhooks and emails are counted at the end.

const PROOF = "the last release and this version on one database";
const SEED = 20_261_123;
const SEATS = 2;
const AT_ONCE = 8;
const COMPANY = (hook: string) => `
  import { makeCompany } from "./proof/company";
  import { makeSubscription } from "./webhook-receivers";
  const company = await makeCompany(3, ${SEATS}, 40);
  await makeSubscription(company.owner, "${hook}", ["booking.created", "booking.cancelled"]);
  process.stdout.write(JSON.stringify(company) + "\\n");
  process.exit();`;

const MIGRATE = `
  import { applyMigrations } from "../commands/schema-engine";
  process.stdout.write(JSON.stringify(await applyMigrations(process.env.DATABASE_URL)) + "\\n");
  process.exit();`;

const name = `rolling_${newId().replaceAll("-", "")}`;
const url = withDatabase(process.env.DIRECT_DATABASE_URL!, name);
const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const outbox = mkdtempSync(join(tmpdir(), "rolling-"));
const processes: ChildProcess[] = [];
const errors: string[] = [];
/** Errors a job may meet while tables change; it is retried, and its result counted at the end. */
const RETRIED_ERRORS = /deadlock detected|This message is being sent by another run/;
let release: Release | string = "";
let receiver: Receiver | undefined;
let clients: Clients | undefined;

afterAll(async () => {
  clients?.close();
  await Promise.all(processes.map(end));
  await receiver?.close();
  if (typeof release !== "string") release.remove();
  rmSync(outbox, { recursive: true });
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

const settings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: url,
  NODE_ENV: "development",
  LOG_LEVEL: "warn",
  BOOT_PREPARED: "1",
  DATA_DIR: outbox,
  RATE_LIMITS: "off",
  WEBHOOK_ALLOW_HOSTS: receiver!.host, // started first
  MAIL_PER_DAY: "100000",
  MAIL_PER_DAY_FIRST_WEEK: "100000",
});

/** A process of a release, whose errors are recorded. */
async function start(
  command: "web" | "worker",
  folder: string,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const stdio = ["ignore", "pipe", "inherit", "ipc"] as ["ignore", "pipe", "inherit", "ipc"];
  const child = spawn(process.execPath, ["app/commands/boot.mjs", command], {
    cwd: folder,
    env: { ...settings(), ...env },
    stdio,
  });
  processes.push(child);
  createInterface({ input: child.stdout! }).on("line", (line) => {
    if ((JSON.parse(line) as { level: number }).level >= 50)
      errors.push(`${folder} ${command}: ${line}`);
  });
  await once(child, "message");
  return child;
}

async function startWeb(folder: string): Promise<{ url: string; child: ChildProcess }> {
  const [port = 0] = await findFreePorts("127.0.0.1", 1);
  const child = await start("web", folder, { HOST: "127.0.0.1", PORT: String(port) });
  return { url: `http://127.0.0.1:${port}`, child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Runs the migrations, retrying when calls in flight prevented them. */
async function migrate(): Promise<void> {
  for (;;) {
    const done = await applyMigrations(url).catch((error: Error) => {
      if (/gave up.*Nothing was changed/.test(error.message)) return null;
      throw error;
    });
    // Without a release after the baseline there are no migrations.
    if (done !== null) return;
  }
}

/** Compares expected with received webhooks and emails. */
async function compareNotifications(client: pg.Client): Promise<void> {
  await untilTrue(async () => {
    const left = await client.query(
      `select from event where relayed_at is null union all select from webhook_delivery where status = 'pending'
       union all select from message where status = 'queued' and kind <> 'booking_reminder'`,
    );
    return left.rowCount === 0;
  });
  const events = await client.query<{ id: string }>(
    "select id from event where type in ('booking.created', 'booking.cancelled') order by id",
  );
  const received = receiver!.received.map(({ headers }) => String(headers["webhook-id"])).sort();
  expect(received).toEqual(events.rows.map(({ id }) => id));
  const messages = await client.query(
    "select from message where status = 'sent' and channel = 'email'",
  );
  const mails = readdirSync(join(outbox, "outbox")).filter((file) => file.endsWith(".json"));
  const sent = mails.map(
    (file) =>
      JSON.parse(readFileSync(join(outbox, "outbox", file), "utf8")) as {
        to: string;
        subject: string;
      },
  );
  const toGuests = sent
    .filter(({ to }) => to.startsWith("guest-"))
    .map(({ to, subject }) => `${to} ${subject}`);
  expect(new Set(toGuests).size).toBe(toGuests.length);
  expect(mails.length).toBe(messages.rowCount);
}

test(
  "web and worker of the last release together with this version's",
  { timeout: 1_200_000 },
  async ({ task }) => {
    await admin.connect();
    release = buildRelease();
    if (typeof release === "string") {
      const none = { lost: null, oversold: null, phantom: null, unexplained: null, recovery: null };
      return reportProof(task, { proof: PROOF, load: `not run: ${release}`, seen: "", ...none });
    }
    const { folder } = release;
    await admin.query(`create database ${name}`);
    receiver = await startReceiver();
    runInRelease(folder, MIGRATE, settings());
    const company = runInRelease<Company>(folder, COMPANY(receiver.url), settings());
    const oldWeb = await startWeb(folder);
    const oldWorker = await start("worker", folder);
    const urls = [oldWeb.url];
    const asking = (clients = new Clients(() => urls, company, AT_ONCE));
    const random = seededRandom(SEED);
    const wishes = shuffled(company.slots, SEATS + 1, random);
    const load = atOnce(AT_ONCE, wishes, async (slot) => {
      const result = await asking.book(slot, aCustomer());
      if (result.status === 201 && random() < 0.25) await asking.cancel(result);
    });
    const isPast = (share: number) =>
      untilTrue(() => asking.results.length > wishes.length * share);
    await isPast(0.2);
    await migrate();
    await isPast(0.4);
    urls.push((await startWeb(process.cwd())).url);
    await start("worker", process.cwd());
    await isPast(0.7);
    urls.shift();
    await end(oldWeb.child);
    await load;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await compareNotifications(client);
    await client.end();
    await end(oldWorker);
    const found = await audit(url, company, asking.results);
    const booked = asking.results.filter(({ status }) => status === 201).length;
    prove(task, found, asking.answers, {
      proof: PROOF,
      load: `${booked} bookings and cancellations; ${receiver.received.length} webhooks and all mails counted`,
      recovery: null,
      seen: `${errors.length} runs of jobs met the migration and were tried again`,
    });
    expect(errors.filter((line) => !RETRIED_ERRORS.test(line))).toEqual([]);
  },
);
