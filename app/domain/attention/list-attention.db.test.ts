import { beforeEach, expect, test } from "vitest";
import type { AttentionItem } from "~/contract/attention";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { book, putStatus, slotsAfter, slotsOf, type SlotRow } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { statementCosts } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { updateSchedule } from "../schedules/schedules.server";
import { updateSlot } from "../slots/edit-slot.server";
import { listAttention } from "./list-attention.server";

let owner: UserActor;
let room: string;
let schedule: string;
let slots: SlotRow[];

beforeEach(async () => {
  owner = await makeTenant();
  room = (await makeResource(owner, { capacity: 2 })).id;
  schedule = (await makeSchedule(owner, [room])).id;
  slots = (await slotsOf(schedule)).slice(10);
});

const found = async () => (await listAttention(owner, { limit: 100 })).data;
const kinds = async () => (await found()).map(({ kind, booking_id }) => [kind, booking_id]);
const bounce = (bookingId: string, audience = "customer") =>
  pool.query(
    `insert into message (tenant_id, id, kind, channel, audience, recipient, locale, booking_id, status)
     values ($1, $2, 'booking_confirmed', 'email', $3, 'anna@example.test', 'en', $4, 'bounced')`,
    [owner.tenant.id, newId(), audience, bookingId],
  );

test("a company without problems has no alerts", async () => {
  await book(owner, slots[0]!.id, { party_size: 2 });
  expect(await found()).toEqual([]);
});

test("all kinds are read in one round trip", async () => {
  const late = await book(owner, slots[0]!.id);
  await bounce(late.id);
  const costs = await statementCosts(async () => {
    expect(await kinds()).toEqual([["mail_bounced", late.id]]);
  });
  expect(costs.map(({ text }) => text)).toHaveLength(1);
});

test("requests to approve, until they expire", async () => {
  const request = await book(owner, slots[0]!.id, { status: "pending" });
  const ended = await book(owner, slots[0]!.id, { status: "pending" });
  await pool.query("update booking set expires_at = now() - interval '1 second' where id = $1", [
    ended.id,
  ]);
  expect(await found()).toEqual([
    expect.objectContaining({
      kind: "approval_waiting",
      booking_id: request.id,
      expires_at: request.expires_at,
      payment_id: null,
    }),
  ]);
});

test("bounced email about an upcoming booking", async () => {
  const [ahead, off, ours] = [
    await book(owner, slots[0]!.id),
    await book(owner, slots[1]!.id),
    await book(owner, slots[2]!.id),
  ];
  await bounce(ahead.id);
  await bounce(off.id);
  await bounce(ours.id, "owner");
  await putStatus(off.id, "cancelled");
  expect(await kinds()).toEqual([["mail_bounced", ahead.id]]);
});

test("a booking over capacity, and one outside its service's hours", async () => {
  await book(owner, slots[0]!.id, { party_size: 2 });
  const over = await book(owner, slots[0]!.id, { override: true });
  expect(await kinds()).toEqual([["over_capacity", over.id]]);
  await putStatus(over.id, "cancelled");
  const hours = { rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "20:00" }] };
  const booked = await book(owner, slots[5]!.id);
  await updateSchedule(owner, schedule, hours);
  expect((await kinds()).map(([kind]) => kind)).toEqual(["outside_hours", "outside_hours"]);
  expect((await kinds()).map(([, id]) => id)).toContain(booked.id);
});

test("bookings outside hours: a custom time, and one longer than the new hours allow", async () => {
  const service = await makeSchedule(owner, [room], {
    time_zone: "UTC",
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "04:00", end: "08:00" }],
    length_options: [{ minutes: 120, price_amount: null }],
  });
  const free = await slotsAfter(1, service.id, room);
  const short = await book(owner, free[0]!.id);
  const long = await book(owner, free[2]!.id, { length_minutes: 120 });
  const custom = await book(owner, free[0]!.id, {
    slot_id: undefined,
    resource_id: room,
    schedule_id: service.id,
    starts_at: new Date(free[0]!.starts_at.getTime() - 2 * 3_600_000).toISOString(),
    duration_minutes: 60,
    override: true,
  });
  const outside = async () =>
    (await kinds()).filter(([kind]) => kind === "outside_hours").map(([, id]) => id);
  expect(await outside()).toEqual([custom.id]);
  const earlier = { rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "04:00", end: "07:00" }] };
  const saved = await updateSchedule(owner, service.id, earlier);
  expect(saved.outside_bookings.map(({ id }) => id)).toEqual([custom.id, long.id]);
  expect(new Set(await outside())).toEqual(new Set([custom.id, long.id]));
  expect(await outside()).not.toContain(short.id);
});

test("a booking in a seat above the lowered capacity", async () => {
  await book(owner, slots[0]!.id);
  const second = await book(owner, slots[0]!.id);
  expect(await kinds()).toEqual([]);
  await updateSlot(owner, slots[0]!.id, { capacity: 1 });
  expect(await kinds()).toEqual([["over_capacity", second.id]]);
});

test("a failing endpoint, and a service without free times in the next 14 days", async () => {
  await pool.query(
    `insert into webhook_subscription (tenant_id, id, url, events, secret_ciphertext, failing_since)
     values ($1, $2, 'https://hooks.example.test/in', '{}', '', now()), ($1, $3, 'https://fine.example.test/in', '{}', '', null)`,
    [owner.tenant.id, newId(), newId()],
  );
  await pool.query(
    "update slot set taken = capacity where schedule_id = $1 and starts_at < now() + interval '14 days'",
    [schedule],
  );
  const items = await found();
  expect(items.map(({ kind }) => kind)).toEqual(["no_free_time", "webhook_failing"]);
  expect(items[0]).toMatchObject({ schedule_id: schedule });
  expect(items[1]!.message).toContain("hooks.example.test");
  await pool.query("update slot set taken = 0 where id = $1", [slots[20]!.id]);
  expect((await found()).map(({ kind }) => kind)).toEqual(["webhook_failing"]);
  await updateSchedule(owner, schedule, { active: false });
  expect((await found()).map(({ kind }) => kind)).toEqual(["webhook_failing"]);
});

test("at most twenty of a kind are listed, in pages like every list", async () => {
  const { id } = await book(owner, slots[0]!.id);
  for (let number = 0; number < 25; number++) await bounce(id);
  const first = await listAttention(owner, { limit: 15 });
  expect(first.data).toHaveLength(15);
  const next = await listAttention(owner, { limit: 15, cursor: first.page.next_cursor! });
  const all: AttentionItem[] = [...first.data, ...next.data];
  expect(new Set(all.map(({ message_id }) => message_id)).size).toBe(20);
});
