import { beforeAll, expect, test } from "vitest";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { book, claimsOf, outcome, slotsAfter, slotsOf, wrongCounts } from "~/testing/booking-calls";
import type { UserActor } from "../../identity/actor";
import { updateSlot } from "../../slots/edit-slot.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "../change/edit-booking.server";

let owner: UserActor;
let admin: UserActor;
let staff: UserActor;

beforeAll(async () => {
  owner = await makeTenant();
  admin = await makeUser(owner, "admin");
  staff = await makeUser(owner, "staff");
});

async function offered(capacity: number, schedule: Record<string, unknown> = {}) {
  const room = await makeResource(owner, { capacity });
  const requested = await makeSchedule(owner, [room.id], schedule);
  const slots = await slotsAfter(1, requested.id);
  return { room, requested, slots };
}
const takenOf = async (id: string) =>
  (await pool.query("select taken from slot where id = $1", [id])).rows[0].taken as number;

test("a party takes one lane per guest, lowest first", async () => {
  const { room, slots } = await offered(6);
  const [slot] = slots;
  const first = await book(owner, slot!.id, { party_size: 3 });
  const second = await book(owner, slot!.id, { party_size: 2 });
  expect((await claimsOf(first.id)).map((claim) => claim.lane)).toEqual([0, 1, 2]);
  expect((await claimsOf(second.id)).map((claim) => claim.lane)).toEqual([3, 4]);
  expect(await outcome(book(owner, slot!.id, { party_size: 2 }))).toBe("slot_unavailable");
  await editBooking(owner, first.id, BookingPatch.parse({ party_size: 1 }));
  const third = await book(owner, slot!.id, { party_size: 3 });
  expect((await claimsOf(third.id)).map((claim) => claim.lane)).toEqual([1, 2, 5]);
  expect(await takenOf(slot!.id)).toBe(6);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a party above the schedule's or slot's limit is refused for its size", async () => {
  const { slots } = await offered(6, { max_party_size: 4 });
  expect(await outcome(book(owner, slots[0]!.id, { party_size: 5 }))).toBe("validation_failed");
  await updateSlot(owner, slots[0]!.id, { capacity: 2 });
  expect(await outcome(book(owner, slots[0]!.id, { party_size: 3 }))).toBe("validation_failed");
  expect(await book(owner, slots[0]!.id, { party_size: 2 })).toMatchObject({ party_size: 2 });
});

test("over capacity: only owner and admin, in extra lanes, audited", async () => {
  const { room, slots } = await offered(2);
  const [slot] = slots;
  await book(owner, slot!.id, { party_size: 2 });
  const before = await pool.query(
    "select count(*)::int as rows from booking where resource_id = $1",
    [room.id],
  );
  expect(await outcome(book(staff, slot!.id, { override: true }))).toBe("forbidden_role");
  expect(
    (
      await pool.query("select count(*)::int as rows from booking where resource_id = $1", [
        room.id,
      ])
    ).rows,
  ).toEqual(before.rows);
  const extra = await book(admin, slot!.id, { override: true, party_size: 3 });
  expect((await claimsOf(extra.id)).map((claim) => claim.lane)).toEqual([2, 3, 4]);
  expect(await takenOf(slot!.id)).toBe(2);
  const audit = await pool.query("select actor, diff from audit_row where entity_id = $1", [
    extra.id,
  ]);
  expect(audit.rows).toContainEqual({
    actor: { kind: "user", id: admin.user_id },
    diff: expect.objectContaining({ override: true }),
  });
  expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a custom price: only owner and admin, persistent, audited", async () => {
  const { slots } = await offered(4, { price_amount: 2500, currency: "EUR" });
  expect(await outcome(book(staff, slots[0]!.id, { price_amount: 100 }))).toBe("forbidden_role");
  const agreed = await book(admin, slots[0]!.id, { party_size: 2, price_amount: 3000 });
  expect(agreed).toMatchObject({ price_amount: 3000, currency: "EUR" });
  const { rows } = await pool.query("select diff from audit_row where entity_id = $1", [agreed.id]);
  expect(rows).toEqual([{ diff: { price_amount: [5000, 3000] } }]);
  const patch = BookingPatch.parse({ party_size: 3 });
  expect(await editBooking(owner, agreed.id, patch)).toMatchObject({ price_amount: 4500 });
  expect(await book(owner, slots[1]!.id, { price_amount: 0 })).toMatchObject({
    price_amount: 0,
    currency: "EUR",
  });
  const { slots: free } = await offered(1);
  expect(await book(owner, free[0]!.id, { price_amount: 700 })).toMatchObject({
    price_amount: 700,
    currency: "EUR",
  });
});

test("repeated overbooking uses the next lanes; regular seats become available when they are free", async () => {
  const { room, slots } = await offered(1);
  const [slot] = slots;
  const regular = await book(owner, slot!.id);
  const extras = await Promise.all(
    Array.from({ length: 5 }, () => book(admin, slot!.id, { override: true })),
  );
  const lanes = await Promise.all(extras.map(async ({ id }) => (await claimsOf(id))[0]!.lane));
  expect(lanes.toSorted()).toEqual([1, 2, 3, 4, 5]);
  await editBooking(owner, regular.id, BookingPatch.parse({ slot_id: slots[1]!.id }));
  expect(await takenOf(slot!.id)).toBe(1);
  expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
  for (const { id } of extras)
    await editBooking(admin, id, BookingPatch.parse({ slot_id: slots[2]!.id, override: true }));
  expect(await takenOf(slot!.id)).toBe(0);
  expect(await book(owner, slot!.id)).toMatchObject({ status: "confirmed" });
  expect(await wrongCounts(room.id)).toBe(0);
});

test("admins can override closed times and daily limits, for moves too", async () => {
  const { slots } = await offered(1, { max_per_day: 1 });
  await updateSlot(owner, slots[0]!.id, { status: "closed" });
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  expect(await book(admin, slots[0]!.id, { override: true })).toMatchObject({
    slot_id: slots[0]!.id,
  });
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  const other = await book(admin, slots[1]!.id, { override: true });
  const toClosed = BookingPatch.parse({ slot_id: slots[0]!.id, override: true });
  expect(await outcome(editBooking(staff, other.id, toClosed))).toBe("forbidden_role");
  expect(await editBooking(admin, other.id, toClosed)).toMatchObject({ slot_id: slots[0]!.id });
  expect((await claimsOf(other.id)).map((claim) => claim.lane)).toEqual([1]);
});

test("an override does not reach other tenants or unknown resources", async () => {
  const other = await makeTenant();
  const { slots, room } = await offered(1);
  expect(await outcome(book(other, slots[0]!.id, { override: true }))).toBe("slot_unavailable");
  const custom = {
    resource_id: room.id,
    starts_at: "2031-01-01T10:00:00Z",
    duration_minutes: 60,
    override: true,
    customer: aCustomer(),
  };
  expect(await outcome(createBooking(other, NewBooking.parse(custom), null))).toBe("not_found");
});

test("the daily limit counts active bookings of the local day, resource and schedule", async () => {
  const { slots, requested, room } = await offered(1, {
    max_per_day: 2,
    time_zone: "Pacific/Auckland",
  });
  const localDay = (at: Date) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland" }).format(at);
  const day = localDay(slots.at(-1)!.starts_at);
  const ofDay = slots.filter((slot) => localDay(slot.starts_at) === day);
  const first = await book(owner, ofDay[0]!.id);
  await book(owner, ofDay[1]!.id);
  expect(await outcome(book(owner, ofDay[2]!.id))).toBe("slot_unavailable");
  // A move within the day counts the booking once.
  expect(
    await editBooking(owner, first.id, BookingPatch.parse({ slot_id: ofDay[2]!.id })),
  ).toMatchObject({
    slot_id: ofDay[2]!.id,
  });
  const elsewhere = await makeSchedule(owner, [room.id], {
    duration_minutes: 30,
    time_zone: requested.time_zone,
  });
  const free = (await slotsOf(elsewhere.id)).filter(
    (slot) => localDay(slot.starts_at) === day && slot.taken === 0,
  );
  expect(await book(owner, free.at(-1)!.id)).toMatchObject({ status: "confirmed" });
});

test("staff need no notice; the service's horizon can be overridden, 730 days cannot", async () => {
  const { room, requested, slots } = await offered(1, {
    min_notice_minutes: 14 * 1440,
    max_advance_days: 30,
  });
  expect(await book(staff, slots[0]!.id)).toMatchObject({ status: "confirmed" });
  const inDays = (days: number) =>
    new Date(Math.ceil(Date.now() / 60_000) * 60_000 + days * 86_400_000);
  const at = (days: number) => ({
    resource_id: room.id,
    schedule_id: requested.id,
    duration_minutes: 60,
    customer: aCustomer(),
    starts_at: inDays(days).toISOString(),
  });
  expect(await outcome(createBooking(staff, NewBooking.parse(at(729)), null))).toBe(
    "outside_booking_window",
  );
  const far = await createBooking(admin, NewBooking.parse({ ...at(729), override: true }), null);
  expect(far).toMatchObject({ status: "confirmed" });
  const refused = { code: "outside_booking_window", extra: { details: { reason: "too_far" } } };
  await expect(
    createBooking(admin, NewBooking.parse({ ...at(731), override: true }), null),
  ).rejects.toMatchObject(refused);
  const later = BookingPatch.parse({ starts_at: inDays(731).toISOString(), duration_minutes: 60 });
  await expect(editBooking(admin, far.id, { ...later, override: true })).rejects.toMatchObject(
    refused,
  );
});
