import { beforeAll, expect, test } from "vitest";
import { GenerateSlots, NewSlot, SlotPatch } from "~/contract/slots";
import { NewBooking } from "~/contract/booking-inputs";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { book, claimsOf, outcome, slotsOf, wrongCounts } from "~/testing/booking-calls";
import { createBooking } from "../bookings/place/create-booking.server";
import type { UserActor } from "../identity/actor";
import { generateSlots } from "../schedules/ensure-slots.server";
import { updateSlot } from "./edit-slot.server";
import { createSlot } from "./manual-slots.server";

/** Beyond every schedule's horizon. */
const DAY = addDays(localDateOf(clock.now(), "UTC"), 500);
let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant();
});

const make = (input: Record<string, unknown>, actor = owner) =>
  createSlot(
    actor,
    NewSlot.parse({ starts_at: `${DAY}T10:00:00Z`, duration_minutes: 60, ...input }),
  );
const change = (id: string, patch: Record<string, unknown>, actor = owner) =>
  updateSlot(actor, id, SlotPatch.parse(patch));

test("a manual slot can be booked once", async () => {
  const room = await makeResource(owner, { capacity: 3 });
  const slot = await make({ resource_id: room.id, capacity: 2, price_amount: 1500 });
  expect(slot).toMatchObject({
    resource_id: room.id,
    schedule_id: null,
    starts_at: `${DAY}T10:00:00Z`,
    ends_at: `${DAY}T11:00:00Z`,
    capacity: 2,
    taken: 0,
    price_amount: 1500,
    currency: "EUR",
    status: "open",
    origin: "manual",
  });
  await book(owner, slot.id, { party_size: 2 });
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  expect(await outcome(make({ resource_id: room.id }))).toBe("already_exists");
  const schedule = await makeSchedule(owner, [room.id], { max_advance_days: 1 });
  expect(await make({ resource_id: room.id, schedule_id: schedule.id })).toMatchObject({
    schedule_id: schedule.id,
    taken: 2,
  });
  expect(await outcome(make({ resource_id: room.id, schedule_id: schedule.id }))).toBe(
    "already_exists",
  );
});

test("an extra slot of a schedule has its buffers and counts existing claims", async () => {
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id], {
    buffer_before_minutes: 30,
    buffer_after_minutes: 15,
    max_advance_days: 1,
  });
  const custom = {
    resource_id: room.id,
    starts_at: `${DAY}T09:00:00Z`,
    duration_minutes: 45,
    customer: aCustomer(),
  };
  await createBooking(owner, NewBooking.parse(custom), null);
  const slot = await make({ resource_id: room.id, schedule_id: schedule.id });
  expect(slot).toMatchObject({ taken: 1 });
  const free = await make({
    resource_id: room.id,
    schedule_id: schedule.id,
    starts_at: `${DAY}T12:00:00Z`,
  });
  const booking = await book(owner, free.id);
  expect(await claimsOf(booking.id)).toMatchObject([
    { starts_at: new Date(`${DAY}T11:30:00Z`), ends_at: new Date(`${DAY}T13:15:00Z`) },
  ]);
});

test.each([
  ["a time that has passed", { starts_at: "2020-01-01T10:00:00Z" }, "validation_failed"],
  ["half a minute", { starts_at: `${DAY}T10:00:30Z` }, "validation_failed"],
  ["more seats than the resource has", { capacity: 2 }, "validation_failed"],
  [
    "a schedule that is not there",
    { schedule_id: "01a1fa54-17c2-7015-acfd-12b95ebfe283" },
    "not_found",
  ],
  [
    "a resource that is not there",
    { resource_id: "01a1fa54-17c2-7015-acfd-12b95ebfe283" },
    "not_found",
  ],
])("is refused for %s", async (_reason, input, code) => {
  const room = await makeResource(owner);
  expect(await outcome(make({ resource_id: room.id, ...input }))).toBe(code);
  expect((await pool.query("select 1 from slot where resource_id = $1", [room.id])).rowCount).toBe(
    0,
  );
});

test("is refused for a schedule without the resource, and for other people's resources", async () => {
  const [room, other] = [await makeResource(owner), await makeResource(owner)];
  const schedule = await makeSchedule(owner, [other.id], { max_advance_days: 1 });
  expect(await outcome(make({ resource_id: room.id, schedule_id: schedule.id }))).toBe("not_found");
  const limited = await makeUser(owner, "staff", { resource_ids: [other.id] });
  expect(await outcome(make({ resource_id: room.id }, limited))).toBe("not_found");
  const slot = await make({ resource_id: room.id });
  expect(await outcome(change(slot.id, { status: "closed" }, limited))).toBe("not_found");
  expect(await outcome(change(slot.id, { status: "closed" }, await makeTenant()))).toBe(
    "not_found",
  );
});

test("manual changes survive regeneration; a closed slot otherwise follows the hours", async () => {
  const room = await makeResource(owner, { capacity: 4 });
  const schedule = await makeSchedule(owner, [room.id]);
  const [priced, closed] = (await slotsOf(schedule.id)).slice(-2);
  expect(await change(priced!.id, { price_amount: 500, capacity: 2 })).toMatchObject({
    price_amount: 500,
    currency: "EUR",
    capacity: 2,
    origin: "generated",
    overrides: ["capacity", "price_amount"],
  });
  expect(await change(closed!.id, { status: "closed" })).toMatchObject({
    status: "closed",
    origin: "generated",
  });
  await pool.query("update schedule set price_amount = 900, currency = 'EUR' where id = $1", [
    schedule.id,
  ]);
  const day = closed!.starts_at.toISOString().slice(0, 10);
  await generateSlots(owner, GenerateSlots.parse({ schedule_id: schedule.id, from: day, to: day }));
  const after = (await slotsOf(schedule.id)).slice(-2);
  expect(after).toMatchObject([
    { price_amount: 500, capacity: 2, origin: "generated" },
    { price_amount: 900, capacity: 4, status: "closed" },
  ]);
});

test("with fewer seats than taken, bookings stay and the slot counts as full", async () => {
  const room = await makeResource(owner, { capacity: 4 });
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(schedule.id)).at(-1)!;
  const booking = await book(owner, slot.id, { party_size: 3 });
  expect(await change(slot.id, { capacity: 2 })).toMatchObject({ capacity: 2, taken: 2 });
  expect(await claimsOf(booking.id)).toHaveLength(3);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  expect(await change(slot.id, { capacity: 4 })).toMatchObject({ taken: 3 });
  expect(await book(owner, slot.id)).toMatchObject({ party_size: 1 });
  expect(await outcome(change(slot.id, { capacity: 5 }))).toBe("validation_failed");
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a price goes with its currency", async () => {
  const room = await makeResource(owner);
  const slot = await make({ resource_id: room.id, price_amount: 100, currency: "USD" });
  expect(await change(slot.id, { price_amount: null })).toMatchObject({
    price_amount: null,
    currency: null,
  });
  expect(await change(slot.id, { price_amount: 200 })).toMatchObject({
    price_amount: 200,
    currency: "EUR",
  });
});
