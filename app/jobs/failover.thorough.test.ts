import { databasePort, databaseSwitch } from "~/testing/switched-database";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { makeTenant } from "~/testing/factory";
import {
  makeEvents,
  makeSubscription,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";

// The worker during a failover: sessions end, a standby responds, or nothing does.

const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const name = new URL(process.env.DIRECT_DATABASE_URL!).pathname.slice(1);
const LOOPS = 3;

let receiver: Receiver;
let worker: WorkerProcess | undefined;

afterAll(async () => {
  await worker?.kill("SIGKILL");
  databaseSwitch.close();
  await receiver.close();
  await admin.end();
});

/** Makes new sessions read-only or normal; resolves when the worker has opened some. */
async function lead(to: "primary" | "standby"): Promise<void> {
  const setting =
    to === "standby"
      ? "set default_transaction_read_only = on"
      : "reset default_transaction_read_only";
  await admin.query(`alter database ${pg.escapeIdentifier(name)} ${setting}`);
  const { rows } = await admin.query<{ now: string }>("select clock_timestamp()::text as now");
  const others = "from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()";
  await admin.query(`select pg_terminate_backend(pid) ${others}`, [name]);
  // Counted over time, because loops may share a session and a standby's is dropped.
  const sessionPids = new Set<number>();
  await untilTrue(async () => {
    const found = await admin.query<{ pid: number }>(
      `select pid ${others} and backend_start > $2`,
      [name, rows[0]!.now],
    );
    for (const { pid } of found.rows) sessionPids.add(pid);
    return sessionPids.size >= (to === "standby" ? LOOPS : 1);
  });
}

/** Redirects the address to a port that drops every connection; resolves after several attempts. */
async function leadNowhere(): Promise<void> {
  let tries = 0;
  const nobody = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(nobody, "listening");
  databaseSwitch.turnTo((nobody.address() as AddressInfo).port); // TCP servers have a port
  await untilTrue(() => tries >= 2 * LOOPS);
  databaseSwitch.turnTo(databasePort);
  nobody.close();
}

test("the worker survives each phase of a failover, delivers everything once and exits cleanly", async () => {
  await admin.connect();
  receiver = await startReceiver();
  const owner = await makeTenant();
  await makeSubscription(owner, receiver.url);
  worker = await startWorkerProcess(receiver.host);
  const made: string[] = [];
  const deliveredIds = () => receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  const deliver = async () => {
    made.push(...(await makeEvents(owner, ["booking.created"])));
    // Wait for the records too: an unrecorded delivery is repeated with the same id.
    await untilTrue(async () => {
      const done = await admin.query("select from webhook_delivery where status = 'succeeded'");
      return done.rowCount === made.length;
    });
  };
  await deliver();
  await lead("standby");
  await lead("primary");
  await deliver();
  await leadNowhere();
  await deliver();
  expect(deliveredIds().sort()).toEqual(made.sort());
  expect(await worker.kill("SIGTERM")).toBe(0);
});
