import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { afterEach, expect, test } from "vitest";
import {
  makeEvents,
  makeSubscription,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { reportProof } from "~/testing/proof/prove";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";

const MB = 1024;
let backlog: Receiver;
let fresh: Receiver;
let worker: WorkerProcess | undefined;

afterEach(async () => {
  await worker?.kill("SIGKILL");
  await Promise.all([backlog.close(), fresh.close()]);
});

/** Deliveries that have been due for an hour, spread over endpoints of several tenants. */
async function makeBacklog(tenants: number, endpoints: number, count: number): Promise<void> {
  for (let made = 0; made < tenants; made++) {
    const actor = await makeTenant();
    const ids: string[] = [];
    for (let endpoint = 0; endpoint < endpoints; endpoint++)
      ids.push(
        (await makeSubscription(actor, `${backlog.url}/${made}/${endpoint}`, ["booking.paid"])).id,
      );
    const [event] = await makeEvents(actor, ["booking.created"]);
    await pool.query(
      `with copies as (
        insert into event (tenant_id, id, type, booking_id, sequence, body, actor, created_at, relayed_at)
        select e.tenant_id, gen_random_uuid(), e.type, e.booking_id, 1000 + number, e.body, e.actor, now() - interval '1 hour', now()
        from event e, generate_series(1, $3) as number where e.tenant_id = $1 and e.id = $2 returning id)
      insert into webhook_delivery (tenant_id, id, event_id, subscription_id, next_attempt_at)
      select $1, gen_random_uuid(), c.id, s.id, now() - interval '1 hour' from copies c, unnest($4::uuid[]) as s (id)`,
      [actor.tenant.id, event, count / tenants / endpoints, ids],
    );
    await pool.query("update event set relayed_at = now() where tenant_id = $1", [actor.tenant.id]);
  }
  await pool.query("analyze");
}

const percentile = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];

test("10,000 pending deliveries are sent at 300 a second, and another endpoint's within 2 s (p95)", async ({
  task,
}) => {
  backlog = await startReceiver();
  fresh = await startReceiver();
  await makeBacklog(10, 2, 10_000);
  const actor = await makeTenant();
  await makeSubscription(actor, fresh.url);
  const committed = new Map<string, number>();
  let isOver = false;
  worker = await startWorkerProcess(`${backlog.host},${fresh.host}`);
  const load = loadavg();
  const startedAt = Date.now();
  const making = (async () => {
    while (!isOver) {
      const [event = ""] = await makeEvents(actor, ["booking.created"]);
      committed.set(event, Date.now());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await untilTrue(() => backlog.received.length >= 10_000);
  const seconds = (Date.now() - startedAt) / 1000;
  isOver = true;
  await making;
  await untilTrue(() => fresh.received.length >= committed.size);
  const latencies = fresh.received.map(
    ({ at, headers }) => at - committed.get(String(headers["webhook-id"]))!,
  );
  const rate = (10_000 + fresh.received.length) / seconds;
  const p95 = percentile(latencies, 0.95);
  reportProof(task, {
    proof: "a backlog of deliveries does not delay others",
    load: `10000 deliveries of 20 endpoints that wait, ${fresh.received.length} fresh ones`,
    // Each event is sent to two endpoints.
    lost:
      10_000 -
      new Set(
        backlog.received.map(({ path, headers }) => `${path} ${String(headers["webhook-id"])}`),
      ).size,
    oversold: null,
    phantom: null,
    unexplained: null,
    recovery: null,
    seen: `${rate.toFixed(0)} a second; fresh ones after ${percentile(latencies, 0.5)} ms (median), ${p95} ms (95 of 100); load of the machine ${load.map((one) => one.toFixed(1)).join(" ")}`,
  });
  expect(p95).toBeLessThan(2000);
  expect(rate).toBeGreaterThan(300);
});

test("a worker with 100,000 pending deliveries uses at most 300 MB", async ({ task }) => {
  backlog = await startReceiver();
  fresh = backlog;
  await makeBacklog(20, 5, 100_000);
  worker = await startWorkerProcess(backlog.host);
  const pid = worker.pid;
  let most = 0;
  await untilTrue(() => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / MB);
    return backlog.received.length >= 10_000;
  });
  reportProof(task, {
    proof: "a long queue does not fill the worker's memory",
    load: "100000 deliveries that wait",
    lost: null,
    oversold: null,
    phantom: null,
    unexplained: null,
    recovery: null,
    seen: `at most ${most.toFixed(0)} MB`,
  });
  expect(most).toBeLessThan(300);
});
