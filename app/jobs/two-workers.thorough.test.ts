import { afterEach, expect, test } from "vitest";
import {
  makeEvents,
  makeSubscription,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { pool, prisma } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";

const TENANTS = 5;
const ENDPOINTS = 2;
/** A multiple of four, because the receiver responds when it has four requests per endpoint. */
const EVENTS = 24;
let receiver: Receiver;
let workers: WorkerProcess[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill("SIGKILL")));
  await receiver.close();
});

test("two workers deliver everything once, four at a time per endpoint, with gapless feeds", async () => {
  const held = new Map<string, (() => void)[]>();
  let fours = 0;
  receiver = await startReceiver((response, { path }) => {
    const waiting = [...(held.get(path) ?? []), () => void response.writeHead(204).end()];
    held.set(path, waiting.length < 4 ? waiting : []);
    if (waiting.length < 4) return;
    fours++;
    for (const answer of waiting) answer();
  });
  const expected: string[] = [];
  const tenants: string[] = [];
  for (let made = 0; made < TENANTS; made++) {
    const actor = await makeTenant();
    tenants.push(actor.tenant.id);
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++)
      await makeSubscription(actor, `${receiver.url}/${made}/${endpoint}`);
    for (let booking = 0; booking < EVENTS; booking++) {
      const [event] = await makeEvents(actor, ["booking.created"]);
      for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        expected.push(`/hook/${made}/${endpoint} ${event}`);
    }
  }
  workers = await Promise.all([
    startWorkerProcess(receiver.host),
    startWorkerProcess(receiver.host),
  ]);

  let mostAtOnce = 0;
  await untilTrue(async () => {
    const { rows } = await pool.query<{ most: number }>(
      `select coalesce(max(count), 0)::int as most from (
        select count(*) from webhook_delivery where leased_until > now() group by subscription_id) leased`,
    );
    mostAtOnce = Math.max(mostAtOnce, rows[0]!.most);
    return (
      (await prisma.webhookDelivery.count({ where: { status: "succeeded" } })) === expected.length
    );
  });
  const received = receiver.received.map(
    ({ path, headers }) => `${path} ${String(headers["webhook-id"])}`,
  );
  expect(received.sort()).toEqual(expected.sort());
  // Sampled between deliveries, so only the receiver sees every group of four.
  expect(mostAtOnce).toBeLessThanOrEqual(4);
  expect(fours).toBe(expected.length / 4);
  for (const tenant_id of tenants) {
    const events = await prisma.event.findMany({
      where: { tenant_id },
      orderBy: { position: "asc" },
    });
    expect(events.map((event) => Number(event.position))).toEqual(
      Array.from({ length: EVENTS }, (_, index) => index + 1),
    );
  }
});
