import { beforeAll, expect, test } from "vitest";
import {
  BookingPatch,
  NewBooking,
  NewWidgetBooking,
  StatusChange,
} from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import {
  book,
  eventTypes,
  outcome,
  putStatus,
  slotsAfter,
  type SlotRow,
  wrongCounts,
} from "~/testing/booking-calls";
import { findKey } from "../../api-keys/find-key.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { changeBookingStatus } from "./change-status.server";
import { createBooking } from "../place/create-booking.server";
import { createWidgetBooking } from "../../widgets/create-widget-booking.server";
import { editBooking } from "./edit-booking.server";

let owner: UserActor;
let room: string;
let otherRoom: string;
let schedule: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  room = (await makeResource(owner, { capacity: 4 })).id;
  otherRoom = (await makeResource(owner)).id;
  schedule = (await makeSchedule(owner, [room, otherRoom], { price_amount: 2500, currency: "EUR" }))
    .id;
  slots = await slotsAfter(2, schedule, room);
});

const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));

/** Everything stored about a booking. */
async function tracesOf(id: string) {
  const of = (table: string, column: string) =>
    pool.query(`select to_jsonb(t) as kept from ${table} t where ${column}::text = $1 order by 1`, [
      id,
    ]);
  const found = await Promise.all([
    of("booking", "id"),
    of("event", "booking_id"),
    of("claim", "booking_id"),
    of("audit_row", "entity_id"),
  ]);
  return found.map(({ rows }) => rows);
}

test("a no-op patch leaves no trace: no version, no event, no audit row", async () => {
  const slot = slots.shift()!;
  const customer = { ...aCustomer(), phone: "+31201234567" };
  const booking = await book(owner, slot.id, {
    customer,
    notes: "By the window",
    meta: { a: 1 },
    party_size: 2,
  });
  const before = await tracesOf(booking.id);
  const noOps = [
    {},
    { notify: false },
    { override: true },
    { version: 1 },
    { notes: "By the window" },
    { meta: { a: 1 } },
    { answers: [] },
    { customer },
    { party_size: 2 },
    { slot_id: slot.id },
    { starts_at: booking.starts_at },
    { resource_id: room },
    { duration_minutes: 60 },
    { slot_id: slot.id, notes: "By the window" },
  ];
  for (const patch of noOps) expect(await edit(booking.id, patch)).toEqual(booking);
  expect(await tracesOf(booking.id)).toEqual(before);
  expect(await outcome(edit(booking.id, { version: 2 }))).toBe("version_conflict");
  expect(await edit(booking.id, { slot_id: slot.id, notes: "Near the stairs" })).toMatchObject({
    version: 2,
  });
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "updated"]);
});

test("fields given with a slot must match it, in a move and in a new booking", async () => {
  const [from, to] = slots.splice(0, 2) as [SlotRow, SlotRow];
  const booking = await book(owner, from.id);
  const widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  const [starts_at, elsewhere] = [to.starts_at.toISOString(), from.starts_at.toISOString()];
  const wrong: [string, Record<string, unknown>][] = [
    ["starts_at", { starts_at: elsewhere }],
    ["resource_id", { resource_id: otherRoom }],
    ["starts_at", { starts_at: elsewhere, resource_id: room }],
  ];
  for (const [path, more] of wrong) {
    const patch = { slot_id: to.id, ...more };
    const refusal = { code: "validation_failed", extra: { issues: [{ path }] } };
    await expect(edit(booking.id, patch)).rejects.toMatchObject(refusal);
    const wish = { ...patch, customer: aCustomer() };
    await expect(createBooking(owner, NewBooking.parse(wish), null)).rejects.toMatchObject(refusal);
    await expect(
      createWidgetBooking(widget, NewWidgetBooking.parse(wish), null),
    ).rejects.toMatchObject(refusal);
  }
  await expect(edit(booking.id, { slot_id: to.id, duration_minutes: 30 })).rejects.toMatchObject({
    extra: { issues: [{ path: "duration_minutes" }] },
  });
  const unknown = { slot_id: booking.id, resource_id: room, starts_at, duration_minutes: 60 };
  expect(await outcome(edit(booking.id, unknown))).toBe("slot_unavailable");
  expect(
    await outcome(
      createBooking(owner, NewBooking.parse({ ...unknown, customer: aCustomer() }), null),
    ),
  ).toBe("slot_unavailable");
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed"]);
  const agreed = { slot_id: to.id, resource_id: room, starts_at, duration_minutes: 60 };
  expect(await edit(booking.id, agreed)).toMatchObject({ slot_id: to.id, version: 2 });
  expect(await wrongCounts(room)).toBe(0);
});

test("the agreed price per seat survives moves and changes of party", async () => {
  const [from, to] = slots.splice(0, 2) as [SlotRow, SlotRow];
  const booking = await book(owner, from.id, { party_size: 2 });
  expect(booking.price_amount).toBe(5000);
  await updateSchedule(owner, schedule, { price_amount: 9900 });
  expect(await edit(booking.id, { slot_id: to.id })).toMatchObject({
    price_amount: 5000,
    currency: "EUR",
  });
  expect(await edit(booking.id, { party_size: 3 })).toMatchObject({ price_amount: 7500 });
  expect(await edit(booking.id, { slot_id: from.id, party_size: 1 })).toMatchObject({
    price_amount: 2500,
  });
  const body = await pool.query<{ body: string }>(
    "select body from event where booking_id = $1 order by sequence desc limit 1",
    [booking.id],
  );
  expect(JSON.parse(body.rows[0]!.body).data.booking).toMatchObject({
    party_size: 1,
    price_amount: 2500,
  });
  const audit = await pool.query(
    "select diff from audit_row where entity_id = $1 and action = 'booking.edited' order by at",
    [booking.id],
  );
  expect(audit.rows[1]).toEqual({ diff: { party_size: [2, 3], price_amount: [5000, 7500] } });
});

test("arrival can be marked and unmarked, in list, event and log", async () => {
  const booking = await book(owner, slots.shift()!.id, { notes: "By the window" });
  expect(booking.arrived_at).toBeNull();
  const arrived = await edit(booking.id, { arrived: true });
  expect(arrived).toMatchObject({ version: 2, notes: "By the window" });
  expect(Date.parse(arrived.arrived_at!)).toBeGreaterThan(Date.parse(booking.created_at) - 1);
  expect(await edit(booking.id, { arrived: true })).toEqual(arrived);
  const { rows } = await pool.query<{ body: string; diff: object }>(
    `select e.body, a.diff from event e join audit_row a on a.entity_id = e.booking_id::text and a.action = 'booking.edited'
     where e.booking_id = $1 and e.type = 'booking.updated'`,
    [booking.id],
  );
  expect(rows).toEqual([
    {
      body: expect.stringContaining(`"arrived_at":"${arrived.arrived_at}"`) as string,
      diff: expect.any(Object) as object,
    },
  ]);
  expect(rows[0]!.diff).toHaveProperty("arrived_at.0", null);
  expect(await edit(booking.id, { arrived: false })).toMatchObject({
    version: 3,
    arrived_at: null,
  });
});

test("a cancelled booking cannot be marked as arrived, and a no-show has not arrived", async () => {
  const cancelled = await book(owner, slots.shift()!.id);
  await putStatus(cancelled.id, "cancelled");
  expect(await outcome(edit(cancelled.id, { arrived: true }))).toBe("invalid_transition");
  const missed = await book(owner, slots.shift()!.id);
  await edit(missed.id, { arrived: true });
  await pool.query(
    "update booking set starts_at = now() - interval '1 hour', ends_at = now() where id = $1",
    [missed.id],
  );
  const change = StatusChange.parse({ status: "no_show" });
  expect(await changeBookingStatus(owner, missed.id, change, null)).toMatchObject({
    arrived_at: null,
  });
  expect(await outcome(edit(missed.id, { arrived: true }))).toBe("invalid_transition");
});

test("if several schedules start at a time, a moved booking keeps its own, and a custom one stays custom", async () => {
  const rooms = [(await makeResource(owner)).id, (await makeResource(owner)).id] as const;
  const own = await makeSchedule(owner, [...rooms]);
  await makeSchedule(owner, [...rooms]);
  const free = await slotsAfter(2, own.id, rooms[0]);
  const booking = await book(owner, free[0]!.id);
  const later = { starts_at: free[1]!.starts_at.toISOString(), duration_minutes: 60 };
  const there = await edit(booking.id, { resource_id: rooms[0], ...later });
  expect(there).toMatchObject({ slot_id: free[1]!.id, schedule_id: own.id });
  const back = { resource_id: rooms[0], starts_at: booking.starts_at, duration_minutes: 60 };
  expect(await edit(booking.id, back)).toMatchObject({ slot_id: free[0]!.id });
  const elsewhere = await edit(booking.id, { ...later, resource_id: rooms[1] });
  expect(elsewhere).toMatchObject({
    resource_id: rooms[1],
    schedule_id: own.id,
    slot_id: expect.any(String),
  });

  const starts_at = new Date(free[3]!.starts_at.getTime() + 300_000).toISOString();
  const time = { resource_id: rooms[0], starts_at, duration_minutes: 60 };
  const made = await createBooking(
    owner,
    NewBooking.parse({ ...time, customer: aCustomer() }),
    null,
  );
  expect(made).toMatchObject({ slot_id: null, schedule_id: null });
  const moved = await edit(made.id, { resource_id: rooms[0], ...later });
  expect(moved).toMatchObject({ slot_id: null, schedule_id: null, starts_at: there.starts_at });
  expect(await wrongCounts(rooms[0])).toBe(0);
});
