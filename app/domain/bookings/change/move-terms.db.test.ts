import { beforeAll, beforeEach, expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import type { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { CustomerActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { editBooking } from "./edit-booking.server";
import { type Move, moveBooking } from "./move-booking.server";
import { slotById, type SlotById } from "../place/slot-target";

// Price and length after a move, by staff and by the guest.

let owner: UserActor;
let [plain, dear] = ["", ""];
let service: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC", policy: { max_reschedules: 9 } });
});
beforeEach(async () => {
  [plain, dear] = [(await makeResource(owner)).id, (await makeResource(owner)).id];
  service = (
    await makeSchedule(owner, [plain, dear], {
      time_zone: "UTC",
      price_amount: 3500,
      currency: "EUR",
      length_options: [{ minutes: 120, price_amount: 9000 }],
      resource_terms: [{ resource_id: dear, price_amount: 14_250 }],
    })
  ).id;
  slots = await slotsAfter(2, service, plain);
});

const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));
const dearSlot = async () => (await slotsAfter(2, service, dear))[3]!;
const asGuest = (booking_id: string, move: Move) => {
  const guest: CustomerActor = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id,
  };
  return moveBooking(guest, booking_id, move);
};

test("staff: the agreed price stays with equal service, resource and length, else it is the new time's", async () => {
  const { id } = await book(owner, slots[0]!.id);
  await updateSchedule(owner, service, SchedulePatch.parse({ price_amount: 4000 }));
  expect(await edit(id, { slot_id: slots[1]!.id })).toMatchObject({ price_amount: 3500 });
  const there = { slot_id: (await dearSlot()).id };
  expect(await edit(id, { ...there, dry_run: true })).toMatchObject({ price_amount: 14_250 });
  expect(await outcome(edit(id, { ...there, expected_amount: 3500 }))).toBe("price_changed");
  expect(await edit(id, { length_minutes: 120, dry_run: true })).toMatchObject({
    price_amount: 9000,
  });
  expect(await edit(id, { duration_minutes: 130, dry_run: true })).toMatchObject({
    price_amount: 9000,
  });
  expect(await edit(id, { ...there, reprice: false })).toMatchObject({ price_amount: 3500 });
  const other = await makeSchedule(owner, [dear], { price_amount: 700, currency: "EUR" });
  const elsewhere = (await slotsAfter(2, other.id, dear))[6]!;
  expect(await edit(id, { slot_id: elsewhere.id })).toMatchObject({ price_amount: 700 });
  const free = await makeSchedule(owner, [dear], { duration_minutes: 30 });
  const unpriced = (await slotsAfter(2, free.id, dear)).at(-1)!;
  expect(await edit(id, { slot_id: unpriced.id, override: true })).toMatchObject({
    price_amount: 700,
  });
});

test("a guest cannot move to another resource, or to a longer duration for the same price", async () => {
  const { id } = await book(owner, slots[0]!.id);
  const there = await dearSlot();
  expect(await outcome(asGuest(id, { target: slotById(there.id) }))).toBe("validation_failed");
  expect(await outcome(asGuest(id, { target: slotById(there.id), expected_amount: 14_250 }))).toBe(
    "validation_failed",
  );
  const longer = { target: slotById(slots[2]!.id, 120) };
  expect(await outcome(asGuest(id, longer))).toBe("price_changed");
  expect(await outcome(asGuest(id, { ...longer, expected_amount: 3500 }))).toBe("price_changed");
  expect(await asGuest(id, { target: slotById(slots[3]!.id) })).toMatchObject({
    slot_id: slots[3]!.id,
    price_amount: 3500,
  });
});

test("a guest whose duration is no longer offered confirms, and moves on agreed terms", async () => {
  const { id } = await book(owner, slots[0]!.id, { length_minutes: 120 });
  await updateSchedule(owner, service, SchedulePatch.parse({ length_options: [] }));
  const length = { minutes: 120, is_required: false };
  const target: SlotById = { kind: "slot", slot_id: slots[4]!.id, length };
  const refusal = (await asGuest(id, { target, expected_amount: 9000 }).catch(
    (error: unknown) => error,
  )) as AppError;
  expect(refusal).toMatchObject({
    code: "price_changed",
    extra: { details: { expected_amount: 9000, amount: 3500, currency: "EUR", minutes: 60 } },
  });
  // The guest has to accept both values; either alone is refused.
  expect(await outcome(asGuest(id, { target, expected_amount: 3500 }))).toBe("price_changed");
  expect(await outcome(asGuest(id, { target, agreed_minutes: 60 }))).toBe("price_changed");
  const agreed = { target, agreed_minutes: 60, expected_amount: 3500 };
  expect(await asGuest(id, agreed)).toMatchObject({ price_amount: 3500, version: 2 });
});

test("a changed duration is a move; its event has the previous one", async () => {
  const booking = await book(owner, slots[0]!.id, { customer: aCustomer() });
  await edit(booking.id, { length_minutes: 120 });
  const { rows } = await pool.query<{ type: string; body: string }>(
    "select type, body from event where booking_id = $1 order by sequence desc limit 1",
    [booking.id],
  );
  expect(rows[0]!.type).toBe("booking.moved");
  expect(JSON.parse(rows[0]!.body).data.previous).toEqual({
    status: "confirmed",
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    resource_id: plain,
    schedule_id: service,
    party_size: 1,
    price_amount: 3500,
  });
});
