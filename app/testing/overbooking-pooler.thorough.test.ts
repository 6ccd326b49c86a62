import { afterAll, beforeAll, expect } from "vitest";
import {
  makeSubscription,
  type Receiver,
  startReceiver,
  untilTrue,
} from "~/testing/webhook-receivers";
import { pool } from "~/lib/db.server";
import { slotsOf, wrongCounts } from "./booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "./factory";
import { needsTool } from "./needs-tool";
import { type Pooler, startPgBouncer } from "./pgbouncer";
import { startWeb, type WebProcess } from "./web-process";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

// Two web and two worker processes behind a pooler in transaction mode. `npm test integration --
// --pgbouncer` runs the whole suite through one.

const test = needsTool("pgbouncer");
const SEATS = 3;
const SLOTS = 8;
const PRESSES = 30;
let pooler: Pooler;
let receiver: Receiver;
let webs: WebProcess[] = [];
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  pooler = await startPgBouncer(process.env.DIRECT_DATABASE_URL!);
  receiver = await startReceiver();
  const env = {
    DATABASE_URL: pooler.through(process.env.DIRECT_DATABASE_URL!),
    DATABASE_STATEMENT_NAMES: "off",
  };
  webs = [
    await startWeb({ ...env, RATE_LIMITS: "off" }),
    await startWeb({ ...env, RATE_LIMITS: "off" }),
  ];
  workers = [
    await startWorkerProcess(receiver.host, env),
    await startWorkerProcess(receiver.host, env),
  ];
});
afterAll(async () => {
  await Promise.all([
    ...webs.map((web) => web.stop()),
    ...workers.map((worker) => worker.kill("SIGTERM")),
  ]);
  await receiver.close();
  await pooler.stop();
});

test("through a pooler, all seats are booked once and each booking's events are delivered once", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner, { capacity: SEATS });
  const schedule = await makeSchedule(owner, [room.id], { max_party_size: 1 });
  const key = await makeKey(owner);
  await makeSubscription(owner, receiver.url, ["booking.created", "booking.confirmed"]);
  const slots = (await slotsOf(schedule.id)).slice(100, 100 + SLOTS);
  const press = async (slot_id: string, web: WebProcess) => {
    const answer = await fetch(`${web.url}/api/widget/booking`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ slot_id, customer: aCustomer() }),
    });
    const body = (await answer.json()) as { booking?: { id: string }; error?: { code: string } };
    return body.booking?.id ?? `${answer.status} ${body.error?.code}`;
  };
  const answers = await Promise.all(
    slots.flatMap(({ id }) =>
      Array.from({ length: PRESSES }, (_, turn) => press(id, webs[turn % webs.length]!)),
    ),
  );
  const refusals = answers.filter((answer) => answer.includes(" "));
  const booked = answers.filter((answer) => !answer.includes(" "));
  expect([...new Set(refusals)]).toEqual(["409 slot_unavailable"]);
  expect(booked).toHaveLength(SEATS * SLOTS);
  expect(await wrongCounts(room.id)).toBe(0);
  const claims = await pool.query<{ claims: number }>(
    "select count(*)::int as claims from claim where resource_id = $1",
    [room.id],
  );
  expect(claims.rows).toEqual([{ claims: SEATS * SLOTS }]);

  const waiting =
    "select 1 from event where relayed_at is null union all select 1 from webhook_delivery where status = 'pending'";
  await untilTrue(async () => (await pool.query(waiting)).rowCount === 0);
  const delivered = receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  const events = await pool.query<{ id: string }>(
    "select id from event where tenant_id = $1 and type in ('booking.created', 'booking.confirmed')",
    [owner.tenant.id],
  );
  expect(events.rows).toHaveLength(2 * SEATS * SLOTS);
  expect(delivered.sort()).toEqual(events.rows.map(({ id }) => id).sort());
});
