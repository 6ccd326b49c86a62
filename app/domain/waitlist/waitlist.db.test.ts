import { expect, test } from "vitest";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { pool } from "~/lib/db.server";
import { loadSlot } from "~/pages/dashboard/slots/slot/load.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { acceptOffer } from "../bookings/change/accept-offer.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import type { UserActor } from "../identity/actor";
import { joinWaitlist, listWaitlist, sweepWaitlist } from "./waitlist.server";

async function fullSlot(owner: UserActor, capacity = 1) {
  const room = await makeResource(owner, { capacity });
  const schedule = await makeSchedule(owner, [room.id]);
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 9 limit 1",
    [owner.tenant.id, schedule.id],
  );
  const slot_id = found.rows[0]!.id;
  const booking = await createBooking(
    owner,
    NewBooking.parse({ slot_id, party_size: capacity, customer: aCustomer() }),
    null,
  );
  return { room, slot_id, booking };
}

const wait = (owner: UserActor, slot_id: string, party_size = 1) =>
  joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id, party_size, customer: aCustomer() }));
const cancel = (owner: UserActor, id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
const statuses = async (owner: UserActor) =>
  (await listWaitlist(owner, { limit: 25 })).data.map((entry) => entry.status);

async function lapse(owner: UserActor): Promise<void> {
  await pool.query(
    "update booking set expires_at = now() - interval '1 second' where tenant_id = $1 and pending_reason = 'offer'",
    [owner.tenant.id],
  );
  await pool.query(
    "update claim set lapses_at = now() - interval '1 second' where tenant_id = $1 and lapses_at is not null",
    [owner.tenant.id],
  );
}

test("a freed seat is offered to the first in line and reserved for them", async () => {
  const owner = await makeTenant();
  const { slot_id, booking } = await fullSlot(owner);
  expect(await wait(owner, slot_id)).toMatchObject({ position: 1 });
  expect(await wait(owner, slot_id)).toMatchObject({ position: 2 });
  await cancel(owner, booking.id);
  expect(await statuses(owner)).toEqual(["offered", "waiting"]);
  const refused = createBooking(owner, NewBooking.parse({ slot_id, customer: aCustomer() }), null);
  await expect(refused).rejects.toMatchObject({ code: "slot_unavailable" });
});

test("a lapsed offer passes to the next, and an accepted one ends the entry", async () => {
  const owner = await makeTenant();
  const { slot_id, booking } = await fullSlot(owner);
  await wait(owner, slot_id);
  await wait(owner, slot_id);
  await cancel(owner, booking.id);
  await lapse(owner);
  await sweepHolds();
  expect(await statuses(owner)).toEqual(["passed", "offered"]);
  const offered = (await listWaitlist(owner, { limit: 25 })).data[1]!.booking_id!;
  await changeBookingStatus(owner, offered, StatusChange.parse({ status: "confirmed" }), null);
  expect(await statuses(owner)).toEqual(["passed", "accepted"]);
});

test("the guest accepts on their page; a lapsed offer is not repeated", async () => {
  const owner = await makeTenant();
  const { slot_id, booking } = await fullSlot(owner);
  await wait(owner, slot_id);
  await cancel(owner, booking.id);
  const offered = (await listWaitlist(owner, { limit: 25 })).data[0]!.booking_id!;
  const guest = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id: offered,
  } as const;
  expect(await acceptOffer(guest)).toMatchObject({ status: "confirmed" });
  expect(await acceptOffer(guest)).toMatchObject({ status: "confirmed" });
  expect(await statuses(owner)).toEqual(["accepted"]);
  await cancel(owner, offered);
  await expect(acceptOffer(guest)).rejects.toMatchObject({ code: "invalid_transition" });
});

test("an accepted offer for a paid time continues to payment, held no longer than any other", async () => {
  const owner = await makeTenant();
  const { slot_id, booking } = await fullSlot(owner);
  await pool.query(
    "update schedule set requires_payment = true, price_amount = 1000, currency = 'EUR' where tenant_id = $1",
    [owner.tenant.id],
  );
  await pool.query("update slot set price_amount = 1000, currency = 'EUR' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await wait(owner, slot_id);
  await cancel(owner, booking.id);
  const offered = (await listWaitlist(owner, { limit: 25 })).data[0]!.booking_id!;
  const guest = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id: offered,
  } as const;
  const taken = await acceptOffer(guest);
  expect(taken).toMatchObject({ status: "pending", pending_reason: "payment" });
  expect(taken.expires_at!.getTime() - taken.updated_at.getTime()).toBe(15 * 60_000);
});

test("a party too large for the freed seats is skipped and keeps its position", async () => {
  const owner = await makeTenant();
  const { slot_id, room } = await fullSlot(owner, 2);
  await wait(owner, slot_id, 2);
  await wait(owner, slot_id, 1);
  await pool.query("update resource set capacity = 3 where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    room.id,
  ]);
  await pool.query("update slot set capacity = 3 where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    slot_id,
  ]);
  expect(await sweepWaitlist()).toBe(1);
  expect(await statuses(owner)).toEqual(["waiting", "offered"]);
});

test("a time with free seats cannot be waited for, and an address waits once", async () => {
  const owner = await makeTenant();
  const { slot_id, booking } = await fullSlot(owner);
  const input = NewWaitlistEntry.parse({ slot_id, customer: aCustomer() });
  await joinWaitlist(owner, input);
  await expect(joinWaitlist(owner, input)).rejects.toMatchObject({ code: "already_exists" });
  const other = await makeTenant();
  await expect(wait(other, slot_id)).rejects.toMatchObject({ code: "slot_unavailable" });
  await pool.query("update waitlist_entry set status = 'left' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await cancel(owner, booking.id);
  await expect(wait(owner, slot_id)).rejects.toMatchObject({ code: "validation_failed" });
});

test("nothing is offered inside the minimum notice", async () => {
  const owner = await makeTenant();
  const { room, slot_id, booking } = await fullSlot(owner);
  await wait(owner, slot_id);
  // Simulates that the notice period has begun.
  await pool.query("update schedule set min_notice_minutes = 20000 where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await cancel(owner, booking.id);
  expect(await sweepWaitlist()).toBe(0);
  expect(await statuses(owner)).toEqual(["waiting"]);
  await pool.query("update schedule set min_notice_minutes = 0 where tenant_id = $1", [
    owner.tenant.id,
  ]);
  expect(await sweepWaitlist()).toBe(1);
  expect(await statuses(owner)).toEqual(["offered"]);
  expect(room.id).toBeTruthy();
});

test("a party larger than the free seats keeps its position, as shown on the slot's page", async () => {
  const owner = await makeTenant();
  const { slot_id } = await fullSlot(owner, 1);
  const room = await makeResource(owner, { capacity: 2 });
  const schedule = await makeSchedule(owner, [room.id]);
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 9 limit 1",
    [owner.tenant.id, schedule.id],
  );
  const pair = found.rows[0]!.id;
  const bookings = [1, 2].map(() => NewBooking.parse({ slot_id: pair, customer: aCustomer() }));
  const [first] = [
    await createBooking(owner, bookings[0]!, null),
    await createBooking(owner, bookings[1]!, null),
  ];
  await wait(owner, pair, 2);
  await wait(owner, pair, 1);
  await cancel(owner, first!.id);
  const waitingParties = async () =>
    (await loadSlot(owner, pair)).waiting.map(({ party_size, is_offered, is_passed_over }) => ({
      party_size,
      is_offered,
      is_passed_over,
    }));
  expect(await waitingParties()).toEqual([
    { party_size: 2, is_offered: false, is_passed_over: true },
    { party_size: 1, is_offered: true, is_passed_over: false },
  ]);
  expect((await loadSlot(owner, slot_id)).waiting).toEqual([]);
});
