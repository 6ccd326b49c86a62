import { afterEach, expect, test } from "vitest";
import { webhookEventTypes } from "~/contract/webhooks";
import {
  makeEvents,
  makeSubscription,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { AT_ONCE } from "~/domain/webhooks/claim-deliveries.sql.server";
import { verifyDelivery } from "~/testing/verify-signature";
import { prisma } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";

const DELIVERIES = 1000;
const KILLED_AT = [250, 500, 750];
let receiver: Receiver;
let worker: WorkerProcess | undefined;

afterEach(async () => {
  await worker?.kill("SIGKILL");
  worker = undefined;
  await receiver.close();
});

async function kill(signal: NodeJS.Signals): Promise<number | null> {
  const ending = worker;
  worker = undefined;
  return ending?.kill(signal) ?? null;
}

test(
  "a worker killed three times loses nothing and repeats almost nothing",
  { timeout: 240_000 },
  async () => {
    receiver = await startReceiver();
    const actor = await makeTenant();
    const { secret } = await makeSubscription(actor, receiver.url, [...webhookEventTypes]);
    const events: string[] = [];
    while (events.length < DELIVERIES)
      events.push(...(await makeEvents(actor, [...webhookEventTypes])));

    for (const killAt of KILLED_AT) {
      worker = await startWorkerProcess(receiver.host);
      await untilTrue(() => receiver.received.length >= killAt);
      await kill("SIGKILL");
    }
    worker = await startWorkerProcess(receiver.host);
    await untilTrue(
      async () =>
        (await prisma.webhookDelivery.count({ where: { status: "succeeded" } })) === DELIVERIES,
    );

    const ids = receiver.received.map((delivery) => String(delivery.headers["webhook-id"]));
    expect(new Set(ids)).toEqual(new Set(events));
    // Repeated are only deliveries in flight; how many had arrived depends on timing.
    expect(ids.length - DELIVERIES).toBeLessThanOrEqual(KILLED_AT.length * AT_ONCE);
    for (const { headers, body, at } of receiver.received)
      expect(verifyDelivery(headers, body, secret, at)).toBe(true);
    const bookings = new Set(
      (await prisma.booking.findMany({ select: { id: true } })).map((booking) => booking.id),
    );
    for (const { body } of receiver.received) {
      const delivery = JSON.parse(body) as { data: { booking: { id: string } } };
      expect(bookings.has(delivery.data.booking.id)).toBe(true);
    }
    expect(await kill("SIGTERM")).toBe(0);
  },
);

test(
  "a stopping worker finishes its delivery and claims no other",
  { timeout: 60_000 },
  async () => {
    let answer = () => {};
    receiver = await startReceiver((response) => (answer = () => response.writeHead(204).end()));
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, receiver.url);
    worker = await startWorkerProcess(receiver.host);
    await makeEvents(actor, ["booking.created"]);
    await untilTrue(() => receiver.received.length === 1);
    const ended = kill("SIGTERM");
    await makeEvents(actor, ["booking.created"]);
    answer();
    expect(await ended).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(
      await prisma.webhookDelivery.findMany({
        where: { subscription_id: id, lease_id: { not: null } },
      }),
    ).toEqual([]);
    expect(
      await prisma.webhookDelivery.count({ where: { subscription_id: id, status: "succeeded" } }),
    ).toBe(1);
  },
);
