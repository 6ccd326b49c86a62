import { beforeAll, describe, expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import {
  book,
  claimsOf,
  eventTypes,
  outcome,
  putStatus,
  slotsAfter,
  slotsOf,
  type SlotRow,
  wrongCounts,
} from "~/testing/booking-calls";
import type { CustomerActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { updateSlot } from "../../slots/edit-slot.server";
import { editBooking } from "./edit-booking.server";
import { moveBooking } from "./move-booking.server";

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant();
});

const edit = (id: string, patch: Record<string, unknown>, actor: UserActor = owner) =>
  editBooking(actor, id, BookingPatch.parse(patch));
const rowOf = async (id: string) =>
  (await pool.query("select * from booking where id = $1", [id])).rows[0];

/** A resource with a service and its slots from tomorrow on. */
async function offered(
  resource: Record<string, unknown> = {},
  schedule: Record<string, unknown> = {},
) {
  const room = await makeResource(owner, resource);
  const offer = await makeSchedule(owner, [room.id], schedule);
  const slots = await slotsAfter(2, offer.id);
  return { room, offer, slots };
}

const spanOf = (slot: SlotRow) => ({ starts_at: slot.occupies_from, ends_at: slot.occupies_to });

test("a move replaces claims and buffers, and keeps id, reference and price", async () => {
  const buffers = {
    buffer_before_minutes: 10,
    buffer_after_minutes: 20,
    price_amount: 5000,
    currency: "EUR",
  };
  const { room, offer, slots } = await offered({ capacity: 2 }, buffers);
  const [from, to] = [slots[0]!, slots[5]!];
  const booking = await book(owner, from.id, { party_size: 2 });
  await updateSchedule(owner, offer.id, { price_amount: 9900 });
  const moved = await edit(booking.id, { slot_id: to.id });
  expect(moved).toMatchObject({
    id: booking.id,
    reference: booking.reference,
    slot_id: to.id,
    price_amount: 10_000,
    currency: "EUR",
    party_size: 2,
    starts_at: to.starts_at.toISOString().replace(".000", ""),
    version: 2,
    reschedule_count: 1,
  });
  expect(await claimsOf(booking.id)).toMatchObject([
    { lane: 0, ...spanOf(to) },
    { lane: 1, ...spanOf(to) },
  ]);
  const taken = (await slotsOf(offer.id)).filter((slot) => slot.taken > 0);
  expect(taken.map((slot) => [slot.id, slot.taken])).toEqual([[to.id, 2]]);
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "moved"]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a booking can move to a time that overlaps its own", async () => {
  const { room, slots } = await offered({}, { duration_minutes: 60, step_minutes: 15 });
  const booking = await book(owner, slots[4]!.id);
  expect(await edit(booking.id, { slot_id: slots[5]!.id })).toMatchObject({
    slot_id: slots[5]!.id,
  });
  expect(await claimsOf(booking.id)).toMatchObject([spanOf(slots[5]!)]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a taken time is refused with alternatives, and nothing changes", async () => {
  const { room, slots } = await offered();
  const booking = await book(owner, slots[0]!.id);
  await book(owner, slots[3]!.id);
  const before = await rowOf(booking.id);
  const refusal = await edit(booking.id, {
    slot_id: slots[3]!.id,
    notes: "New",
    customer: aCustomer(),
  }).catch((error) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: "slot_unavailable",
    extra: { details: { reason: "full" } },
  });
  expect(refusal.extra.details.alternatives).toHaveLength(3);
  expect(await rowOf(booking.id)).toEqual(before);
  expect(await claimsOf(booking.id)).toMatchObject([spanOf(slots[0]!)]);
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed"]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("details and time change together: one version, event and audit row", async () => {
  const { slots } = await offered();
  const booking = await book(owner, slots[0]!.id, { notes: "Old", meta: { a: 1 } });
  const customer = aCustomer("Zoë");
  const moved = await edit(booking.id, {
    slot_id: slots[1]!.id,
    notes: "New",
    customer,
    meta: { b: 2 },
    version: 1,
  });
  expect(moved).toMatchObject({
    slot_id: slots[1]!.id,
    notes: "New",
    meta: { b: 2 },
    version: 2,
    customer: { name: "Zoë", email: customer.email },
  });
  expect(moved.customer_id).not.toBe(booking.customer_id);
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "moved"]);
  const event = await pool.query("select body from event where booking_id = $1 and sequence = 3", [
    booking.id,
  ]);
  const { data } = JSON.parse(event.rows[0].body);
  expect(data).toMatchObject({
    booking: { notes: "New", customer: { name: "Zoë" } },
    previous: { starts_at: booking.starts_at },
  });
  const audit = await pool.query(
    "select diff from audit_row where entity_id = $1 and action = 'booking.edited'",
    [booking.id],
  );
  expect(audit.rows).toHaveLength(1);
  expect(JSON.stringify(audit.rows[0].diff)).not.toContain(customer.email);
});

test("a stale version is a conflict, for details and for moves, and changes nothing", async () => {
  const { slots } = await offered();
  const booking = await book(owner, slots[0]!.id);
  await edit(booking.id, { notes: "First" });
  expect(await outcome(edit(booking.id, { notes: "Second", version: 1 }))).toBe("version_conflict");
  expect(await outcome(edit(booking.id, { slot_id: slots[1]!.id, version: 1 }))).toBe(
    "version_conflict",
  );
  expect(await rowOf(booking.id)).toMatchObject({
    notes: "First",
    version: 2,
    slot_id: slots[0]!.id,
  });
  expect(await edit(booking.id, { slot_id: slots[1]!.id, version: 2 })).toMatchObject({
    version: 3,
  });
});

test("a party grows if seats are free, and shrinks; its price scales, its time and lane stay", async () => {
  const { room, slots } = await offered({ capacity: 4 }, { price_amount: 1000, currency: "EUR" });
  const booking = await book(owner, slots[0]!.id, { party_size: 2 });
  await book(owner, slots[0]!.id);
  expect(await edit(booking.id, { party_size: 3 })).toMatchObject({
    party_size: 3,
    price_amount: 3000,
    reschedule_count: 0,
    slot_id: slots[0]!.id,
  });
  expect(await claimsOf(booking.id)).toHaveLength(3);
  expect(await outcome(edit(booking.id, { party_size: 4 }))).toBe("slot_unavailable");
  expect(await outcome(edit(booking.id, { party_size: 5 }))).toBe("validation_failed");
  expect(await edit(booking.id, { party_size: 1 })).toMatchObject({ price_amount: 1000 });
  expect(await claimsOf(booking.id)).toHaveLength(1);
  expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "updated", "updated"]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("changing the party keeps the service when another starts at the same time", async () => {
  const { room, slots } = await offered({ capacity: 3 }, { duration_minutes: 60 });
  await makeSchedule(owner, [room.id], { duration_minutes: 60 });
  const booking = await book(owner, slots[0]!.id);
  expect(await edit(booking.id, { party_size: 2 })).toMatchObject({
    slot_id: slots[0]!.id,
    schedule_id: booking.schedule_id,
  });
});

test("changing the party keeps buffers and slot, even if the service is inactive", async () => {
  const { offer, slots } = await offered(
    { capacity: 3 },
    { buffer_before_minutes: 15, buffer_after_minutes: 15 },
  );
  const booking = await book(owner, slots[0]!.id);
  await updateSchedule(owner, offer.id, { active: false });
  expect(await edit(booking.id, { party_size: 2 })).toMatchObject({
    party_size: 2,
    slot_id: slots[0]!.id,
  });
  expect(await claimsOf(booking.id)).toMatchObject([spanOf(slots[0]!), spanOf(slots[0]!)]);
});

test("a manually closed slot keeps its bookings, whose parties may change, and accepts no others", async () => {
  const { room, slots } = await offered({ capacity: 3 });
  const booking = await book(owner, slots[0]!.id, { party_size: 2 });
  const other = await book(owner, slots[1]!.id);
  await updateSlot(owner, slots[0]!.id, { status: "closed" });
  expect(await edit(booking.id, { party_size: 1 })).toMatchObject({
    party_size: 1,
    slot_id: slots[0]!.id,
  });
  expect(await outcome(edit(other.id, { slot_id: slots[0]!.id }))).toBe("slot_unavailable");
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a custom time has its service's buffers", async () => {
  const { room, slots } = await offered(
    {},
    { buffer_before_minutes: 15, buffer_after_minutes: 30 },
  );
  const booking = await book(owner, slots[0]!.id);
  const starts_at = new Date(slots[3]!.starts_at.getTime() + 7 * 60_000);
  const time = { starts_at: starts_at.toISOString(), duration_minutes: 60 };
  const moved = await edit(booking.id, time);
  expect(moved).toMatchObject({ slot_id: null, schedule_id: booking.schedule_id });
  expect(await claimsOf(booking.id)).toMatchObject([
    {
      starts_at: new Date(starts_at.getTime() - 15 * 60_000),
      ends_at: new Date(starts_at.getTime() + 90 * 60_000),
    },
  ]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("a longer duration claims more, and is refused if it reaches another booking", async () => {
  const { room, slots } = await offered({}, { duration_minutes: 60 });
  const booking = await book(owner, slots[0]!.id);
  await book(owner, slots[2]!.id);
  expect(await edit(booking.id, { duration_minutes: 120 })).toMatchObject({
    ends_at: slots[1]!.ends_at.toISOString().replace(".000", ""),
  });
  expect(await outcome(edit(booking.id, { duration_minutes: 121 }))).toBe("slot_unavailable");
  expect((await slotsOf(booking.schedule_id!)).filter((slot) => slot.taken === 1)).toHaveLength(3);
  expect(await wrongCounts(room.id)).toBe(0);
});

test.each(["completed", "no_show", "cancelled", "refunded", "expired"])(
  "a booking that is %s does not move",
  async (status) => {
    const { slots } = await offered();
    const booking = await book(owner, slots[0]!.id);
    await putStatus(booking.id, status);
    expect(await outcome(edit(booking.id, { slot_id: slots[1]!.id }))).toBe("invalid_transition");
  },
);

describe("between resources", () => {
  test("seats are exchanged atomically, and both calendars are correct", async () => {
    const blue = await makeResource(owner, { name: "Blue" });
    const red = await makeResource(owner, { name: "Red" });
    const offer = await makeSchedule(owner, [blue.id, red.id]);
    const at = (room: string) => slotsOf(offer.id, room).then((slots) => slots.at(-3)!);
    const [from, to] = [await at(blue.id), await at(red.id)];
    const booking = await book(owner, from.id);
    const moved = await edit(booking.id, { resource_id: red.id });
    expect(moved).toMatchObject({
      resource_id: red.id,
      resource_name: "Red",
      slot_id: to.id,
      schedule_id: offer.id,
      reschedule_count: 1,
    });
    expect(await claimsOf(booking.id)).toMatchObject([{ resource_id: red.id }]);
    expect([(await at(blue.id)).taken, (await at(red.id)).taken]).toEqual([0, 1]);
  });

  test("forty concurrent moves in both directions end without a deadlock or overbooking", async () => {
    const rooms = [
      await makeResource(owner, { capacity: 6 }),
      await makeResource(owner, { capacity: 6 }),
    ];
    const offer = await makeSchedule(
      owner,
      rooms.map((room) => room.id),
    );
    const slotIn = async (room: string) => (await slotsOf(offer.id, room)).at(-2)!;
    const slots = [await slotIn(rooms[0]!.id), await slotIn(rooms[1]!.id)];
    const bookings = await Promise.all(
      Array.from({ length: 10 }, (_, index) => book(owner, slots[index % 2]!.id)),
    );
    const moves = Array.from({ length: 40 }, (_, index) =>
      outcome(
        edit(bookings[index % 10]!.id, {
          slot_id: slots[(index + Math.floor(index / 10)) % 2]!.id,
        }),
      ),
    );
    const results = await Promise.all(moves);
    expect(
      results.filter((result) => typeof result === "string" && result !== "slot_unavailable"),
    ).toEqual([]);
    for (const room of rooms) expect(await wrongCounts(room.id)).toBe(0);
    const seats = await pool.query(
      "select count(*)::int as seats from claim where booking_id = any($1)",
      [bookings.map(({ id }) => id)],
    );
    expect(seats.rows[0]).toEqual({ seats: 10 });
  });

  test("staff cannot move bookings to or from other resources", async () => {
    const { room, slots } = await offered();
    const other = await offered();
    const limited = await makeUser(owner, "staff", { resource_ids: [room.id] });
    const booking = await book(owner, slots[0]!.id);
    const foreign = await book(owner, other.slots[0]!.id);
    expect(await outcome(edit(booking.id, { slot_id: other.slots[1]!.id }, limited))).toBe(
      "slot_unavailable",
    );
    expect(await outcome(edit(booking.id, { resource_id: other.room.id }, limited))).toBe(
      "not_found",
    );
    expect(await outcome(edit(foreign.id, { slot_id: slots[1]!.id }, limited))).toBe("not_found");
    expect(await edit(booking.id, { slot_id: slots[1]!.id }, limited)).toMatchObject({
      slot_id: slots[1]!.id,
    });
  });
});

describe("a guest", () => {
  const guestOf = (booking_id: string, policy = {}): CustomerActor => ({
    kind: "customer",
    tenant: { ...owner.tenant, policy: { ...owner.tenant.policy, ...policy } },
    request_id: null,
    booking_id,
  });

  test("moves to offered times inside the window, as often as the policy allows", async () => {
    const inSixtyDays = Date.now() + 60 * 86_400_000; // well inside the schedule's horizon
    const slots = (await offered()).slots.filter(
      ({ starts_at }) => starts_at.getTime() < inSixtyDays,
    );
    const booking = await book(owner, slots.at(-1)!.id);
    const guest = guestOf(booking.id, { max_reschedules: 2 });
    for (const slot of [slots.at(-2)!, slots.at(-3)!])
      expect(
        await moveBooking(guest, booking.id, { target: { kind: "slot", slot_id: slot.id } }),
      ).toMatchObject({
        slot_id: slot.id,
      });
    expect(
      await outcome(
        moveBooking(guest, booking.id, { target: { kind: "slot", slot_id: slots.at(-4)!.id } }),
      ),
    ).toBe("cancellation_window_passed");
  });

  test("cannot move a booking too late, to another kind, or outside the schedule's window", async () => {
    const { room, slots } = await offered({}, { max_advance_days: 10 });
    const other = await makeSchedule(owner, [room.id], { duration_minutes: 30 });
    const booking = await book(owner, slots[0]!.id);
    const late = guestOf(booking.id, { reschedule_window_minutes: 60 * 24 * 30 });
    expect(
      await outcome(
        moveBooking(late, booking.id, { target: { kind: "slot", slot_id: slots[1]!.id } }),
      ),
    ).toBe("cancellation_window_passed");
    const guest = guestOf(booking.id);
    const otherSlot = (await slotsOf(other.id)).at(-1)!;
    expect(
      await outcome(
        moveBooking(guest, booking.id, { target: { kind: "slot", slot_id: otherSlot.id } }),
      ),
    ).toBe("validation_failed");
    await pool.query("update schedule set max_advance_days = 1 where id = $1", [
      booking.schedule_id,
    ]);
    expect(
      await outcome(
        moveBooking(guest, booking.id, { target: { kind: "slot", slot_id: slots.at(-1)!.id } }),
      ),
    ).toBe("outside_booking_window");
  });
});
