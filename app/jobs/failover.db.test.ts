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

// The worker meets what a failover shows it: sessions that end, a standby, connections that nobody answers.

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

/** Sessions that begin from now on are as on a standby, or as before; resolves when the worker has begun some. */
async function lead(to: "primary" | "standby"): Promise<void> {
  const setting =
    to === "standby"
      ? "set default_transaction_read_only = on"
      : "reset default_transaction_read_only";
  await admin.query(`alter database ${pg.escapeIdentifier(name)} ${setting}`);
  const { rows } = await admin.query<{ now: string }>("select clock_timestamp()::text as now");
  const others = "from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()";
  await admin.query(`select pg_terminate_backend(pid) ${others}`, [name]);
  // Counted over time: loops that take turns may share one session, and a standby's is dropped.
  const begun = new Set<number>();
  await untilTrue(async () => {
    const found = await admin.query<{ pid: number }>(
      `select pid ${others} and backend_start > $2`,
      [name, rows[0]!.now],
    );
    for (const { pid } of found.rows) begun.add(pid);
    return begun.size >= (to === "standby" ? LOOPS : 1);
  });
}

/** Turns the address to a port that ends each connection; resolves when the worker has tried a few times. */
async function leadNowhere(): Promise<void> {
  let tries = 0;
  const nobody = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(nobody, "listening");
  databaseSwitch.turnTo((nobody.address() as AddressInfo).port); // a TCP server has one
  await untilTrue(() => tries >= 2 * LOOPS);
  databaseSwitch.turnTo(databasePort);
  nobody.close();
}

test("the worker goes on after each part of a failover: all is delivered once, and it ends in order", async () => {
  await admin.connect();
  receiver = await startReceiver();
  const owner = await makeTenant();
  await makeSubscription(owner, receiver.url);
  worker = await startWorkerProcess(receiver.host);
  const made: string[] = [];
  const heard = () => receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  const deliver = async () => {
    made.push(...(await makeEvents(owner, ["booking.created"])));
    // Written down too: what is cut off before is delivered again, under the same id.
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
  expect(heard().sort()).toEqual(made.sort());
  expect(await worker.kill("SIGTERM")).toBe(0);
});
