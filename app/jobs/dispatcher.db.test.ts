import { afterEach, expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import type { NetworkAccess } from "~/lib/outside/connect.server";
import {
  deleteEverything,
  makeEvents,
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { pool, prisma } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { CAPACITY, type Dispatcher, startDispatcher } from "./dispatcher.server";
import { type Loop, startLoop } from "./loop";

const ENDPOINTS = 50;
const EVENTS = 20;
let dispatcher: Dispatcher | undefined;
let relay: Loop | undefined;
let receivers: Receiver[] = [];

afterEach(async () => {
  await relay?.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
  await dispatcher?.stop(0);
  await deleteEverything();
});

/** Starts the delivery part of a worker. */
function run(hosts: string[], limits: Partial<NetworkAccess> = {}): void {
  const sending = startDispatcher(reaching(hosts, limits));
  dispatcher = sending;
  relay = startLoop("relay", 250, async () => {
    return (await relayEvents(200, sending.wake)) > 0;
  });
}

test("50 hanging endpoints do not delay 50 working ones", async () => {
  const open = new Map<string, number>();
  let mostAtOnce = 0;
  const hanging = await startReceiver((_response, { path }) => {
    open.set(path, (open.get(path) ?? 0) + 1);
    mostAtOnce = Math.max(mostAtOnce, open.get(path) ?? 0);
  });
  const healthy = await startReceiver();
  receivers = [hanging, healthy];
  const actor = await makeTenant();
  for (let made = 0; made < ENDPOINTS; made++) {
    await makeSubscription(actor, `${hanging.url}/${made}`);
    await makeSubscription(actor, `${healthy.url}/${made}`);
  }
  run([hanging.host, healthy.host], { total_ms: 3_600_000 });
  for (let made = 1; made <= EVENTS; made++) {
    await makeEvents(actor, ["booking.created"]);
    await untilTrue(() => healthy.received.length >= ENDPOINTS * made);
  }
  expect(open.size).toBe(ENDPOINTS);
  expect(mostAtOnce).toBe(4);
});

test("a sender that lost its lease aborts, and the next one sends the delivery", async () => {
  let isHanging = true;
  const receiver = await startReceiver(
    (response) => void (isHanging || response.writeHead(204).end()),
  );
  receivers = [receiver];
  const actor = await makeTenant();
  const { id } = await makeSubscription(actor, receiver.url);
  await makeEvents(actor, ["booking.created"]);
  run([receiver.host]);
  await untilTrue(() => receiver.received.length === 1);
  isHanging = false;
  await pool.query(
    "update webhook_delivery set lease_id = gen_random_uuid(), leased_until = now() - interval '1 second'",
  );
  await untilTrue(
    async () =>
      (await prisma.webhookDelivery.count({
        where: { subscription_id: id, status: "succeeded" },
      })) === 1,
  );
  expect(await prisma.webhookAttempt.count()).toBe(1);
});

test("a process never leases more deliveries than its capacity", async () => {
  const receiver = await startReceiver(() => undefined);
  receivers = [receiver];
  for (let tenant = 0; tenant < 6; tenant++) {
    const actor = await makeTenant();
    for (let made = 0; made < 20; made++)
      await makeSubscription(actor, `${receiver.url}/${tenant}/${made}`);
    for (let made = 0; made < 5; made++) await makeEvents(actor, ["booking.created"]);
  }
  run([receiver.host], { connect_ms: 3_600_000, total_ms: 3_600_000 });
  const { rows } = await pool.query<{ due: number }>(
    "select count(*)::int as due from webhook_subscription",
  );
  expect(rows[0]!.due * 4).toBeGreaterThan(CAPACITY);
  await untilTrue(() => receiver.received.length >= CAPACITY);
  // Any excess claim would have been made by the time the next event is relayed and its tenant
  // woken.
  const actor = await makeTenant();
  const { id } = await makeSubscription(actor, `${receiver.url}/later`);
  await makeEvents(actor, ["booking.created"]);
  await untilTrue(
    async () => (await prisma.webhookDelivery.count({ where: { subscription_id: id } })) === 1,
  );
  expect(await prisma.webhookDelivery.count({ where: { leased_until: { not: null } } })).toBe(
    CAPACITY,
  );
  expect(receiver.received).toHaveLength(CAPACITY);
});

test("stopping releases unfinished deliveries to other senders immediately", async () => {
  const receiver = await startReceiver(() => undefined);
  receivers = [receiver];
  const actor = await makeTenant();
  await makeSubscription(actor, receiver.url);
  await makeEvents(actor, ["booking.created"]);
  run([receiver.host]);
  await untilTrue(() => receiver.received.length === 1);
  await dispatcher?.stop(100);
  expect(await prisma.webhookDelivery.findMany()).toMatchObject([
    { status: "pending", attempts: 0, lease_id: null, leased_until: null },
  ]);
});
