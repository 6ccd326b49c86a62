import { beforeAll, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import {
  book,
  claimsOf,
  outcome,
  slotsAfter,
  type SlotRow,
  wrongCounts,
} from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { listAttention } from "../attention/list-attention.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import type { UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { updateSlot } from "../slots/edit-slot.server";
import { transaction } from "~/lib/db.server";
import { claimSeats } from "./claim-seats.sql.server";
import { lockResource } from "./lock-resource.sql.server";

let owner: UserActor;
beforeAll(async () => void (owner = await makeTenant()));

async function fiveBooked() {
  const { id: room } = await makeResource(owner, { capacity: 5 });
  const { id } = await makeSchedule(owner, [room], { max_advance_days: 4 });
  const slot = (await slotsAfter(1, id))[0]!;
  const booked = [];
  for (let guest = 0; guest < 5; guest += 1) booked.push((await book(owner, slot.id)).id);
  return { room, slot, booked };
}
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
const taken = async ({ id }: SlotRow) =>
  (await pool.query("select capacity, taken from slot where id = $1", [id])).rows[0] as {
    capacity: number;
    taken: number;
  };
const iso = ({ starts_at }: SlotRow) => starts_at.toISOString().replace(".000Z", "Z");

test("five guests, three cancel, capacity three: one seat is free, not three", async () => {
  const { room, slot, booked } = await fiveBooked();
  for (const id of booked.slice(0, 3)) await cancel(id);
  expect(await updateResource(owner, room, { capacity: 3 })).toMatchObject({
    capacity: 3,
    over_capacity: [],
  });
  expect(await taken(slot)).toEqual({ capacity: 3, taken: 2 });
  expect(await outcome(book(owner, slot.id, { party_size: 2 }))).toBe("slot_unavailable");
  const third = await book(owner, slot.id);
  expect((await claimsOf(third.id)).map(({ lane }) => lane)).toEqual([0]);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  expect(await outcome(editBooking(owner, third.id, BookingPatch.parse({ party_size: 2 })))).toBe(
    "slot_unavailable",
  );
  expect(await taken(slot)).toEqual({ capacity: 3, taken: 3 });
  expect(await wrongCounts(room)).toBe(0);
});

test("capacity can be lowered below the bookings: previewed, reported, and sold again once fewer remain", async () => {
  const { room, slot, booked } = await fiveBooked();
  const over_capacity = [{ starts_at: iso(slot), booked: 5, capacity: 2 }];
  expect(await updateResource(owner, room, { capacity: 2, dry_run: true })).toMatchObject({
    dry_run: true,
    over_capacity,
  });
  expect(await taken(slot)).toEqual({ capacity: 5, taken: 5 });
  expect(await updateResource(owner, room, { capacity: 2 })).toMatchObject({
    dry_run: false,
    over_capacity,
  });
  const { data } = await listAttention(owner, { limit: 50 } as Parameters<typeof listAttention>[1]);
  expect(data).toContainEqual(
    expect.objectContaining({
      kind: "over_capacity",
      at: iso(slot),
      message: expect.stringContaining("5 of 2"),
    }),
  );
  for (const id of booked.slice(0, 3)) {
    expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
    await cancel(id);
  }
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  await cancel(booked[3]!);
  expect(await taken(slot)).toEqual({ capacity: 2, taken: 1 });
  await book(owner, slot.id);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  await updateResource(owner, room, { capacity: 5 });
  expect(await taken(slot)).toEqual({ capacity: 5, taken: 2 });
});

test("a slot's own capacity can be lowered in the same way", async () => {
  const { room, slot, booked } = await fiveBooked();
  const over_capacity = [{ starts_at: iso(slot), booked: 5, capacity: 3 }];
  expect(await updateSlot(owner, slot.id, { capacity: 3, dry_run: true })).toMatchObject({
    capacity: 3,
    over_capacity,
  });
  expect(await taken(slot)).toEqual({ capacity: 5, taken: 5 });
  expect(await updateSlot(owner, slot.id, { capacity: 3 })).toMatchObject({
    overrides: ["capacity"],
    over_capacity,
  });
  for (const id of booked.slice(0, 3)) await cancel(id);
  expect(await taken(slot)).toEqual({ capacity: 3, taken: 2 });
  await book(owner, slot.id);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  await updateResource(owner, room, { capacity: 2 });
  expect(await taken(slot)).toEqual({ capacity: 2, taken: 2 });
  await updateResource(owner, room, { capacity: 9 });
  expect(await taken(slot)).toMatchObject({ capacity: 3 });
  await updateSlot(owner, slot.id, { capacity: null });
  expect(await taken(slot)).toMatchObject({ capacity: 9 });
});

test("a claim prepared before the capacity was lowered gets no removed seat", async () => {
  const { room, slot, booked } = await fiveBooked();
  await cancel(booked[4]!);
  await updateResource(owner, room, { capacity: 4 });
  const { occupies_from, occupies_to } = slot;
  const late = transaction(async (db) => {
    await lockResource(db, {
      tenant_id: owner.tenant.id,
      resource_id: room,
      occupies_from,
      occupies_to,
    });
    const claim = {
      tenant_id: owner.tenant.id,
      resource_id: room,
      booking_id: booked[4]!,
      occupies_from,
      occupies_to,
    };
    const rest = {
      capacity: 5,
      party_size: 1,
      lapses_at: null,
      slot_id: slot.id,
      daily: null,
      over_capacity: false,
    };
    await claimSeats(db, { ...claim, ...rest });
  });
  expect(await outcome(late)).toBe("slot_unavailable");
});
