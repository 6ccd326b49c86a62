import { beforeEach, expect, test } from "vitest";
import { BlockPatch, NewBlock } from "~/contract/blocks";
import { BookingPatch } from "~/contract/booking-inputs";
import { PageQuery } from "~/contract/common";
import { pool } from "~/lib/db.server";
import {
  book,
  outcome,
  putStatus,
  slotsAfter,
  type SlotRow,
  wrongCounts,
} from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
} from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import { listAttention } from "../attention/list-attention.server";
import { createBlock, deleteBlock, updateBlock } from "../blocks/change-block.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { getBooking } from "../bookings/read/get-booking.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { undoMove } from "../bookings/change/undo-move.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { askForTimes, findTimeRequests } from "./ask-for-times.server";
import { keepDisplaced, moveDisplaced, undoDisplaced } from "./change-displaced.server";
import { findOffers } from "./find-offers.server";
import { listDisplaced } from "./list-displaced.server";

let owner: UserActor;
let key: string;
let sami: string;
let jo: string;
let schedule: string;
/** Sami's times of a day, eight of them. */
let slots: SlotRow[];

beforeEach(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  key = await makeKey(owner);
  sami = (await makeResource(owner, { name: "Sami" })).id;
  jo = (await makeResource(owner, { name: "Jo" })).id;
  schedule = (await makeSchedule(owner, [sami, jo], { max_advance_days: 6 })).id;
  slots = await slotsAfter(1, schedule, sami);
});

const off = (first: number, last: number, more: Record<string, unknown> = {}) =>
  createBlock(
    owner,
    NewBlock.parse({
      resource_id: sami,
      starts_at: slots[first]!.starts_at.toISOString(),
      ends_at: slots[last]!.ends_at.toISOString(),
      keep_bookings: true,
      ...more,
    }),
  );
const claimed = async () =>
  (
    await pool.query<{ booking: boolean; starts_at: Date; ends_at: Date }>(
      "select booking_id is not null as booking, starts_at, ends_at from claim where resource_id = $1 order by starts_at",
      [sami],
    )
  ).rows;
const bookAsGuest = async (slot: SlotRow) => {
  const response = await call("/api/widget/booking", {
    key,
    body: { slot_id: slot.id, customer: aCustomer() },
  });
  return response.status;
};
const left = async (block: string | null) =>
  (await listDisplaced(owner, block)).bookings.map(({ id }) => id);

test("a block over a booking closes everything else, and the booking's time once it is freed", async () => {
  const booked = await book(owner, slots[1]!.id);
  const block = await off(0, 3);
  expect(await claimed()).toMatchObject([
    { booking: false, starts_at: slots[0]!.starts_at, ends_at: slots[1]!.starts_at },
    { booking: true, starts_at: slots[1]!.starts_at },
    { booking: false, starts_at: slots[1]!.ends_at, ends_at: slots[3]!.ends_at },
  ]);
  for (const slot of slots.slice(0, 4)) expect(await bookAsGuest(slot)).toBe(409);
  expect(await left(block.id)).toEqual([booked.id]);
  const jos = (await slotsAfter(1, schedule, jo))[1]!;
  await editBooking(owner, booked.id, BookingPatch.parse({ slot_id: jos.id }));
  expect(await claimed()).toMatchObject([
    { booking: false },
    { booking: false, starts_at: slots[1]!.starts_at, ends_at: slots[1]!.ends_at },
    { booking: false },
  ]);
  expect(await bookAsGuest(slots[1]!)).toBe(409);
  const back = { target: { kind: "slot" as const, slot_id: slots[1]!.id } };
  for (const override of [false, true])
    expect(await outcome(moveBooking(owner, booked.id, { ...back, override }))).toBe(
      "slot_unavailable",
    );
  expect(await left(block.id)).toEqual([]);
  await deleteBlock(owner, block.id);
  expect(await claimed()).toEqual([]);
  expect(await bookAsGuest(slots[1]!)).toBe(201);
  expect(await wrongCounts(sami)).toBe(0);
});

test("a cancelled booking's time is closed too, and resizing the block keeps its bookings", async () => {
  const booked = await book(owner, slots[1]!.id);
  const later = await book(owner, slots[4]!.id);
  const block = await off(0, 2);
  const change = (patch: Record<string, unknown>) =>
    updateBlock(owner, block.id, BlockPatch.parse(patch));
  await change({ reason: "Ill" });
  expect(await outcome(change({ ends_at: slots[4]!.ends_at.toISOString() }))).toBe("in_use");
  await change({ ends_at: slots[4]!.ends_at.toISOString(), keep_bookings: true });
  expect(await left(block.id)).toEqual([booked.id, later.id]);
  await change({ ends_at: slots[1]!.ends_at.toISOString() });
  expect(await left(block.id)).toEqual([booked.id]);
  await putStatus(booked.id, "cancelled");
  expect(await bookAsGuest(slots[1]!)).toBe(409);
  expect(await bookAsGuest(slots[2]!)).toBe(201);
  expect(await wrongCounts(sami)).toBe(0);
});

test("blocks may overlap: the time opens when the last one ends", async () => {
  const lunch = await off(1, 1);
  const ill = await off(0, 3);
  await deleteBlock(owner, lunch.id);
  expect(await bookAsGuest(slots[1]!)).toBe(409);
  await deleteBlock(owner, ill.id);
  expect(await claimed()).toEqual([]);
  expect(await bookAsGuest(slots[1]!)).toBe(201);
});

test("a visitor's hold can still be booked", async () => {
  const widget = (await findKey(key, null)) as KeyActor; // a publishable key
  const hold = await takeHold(
    widget,
    { slot_id: slots[1]!.id, party_size: 1 },
    "198.51.100.7",
    null,
  );
  const block = await off(0, 3);
  const body = { slot_id: slots[1]!.id, customer: aCustomer(), hold_token: hold.hold_token };
  expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
  expect(await left(block.id)).toHaveLength(1);
});

test("staff can change the party of a booking in a block, guests cannot move within it", async () => {
  const room = (await makeResource(owner, { name: "Room", capacity: 3 })).id;
  const yoga = (await makeSchedule(owner, [room], { max_advance_days: 6 })).id;
  const [slot] = await slotsAfter(1, yoga);
  const booked = await book(owner, slot!.id);
  await createBlock(
    owner,
    NewBlock.parse({
      resource_id: room,
      starts_at: slot!.starts_at.toISOString(),
      ends_at: slot!.ends_at.toISOString(),
      keep_bookings: true,
    }),
  );
  const edited = await editBooking(owner, booked.id, BookingPatch.parse({ party_size: 2 }));
  expect(edited.party_size).toBe(2);
  const claims = await pool.query(
    "select count(*)::int as n from claim where resource_id = $1 and booking_id = $2",
    [room, booked.id],
  );
  expect(claims.rows).toEqual([{ n: 2 }]);
  expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
  expect(await wrongCounts(room)).toBe(0);
});

test("each booking is offered the nearest time with a colleague; all move together, and back", async () => {
  const booked = [];
  for (const index of [0, 1, 2]) booked.push(await book(owner, slots[index]!.id));
  const jos = await slotsAfter(1, schedule, jo);
  await book(owner, jos[1]!.id);
  const block = await off(0, 7);
  const { bookings } = await listDisplaced(owner, block.id);
  const offers = await findOffers(owner, bookings);
  const best = bookings.map(({ id }) => ({ id, slot_id: offers.get(id)!.best!.id }));
  expect(best[0]).toEqual({ id: booked[0]!.id, slot_id: jos[0]!.id });
  expect(new Set(best.map(({ slot_id }) => slot_id)).size).toBe(3);
  const { moved, refused } = await moveDisplaced(owner, best);
  expect(refused).toEqual([]);
  expect(await left(block.id)).toEqual([]);
  expect(await getBooking(owner, booked[0]!.id)).toMatchObject({
    resource_id: jo,
    starts_at: booked[0]!.starts_at,
  });
  const back = await undoDisplaced(owner, moved);
  expect(back).toMatchObject({ refused: [], moved: [{}, {}, {}] });
  for (const { id, starts_at, price_amount } of booked)
    expect(await getBooking(owner, id)).toMatchObject({
      resource_id: sami,
      starts_at,
      price_amount,
    });
  expect(await left(block.id)).toEqual(booked.map(({ id }) => id));
  expect(await bookAsGuest(slots[3]!)).toBe(409);
  expect(await wrongCounts(sami)).toBe(0);
});

test("undo restores the previous time only, and not over a later change", async () => {
  const booked = await book(owner, slots[1]!.id);
  const done = { version: booked.version, minutes: 30 };
  expect(await outcome(undoMove(owner, booked.id, done))).toBe("invalid_transition");
  const jos = await slotsAfter(1, schedule, jo);
  const { moved } = await moveDisplaced(owner, [{ id: booked.id, slot_id: jos[1]!.id }]);
  await editBooking(owner, booked.id, BookingPatch.parse({ notes: "By the window" }));
  expect(await outcome(undoMove(owner, booked.id, moved[0]!))).toBe("version_conflict");
});

test("a colleague's price does not change the agreed price", async () => {
  const dear = await makeSchedule(owner, [sami, jo], {
    name: "Colour",
    max_advance_days: 6,
    price_amount: 4000,
    currency: "EUR",
    resource_terms: [{ resource_id: jo, price_amount: 9000 }],
  });
  const [first] = await slotsAfter(1, dear.id, sami);
  const booked = await book(owner, first!.id);
  await off(0, 7);
  const offers = await findOffers(owner, [await getBooking(owner, booked.id)]);
  const slot_id = offers.get(booked.id)!.best!.id;
  expect((await moveDisplaced(owner, [{ id: booked.id, slot_id }])).refused).toEqual([]);
  expect(await getBooking(owner, booked.id)).toMatchObject({ resource_id: jo, price_amount: 4000 });
});

test("without a colleague that day the next day is offered, but not preselected", async () => {
  const booked = await book(owner, slots[1]!.id);
  await off(0, 7);
  await off(0, 7, { resource_id: jo });
  const offer = (await findOffers(owner, [await getBooking(owner, booked.id)])).get(booked.id)!;
  expect(offer.best).toBeNull();
  expect(offer.next!.starts_at > slots[7]!.ends_at.toISOString()).toBe(true);
});

test("no later time is offered to two bookings, of one service or of two, while there is another", async () => {
  const shave = await makeSchedule(owner, [sami, jo], { name: "Shave", max_advance_days: 6 });
  const booked = [];
  for (const index of [0, 1, 2, 3, 4]) booked.push(await book(owner, slots[index]!.id));
  const ofShave = await slotsAfter(1, shave.id, sami);
  booked.push(await book(owner, ofShave[6]!.id));
  await off(0, 7);
  await off(0, 7, { resource_id: jo });
  const all = await Promise.all(booked.map(({ id }) => getBooking(owner, id)));
  const offers = await findOffers(owner, all);
  const next = all.map(({ id }) => offers.get(id)!.next!);
  const places = next.map(({ resource_id, starts_at }) => `${resource_id} ${starts_at}`);
  expect(new Set(places).size).toBe(6);
  // Both colleagues take one before anybody takes a later one.
  expect(new Set(next.map(({ starts_at }) => starts_at)).size).toBe(3);
  const chosen = all.map(({ id }) => ({ id, slot_id: offers.get(id)!.next!.id }));
  expect((await moveDisplaced(owner, chosen)).refused).toEqual([]);
});

test("each guest is asked once by email to choose another time, and again after a move to another closed one", async () => {
  const booked = [await book(owner, slots[0]!.id), await book(owner, slots[1]!.id)];
  const silent = await book(owner, slots[2]!.id, { customer: { name: "Walk-in" } });
  const block = await off(0, 7);
  const ids = [...booked, silent].map(({ id }) => id);
  const sent = async () =>
    (
      await pool.query<{ recipient: string }>(
        "select recipient from message where tenant_id = $1 and kind = 'time_request' order by recipient",
        [owner.tenant.id],
      )
    ).rows;
  expect(await Promise.all([askForTimes(owner, ids), askForTimes(owner, ids)])).toEqual(
    expect.arrayContaining([0, 2]),
  );
  const bookings = (await listDisplaced(owner, block.id)).bookings;
  expect(await findTimeRequests(owner, bookings)).toEqual(new Set(booked.map(({ id }) => id)));
  expect(await sent()).toHaveLength(2);
  const elsewhere = await makeUser(owner, "staff", { resource_ids: [jo] });
  expect(await askForTimes(elsewhere, ids)).toBe(0);
  // A booking that is kept or moved is not asked about.
  await keepDisplaced(owner, booked[0]!.id);
  await pool.query("delete from message where kind = 'time_request'");
  expect(await askForTimes(owner, ids)).toBe(1);
  await keepDisplaced(owner, booked[0]!.id, false);
  await pool.query(
    "update booking set starts_at = starts_at + interval '5 minutes' where id = $1",
    [booked[1]!.id],
  );
  expect(await askForTimes(owner, ids)).toBe(2);
});

test("attention keeps what was left, until it is moved or kept", async () => {
  const booked = [await book(owner, slots[0]!.id), await book(owner, slots[1]!.id)];
  const block = await off(0, 3);
  const items = async () => {
    const { data } = await listAttention(owner, PageQuery.parse({}));
    return data.filter(({ kind }) => kind === "bookings_in_block");
  };
  expect(await items()).toMatchObject([
    {
      block_id: block.id,
      booking_id: booked[0]!.id,
      message: expect.stringContaining("2 bookings to move"),
    },
  ]);
  await keepDisplaced(owner, booked[0]!.id);
  expect(await items()).toMatchObject([{ booking_id: booked[1]!.id }]);
  expect(await left(null)).toEqual([booked[1]!.id]);
  await keepDisplaced(owner, booked[0]!.id, false);
  expect(await left(null)).toHaveLength(2);
  await keepDisplaced(owner, booked[0]!.id);
  await off(0, 5);
  expect(await left(null)).toHaveLength(2);
  const jos = await slotsAfter(1, schedule, jo);
  await moveDisplaced(
    owner,
    booked.map(({ id }, index) => ({ id, slot_id: jos[index]!.id })),
  );
  expect(await items()).toEqual([]);
});

test("resource-limited people list and move only their bookings", async () => {
  await book(owner, slots[0]!.id);
  const block = await off(0, 3);
  const other = await makeUser(owner, "staff", { resource_ids: [jo] });
  expect((await listDisplaced(other, block.id)).bookings).toEqual([]);
  const [own] = await left(block.id);
  expect(await outcome(keepDisplaced(other, own!))).toBe("not_found");
});
