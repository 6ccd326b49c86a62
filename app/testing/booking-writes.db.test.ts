import { afterEach, beforeAll, expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import { sendMessage } from "~/domain/email/send-message.server";
import type { UserActor } from "~/domain/identity/actor";
import { attemptDelivery, claimDeliveries } from "~/domain/webhooks/deliver.server";
import { pool, transaction } from "~/lib/db.server";
import { slotsAfter, type SlotRow, wrongCounts } from "./booking-calls";
import { countUpdates } from "./count-updates";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "./factory";
import { call, json } from "./request";
import { makeSubscription, reaching, type Receiver, startReceiver } from "./webhook-receivers";

// Counts the rows written by a booking, from the visitor's hold to the last webhook and email.

const SUBSCRIPTIONS = 2;
let owner: UserActor;
let key: string;
let room: { id: string };
let slots: SlotRow[];
let receiver: Receiver | undefined;

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  room = await makeResource(owner, { capacity: 4 });
  // One hour every quarter of an hour: a booking overlaps seven slots.
  const schedule = await makeSchedule(owner, [room.id], {
    duration_minutes: 60,
    step_minutes: 15,
  });
  slots = await slotsAfter(2, schedule.id);
});
afterEach(() => receiver?.close());

const hold = async (slot: SlotRow, more: object = {}) => {
  const body = { slot_id: slot.id, party_size: 1, ...more };
  const held = await call("/api/widget/hold", { key, body });
  expect(held.status).toBe(201);
  return String((await json(held)).hold_token);
};
const book = async (slot: SlotRow, more: object = {}) => {
  const body = { slot_id: slot.id, party_size: 1, customer: aCustomer(), ...more };
  expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
};
const takenAt = async ({ id }: SlotRow) =>
  (await pool.query<{ taken: number }>("select taken from slot where id = $1", [id])).rows[0]!
    .taken;

test("booking a held time updates no slot", async () => {
  const slot = slots[8]!;
  const hold_token = await hold(slot);
  expect(await countUpdates(["slot", "resource"], () => book(slot, { hold_token }))).toEqual({
    slot: 0,
    resource: 1,
  });
  expect(await takenAt(slot)).toBe(1);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("replacing a hold with a later one updates only the slots covered by one of them", async () => {
  const [slot, later] = [slots[40]!, slots[41]!];
  const replaces = await hold(slot);
  // Each overlaps seven slots, six of which are shared.
  expect(await countUpdates(["slot"], () => hold(later, { replaces }))).toEqual({ slot: 2 });
  expect(await wrongCounts(room.id)).toBe(0);
});

test("replacing a hold with a distant one frees all of its slots", async () => {
  const [slot, later] = [slots[80]!, slots[140]!];
  const replaces = await hold(slot);
  await hold(later, { replaces });
  expect([await takenAt(slot), await takenAt(later)]).toEqual([0, 1]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("booking fewer seats than were held frees the rest", async () => {
  const slot = slots[200]!;
  const hold_token = await hold(slot, { party_size: 2 });
  expect(await takenAt(slot)).toBe(2);
  await book(slot, { hold_token });
  expect(await takenAt(slot)).toBe(1);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a delivery or message is updated twice: when leased and when sent", async () => {
  while ((await relayEvents(100)) > 0);
  receiver = await startReceiver();
  for (let made = 0; made < SUBSCRIPTIONS; made++)
    await makeSubscription(owner, `${receiver.url}/${made}`, [
      "booking.created",
      "booking.confirmed",
    ]);
  await book(slots[260]!);
  while ((await relayEvents(100)) > 0);
  const mails = await pool.query<{ id: string }>("select id from message where status = 'queued'");
  const updates = await countUpdates(["webhook_delivery", "message"], async () => {
    const deliveries = await claimDeliveries(100, 100);
    expect(deliveries).toHaveLength(2 * SUBSCRIPTIONS);
    const { signal } = new AbortController();
    await Promise.all(
      deliveries.map((one) => attemptDelivery(one, signal, reaching([receiver!.host]))),
    );
    for (const { id } of mails.rows)
      await sendMessage({ tenant_id: owner.tenant.id, message_id: id });
  });
  expect(mails.rows.length).toBeGreaterThan(1);
  expect(updates).toEqual({
    webhook_delivery: 2 * 2 * SUBSCRIPTIONS,
    message: 2 * mails.rows.length,
  });
});

test("lease queries are planned once per connection", async () => {
  const { id } = owner.tenant;
  const calls = [
    `select * from claim_deliveries('${id}', '{}', 1, 1, 1, 1, false)`,
    `select * from claim_events('${id}', 1, '{}')`,
    `select record_successes('${id}', '[]')`,
  ];
  for (const each of calls)
    await transaction(async (db) => {
      await db.query(each);
      const mode = await db.query("show plan_cache_mode");
      expect(mode.rows, each).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
    });
});
