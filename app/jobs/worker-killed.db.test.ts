import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { webhookEventTypes } from "~/contract/webhooks";
import { makeEvents, makeSubscription, type Receiver, startReceiver, untilTrue } from "~/domain/webhooks/test-support";
import { verifyDelivery } from "~/domain/webhooks/verify-signature";
import { prisma } from "~/lib/db.server";
import { testEnvironment } from "~/testing/environment";
import { makeTenant } from "~/testing/factory";

const DELIVERIES = 1000;
let receiver: Receiver;
let dataFolder: string;
let worker: ChildProcess | undefined;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "worker-"));
});
afterEach(async () => {
  worker?.kill("SIGKILL");
  rmSync(dataFolder, { recursive: true });
  await receiver.close();
});

/** The worker as it is run, in a process of its own; resolves when it says that it is ready. */
async function startWorkerProcess(): Promise<void> {
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  worker = spawn(process.execPath, ["app/commands/boot.mjs", "worker"], {
    env: {
      ...testEnvironment(),
      DATABASE_URL,
      ENCRYPTION_KEY,
      BASE_URL,
      NODE_ENV: "development",
      DATA_DIR: dataFolder,
      WEBHOOK_ALLOW_HOSTS: receiver.host,
      BOOT_PREPARED: "1",
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
}

async function kill(signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(worker as ChildProcess, "exit");
  worker?.kill(signal);
  const [code] = (await ended) as [number | null];
  worker = undefined;
  return code;
}

test(
  "a worker that is killed three times on the way loses nothing and repeats next to nothing",
  { timeout: 240_000 },
  async () => {
    receiver = await startReceiver();
    const actor = await makeTenant();
    const { secret } = await makeSubscription(actor, receiver.url, [...webhookEventTypes]);
    const events: string[] = [];
    while (events.length < DELIVERIES) events.push(...(await makeEvents(actor, [...webhookEventTypes])));

    for (const killAt of [250, 500, 750]) {
      await startWorkerProcess();
      await untilTrue(() => receiver.received.length >= killAt);
      await kill("SIGKILL");
    }
    const restarted = Date.now();
    await startWorkerProcess();
    await untilTrue(
      async () => (await prisma.webhookDelivery.count({ where: { status: "succeeded" } })) === DELIVERIES,
    );
    expect(Date.now() - restarted).toBeLessThan(45_000);

    const ids = receiver.received.map((delivery) => String(delivery.headers["webhook-id"]));
    expect(new Set(ids)).toEqual(new Set(events));
    expect(ids.length - DELIVERIES).toBeLessThanOrEqual(DELIVERIES / 100);
    for (const { headers, body, at } of receiver.received) expect(verifyDelivery(headers, body, secret, at)).toBe(true);
    const bookings = new Set((await prisma.booking.findMany({ select: { id: true } })).map((booking) => booking.id));
    for (const { body } of receiver.received) {
      const told = JSON.parse(body) as { data: { booking: { id: string } } };
      expect(bookings.has(told.data.booking.id)).toBe(true);
    }
    expect(await kill("SIGTERM")).toBe(0);
  },
);

test(
  "a worker that is asked to stop lets the delivery on its way end, and takes no other",
  { timeout: 60_000 },
  async () => {
    let answer = () => {};
    receiver = await startReceiver((response) => (answer = () => response.writeHead(204).end()));
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, receiver.url);
    await startWorkerProcess();
    await makeEvents(actor, ["booking.created"]);
    await untilTrue(() => receiver.received.length === 1);
    const ended = kill("SIGTERM");
    await makeEvents(actor, ["booking.created"]);
    answer();
    expect(await ended).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(await prisma.webhookDelivery.findMany({ where: { subscription_id: id, lease_id: { not: null } } })).toEqual(
      [],
    );
    expect(await prisma.webhookDelivery.count({ where: { subscription_id: id, status: "succeeded" } })).toBe(1);
  },
);
