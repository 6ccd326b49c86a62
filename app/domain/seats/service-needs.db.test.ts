import { beforeAll, describe, expect, test } from "vitest";
import type { UserActor } from "../identity/actor";
import { NewBlock } from "~/contract/blocks";
import {
  NewBooking,
  NewBookingSeries,
  NewBookingVisit,
  StatusChange,
} from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { NewHold } from "~/contract/holds";
import { AvailabilityQuery, type Availability, ExplainQuery } from "~/contract/slots";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { outcome, type SlotRow, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { untilTrue } from "~/testing/webhook-receivers";
import { findKey } from "../api-keys/find-key.server";
import { createBlock, deleteBlock } from "../blocks/change-block.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { undoMove } from "../bookings/change/undo-move.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { releaseHold, takeHold } from "../holds/visitor-holds.server";
import type { KeyActor } from "../identity/actor";
import { createGroup, updateGroup } from "../resource-groups/resource-groups.server";
import { deleteResource, updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { createSeries } from "../series/create-series.server";
import { readAvailability } from "../slots/availability.sql.server";
import { explain } from "../slots/explain.sql.server";
import { createVisit } from "../visits/create-visit.server";
import { joinWaitlist, sweepWaitlist } from "../waitlist/waitlist.server";

let owner: UserActor;
let key: string;
let widget: KeyActor;

beforeAll(async () => {
  owner = await makeTenant({ policy: { hold_minutes: 20 } });
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});

type Kind = "none" | "room" | "group";

interface Place {
  /** Two people who offer the same service. */
  anna: string;
  ben: string;
  rooms: string[];
  schedule: string;
  slots: { anna: SlotRow[]; ben: SlotRow[] };
}

const NEED = { seats: 1, minutes_before: 0, minutes_after: 0, shown: true, group_id: null };
const idOf = async (name: string, more: Record<string, unknown> = {}) =>
  (await makeResource(owner, { name, ...more })).id;

/** A service of two people that needs a room: one of `rooms` as a group, or the only one. */
async function aPlace(
  count: number,
  kind: Kind,
  more: Record<string, unknown> = {},
): Promise<Place> {
  const [anna, ben] = [await idOf("Anna"), await idOf("Ben")];
  const rooms: string[] = [];
  for (let no = 1; no <= count; no++) rooms.push(await idOf(`Room ${no}`));
  const need =
    kind !== "group"
      ? { ...NEED, resource_id: rooms[0] ?? null }
      : {
          ...NEED,
          resource_id: null,
          group_id: (await createGroup(owner, { name: "Rooms", resource_ids: rooms })).id,
        };
  const schedule = await makeSchedule(owner, [anna, ben], {
    max_advance_days: 5,
    needs: kind === "none" ? [] : [{ ...need, ...more }],
  });
  const slots = await slotsAfter(1, schedule.id);
  const of = (id: string) => slots.filter((slot) => slot.resource_id === id);
  return { anna, ben, rooms, schedule: schedule.id, slots: { anna: of(anna), ben: of(ben) } };
}

const book = (slot: SlotRow, more: Record<string, unknown> = {}) =>
  createBooking(
    owner,
    NewBooking.parse({ slot_id: slot.id, customer: aCustomer(), ...more }),
    null,
  );
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
const move = (id: string, slot: SlotRow, more: Record<string, unknown> = {}) =>
  moveBooking(owner, id, { target: { kind: "slot", slot_id: slot.id }, ...more });
let visitors = 0;
const someone = () => `198.51.100.${++visitors}/${newId()}`;
const hold = (slot: SlotRow, more: Partial<NewHold> = {}) =>
  takeHold(widget, NewHold.parse({ slot_id: slot.id, ...more }), someone(), null);
const release = (hold_token: string) => releaseHold(widget, { hold_token });
const roomsOf = (booking: { needs: { resource_id: string }[] }) =>
  booking.needs.map(({ resource_id }) => resource_id);

/** The starts that are listed for visitors on a resource. */
async function listed(place: Place, person: "anna" | "ben"): Promise<Set<string>> {
  const query = AvailabilityQuery.parse({
    resource_id: place[person],
    schedule_id: place.schedule,
  });
  const { json } = await readAvailability(widget, query, 31, null);
  const { days } = JSON.parse(json!) as Availability;
  return new Set(days.flatMap((day) => day.slots.map(({ id }) => id)));
}
const isListed = async (place: Place, person: "anna" | "ben", at: number) =>
  (await listed(place, person)).has(place.slots[person][at]!.id);

/** Claims of needs over a resource's time, and whether they belong to live bookings or holds. */
async function claimsOn(resource: string): Promise<{ need_of: string | null; lane: number }[]> {
  const found = await pool.query<{ need_of: string | null; lane: number }>(
    "select need_of, lane from claim where resource_id = $1 and need_no is not null order by starts_at, lane",
    [resource],
  );
  return found.rows;
}
/** The number of slots whose cached count differs from the claims. */
async function wrong({ anna, ben, rooms }: Place): Promise<number> {
  let sum = 0;
  for (const id of [anna, ben, ...rooms]) sum += await wrongCounts(id);
  return sum;
}
const lapseHolds = ({ anna, ben }: Place) =>
  pool.query(
    `with gone as (update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour'
       where resource_id = any($1) returning id)
     update claim set lapses_at = clock_timestamp() - interval '1 second' where hold_id in (select id from gone)`,
    [[anna, ben]],
  );
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.extra.details?.["reason"] : error),
  );

describe("a booking", () => {
  test("takes the room that its service needs, or nothing", async () => {
    const place = await aPlace(1, "room");
    const first = await book(place.slots.anna[0]!);
    expect(first.needs).toEqual([
      { no: 1, resource_id: place.rooms[0], name: "Room 1", shown: true },
    ]);
    expect(await isListed(place, "ben", 0)).toBe(false);
    expect(await isListed(place, "ben", 1)).toBe(true);
    const error = await book(place.slots.ben[0]!).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "slot_unavailable",
      message: expect.stringContaining("Room 1 is taken"),
      extra: { details: { reason: "need_taken", need: "Room 1" } },
    });
    const own = await pool.query("select from claim where resource_id = $1", [place.ben]);
    expect(own.rowCount).toBe(0);
    await cancel(first.id);
    expect(await claimsOn(place.rooms[0]!)).toEqual([]);
    expect(await isListed(place, "ben", 0)).toBe(true);
    expect(roomsOf(await book(place.slots.ben[0]!))).toEqual(place.rooms);
    expect(await wrong(place)).toBe(0);
  });

  test("takes the first free one of a group, until all are taken", async () => {
    const place = await aPlace(2, "group");
    const [one, two] = place.rooms;
    expect(roomsOf(await book(place.slots.anna[0]!))).toEqual([one]);
    expect(await isListed(place, "ben", 0)).toBe(true);
    const second = await book(place.slots.ben[0]!);
    expect(roomsOf(second)).toEqual([two]);
    const third = await idOf("Cleo");
    await updateSchedule(owner, place.schedule, { resource_ids: [place.anna, place.ben, third] });
    const cleos = (await slotsAfter(1, place.schedule)).filter((s) => s.resource_id === third);
    const at = cleos.find((slot) => +slot.starts_at === +place.slots.anna[0]!.starts_at)!;
    expect(await refusalOf(book(at))).toBe("need_taken");
    expect(await refusalOf(hold(at))).toBe("need_taken");
    await cancel(second.id);
    expect(roomsOf(await book(at))).toEqual([two]);
  });

  test("with minutes before and after, and several seats", async () => {
    const bikes = await idOf("Bikes", { capacity: 5 });
    const place = await aPlace(0, "room", {
      resource_id: bikes,
      seats: 3,
      minutes_before: 0,
      minutes_after: 30,
    });
    await book(place.slots.anna[0]!);
    expect(await claimsOn(bikes)).toHaveLength(3);
    expect(await isListed(place, "ben", 0)).toBe(false);
    expect(await isListed(place, "ben", 1), "30 minutes after it").toBe(false);
    expect(await isListed(place, "ben", 2)).toBe(true);
    expect(await refusalOf(book(place.slots.ben[1]!))).toBe("need_taken");
    await updateResource(owner, bikes, { capacity: 6 });
    expect(await isListed(place, "ben", 1)).toBe(true);
    await book(place.slots.ben[1]!);
    expect(await wrong(place)).toBe(0);
  });

  test("a room's own service and what needs it exclude each other", async () => {
    const place = await aPlace(1, "room");
    const [room] = place.rooms;
    const own = await makeSchedule(owner, [room!], { max_advance_days: 5 });
    const times = await slotsAfter(1, own.id);
    const at = (slot: SlotRow) => times.find((each) => +each.starts_at === +slot.starts_at)!;
    await book(place.slots.anna[0]!);
    expect(await refusalOf(book(at(place.slots.anna[0]!)))).toBe("full");
    await book(at(place.slots.anna[1]!));
    expect(await isListed(place, "anna", 1)).toBe(false);
    expect(await refusalOf(book(place.slots.anna[1]!))).toBe("need_taken");
    expect(await refusalOf(hold(place.slots.anna[1]!))).toBe("need_taken");
    expect(await wrong(place)).toBe(0);
  });
});

describe("a change", () => {
  test("a move takes the room at the new time and frees the old one; undoing it does the reverse", async () => {
    const place = await aPlace(1, "room");
    const booking = await book(place.slots.anna[0]!);
    const moved = await move(booking.id, place.slots.anna[2]!);
    expect(await isListed(place, "ben", 0)).toBe(true);
    expect(await isListed(place, "ben", 2)).toBe(false);
    await undoMove(owner, booking.id, { version: moved.version, minutes: 60 });
    expect(await isListed(place, "ben", 0)).toBe(false);
    expect(await isListed(place, "ben", 2)).toBe(true);
    await book(place.slots.ben[2]!);
    expect(await refusalOf(move(booking.id, place.slots.anna[2]!))).toBe("need_taken");
    expect(await claimsOn(place.rooms[0]!)).toHaveLength(2);
    expect(await wrong(place)).toBe(0);
  });

  test("a group that contains the booked resource serves the need with another one", async () => {
    const [one, two] = [await idOf("One"), await idOf("Two")];
    const group = (await createGroup(owner, { name: "Both", resource_ids: [one, two] })).id;
    const { id } = await makeSchedule(owner, [one], { needs: [{ group_id: group }] });
    const [slot] = await slotsAfter(1, id);
    expect(roomsOf(await book(slot!))).toEqual([two]);
  });

  test("a move keeps its room of a group, and takes another where that one is taken", async () => {
    const place = await aPlace(3, "group");
    const [one, two] = place.rooms;
    await book(place.slots.anna[0]!);
    const booking = await book(place.slots.ben[0]!);
    expect(roomsOf(booking)).toEqual([two]);
    expect(roomsOf(await move(booking.id, place.slots.ben[1]!))).toEqual([two]);
    const block = { resource_id: two!, ...spanOf(place.slots.ben[3]!) };
    await createBlock(owner, NewBlock.parse(block));
    expect(roomsOf(await move(booking.id, place.slots.ben[3]!))).toEqual([one]);
  });

  test("another party keeps the room, even if the service needs another one by now", async () => {
    const place = await aPlace(1, "room");
    await updateResource(owner, place.anna, { capacity: 3 });
    const booking = await book(place.slots.anna[0]!);
    const other = await idOf("Other room");
    await updateSchedule(owner, place.schedule, { needs: [{ ...NEED, resource_id: other }] });
    const target = { kind: "slot", slot_id: place.slots.anna[0]!.id } as const;
    const larger = await moveBooking(owner, booking.id, { target, party_size: 2 });
    expect(roomsOf(larger)).toEqual(place.rooms);
    expect(roomsOf(await move(booking.id, place.slots.anna[1]!))).toEqual([other]);
    expect(await claimsOn(place.rooms[0]!)).toEqual([]);
  });

  test("a reopened booking claims its room again, or stays cancelled", async () => {
    const place = await aPlace(1, "room");
    const booking = await book(place.slots.anna[0]!, { status: "pending" });
    await lapseBooking(booking.id);
    // The lapsed booking's room is cleared for whoever books it.
    const other = await book(place.slots.ben[0]!);
    expect(roomsOf(other)).toEqual(place.rooms);
    const confirm = () =>
      changeBookingStatus(owner, booking.id, StatusChange.parse({ status: "confirmed" }), null);
    expect(await outcome(confirm())).toMatch(/slot_unavailable|invalid_transition|hold_expired/);
    expect(await claimsOn(place.rooms[0]!)).toEqual([{ need_of: other.id, lane: 0 }]);
    await sweepHolds();
    expect(await wrong(place)).toBe(0);
  });
});

describe("a visitor's hold", () => {
  test("takes the room as well, so that the booking cannot fail", async () => {
    const place = await aPlace(1, "room");
    const held = await hold(place.slots.anna[0]!);
    expect(await claimsOn(place.rooms[0]!)).toHaveLength(1);
    expect(await isListed(place, "ben", 0)).toBe(false);
    expect(await refusalOf(book(place.slots.ben[0]!))).toBe("need_taken");
    // The terms of the hold apply, whatever the service needs by now.
    await updateSchedule(owner, place.schedule, { needs: [] });
    const body = {
      slot_id: place.slots.anna[0]!.id,
      customer: aCustomer(),
      hold_token: held.hold_token,
    };
    const response = await call("/api/widget/booking", { key, body });
    expect(response.status).toBe(201);
    const { booking } = (await response.json()) as { booking: Booking };
    const [claim] = await claimsOn(place.rooms[0]!);
    expect(claim).toEqual({ need_of: booking.id, lane: 0 });
    expect(await wrong(place)).toBe(0);
  });

  test("releasing, replacing or sweeping it frees the room", async () => {
    const place = await aPlace(1, "room");
    const [room] = place.rooms;
    await release((await hold(place.slots.anna[0]!)).hold_token);
    expect(await claimsOn(room!)).toEqual([]);
    const first = await hold(place.slots.anna[0]!);
    // Another person at the same time, with the only room.
    const second = await hold(place.slots.ben[0]!, { replaces: first.hold_token });
    expect(await claimsOn(room!)).toHaveLength(1);
    await lapseHolds(place);
    expect(second.hold_token).not.toBe(first.hold_token);
    await sweepHolds();
    expect(await claimsOn(room!)).toEqual([]);
    expect(await isListed(place, "anna", 0)).toBe(true);
    expect(await wrong(place)).toBe(0);
  });

  test("a lapsed one does not stand in the way of a booking", async () => {
    const place = await aPlace(1, "room");
    await hold(place.slots.anna[0]!);
    await lapseHolds(place);
    expect(roomsOf(await book(place.slots.ben[0]!))).toEqual(place.rooms);
    await sweepHolds();
    expect(await wrong(place)).toBe(0);
  });
});

const spanOf = (slot: SlotRow) => ({
  starts_at: new Date(slot.starts_at).toISOString(),
  ends_at: new Date(+slot.starts_at + 3_600_000).toISOString(),
});

describe("a block on the room", () => {
  test("closes the times that need it, names the bookings in it, and opens them again", async () => {
    const place = await aPlace(1, "room");
    const [room] = place.rooms;
    const booking = await book(place.slots.anna[0]!);
    const first = { resource_id: room!, ...spanOf(place.slots.anna[0]!) };
    const refused = await createBlock(owner, NewBlock.parse(first)).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      code: "in_use",
      extra: { details: { bookings: [{ id: booking.id }] } },
    });
    const block = await createBlock(
      owner,
      NewBlock.parse({ resource_id: room!, ...spanOf(place.slots.anna[1]!) }),
    );
    expect(await isListed(place, "anna", 1)).toBe(false);
    expect(await refusalOf(book(place.slots.anna[1]!))).toBe("need_taken");
    await deleteBlock(owner, block.id);
    expect(await isListed(place, "anna", 1)).toBe(true);
  });
});

describe("the settings", () => {
  test("a resource or group that does not exist, another company's, its own resource or two needs of one resource are refused", async () => {
    const other = await makeTenant();
    const foreign = (await makeResource(other)).id;
    const foreignGroup = (await createGroup(other, { name: "Theirs", resource_ids: [foreign] })).id;
    const [anna, room] = [await idOf("Anna"), await idOf("Room")];
    const group = (await createGroup(owner, { name: "Rooms", resource_ids: [room] })).id;
    const wish = (needs: object[]) => makeSchedule(owner, [anna], { needs });
    for (const [needs, path] of [
      [[{ resource_id: foreign }], "needs.0.resource_id"],
      [[{ group_id: foreignGroup }], "needs.0.group_id"],
      [[{ resource_id: newId() }], "needs.0.resource_id"],
      [[{ resource_id: anna }], "needs.0.resource_id"],
      [[{ resource_id: room, seats: 2 }], "needs.0.seats"],
      [[{ resource_id: room }, { group_id: group }], "needs"],
    ] as const) {
      const error = await wish([...needs]).catch((thrown: unknown) => thrown);
      expect(error, path).toMatchObject({
        code: "validation_failed",
        extra: { issues: [{ path }] },
      });
    }
    await expect(
      createGroup(owner, { name: "Mixed", resource_ids: [room, foreign] }),
    ).rejects.toMatchObject({ code: "validation_failed" });
    const second = await idOf("Second room");
    const schedule = await wish([{ group_id: group }, { resource_id: second }]);
    await expect(updateGroup(owner, group, { resource_ids: [room, second] })).rejects.toMatchObject(
      { code: "validation_failed" },
    );
    expect(schedule.needs.map(({ group_id, resource_id }) => group_id ?? resource_id)).toEqual([
      group,
      second,
    ]);
    expect(await outcome(deleteResource(owner, second))).toBe("in_use");
    await updateSchedule(owner, schedule.id, { needs: [] });
    expect(await outcome(deleteResource(owner, second))).toBeUndefined();
  });

  test("why a day has no times names what is needed", async () => {
    const place = await aPlace(1, "room");
    const booking = await book(place.slots.anna[0]!);
    const { steps } = await explain(
      owner,
      ExplainQuery.parse({
        schedule_id: place.schedule,
        resource_id: place.ben,
        date: booking.starts_at.slice(0, 10),
      }),
    );
    const step = steps.find(({ rule }) => rule === "need_taken");
    expect(step).toMatchObject({ removed: [booking.starts_at], note: "Needs Room 1." });
  });

  test("the answer's tag changes with the room", async () => {
    const place = await aPlace(1, "room");
    const query = AvailabilityQuery.parse({ resource_id: place.ben, schedule_id: place.schedule });
    const tag = async () => (await readAvailability(widget, query, 31, null)).etag;
    const first = await tag();
    const booking = await book(place.slots.anna[0]!);
    const second = await tag();
    expect(second).not.toBe(first);
    await cancel(booking.id);
    expect(await tag()).not.toBe(second);
  });
});

describe("in parallel", () => {
  test("50 bookings over crossing pairs of resources: nothing oversold, no deadlock reported", async () => {
    // Each service is booked on one of two people and needs the other one.
    const [one, two] = [await idOf("One"), await idOf("Two")];
    const first = await makeSchedule(owner, [one], {
      max_advance_days: 5,
      needs: [{ resource_id: two }],
    });
    const second = await makeSchedule(owner, [two], {
      max_advance_days: 5,
      needs: [{ resource_id: one }],
    });
    const slots = [
      ...(await slotsAfter(1, first.id)).slice(0, 4),
      ...(await slotsAfter(1, second.id)).slice(0, 4),
    ];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        book(slots[(index * 5) % slots.length]!).then(
          () => "booked",
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        ),
      ),
    );
    expect(new Set(results)).toEqual(new Set(["booked", "slot_unavailable"]));
    expect(results.filter((result) => result === "booked")).toHaveLength(4);
    // All or nothing: each booking has its own claim and its need's, a refused one has neither.
    const claims = await pool.query<{ own: number; needed: number; bookings: number }>(
      `select count(booking_id)::int as own, count(need_of)::int as needed, count(distinct coalesce(booking_id, need_of))::int as bookings
       from claim where resource_id = any($1)`,
      [[one, two]],
    );
    expect(claims.rows[0]).toEqual({ own: 4, needed: 4, bookings: 4 });
    expect((await wrongCounts(one)) + (await wrongCounts(two))).toBe(0);
  });

  test("resources are locked in the order of their ids, whichever of them is booked", async () => {
    const [lower, higher] = [await idOf("Lower"), await idOf("Higher")].toSorted() as [
      string,
      string,
    ];
    const { id } = await makeSchedule(owner, [higher], {
      max_advance_days: 5,
      needs: [{ resource_id: lower }],
    });
    const [slot] = await slotsAfter(1, id);
    const other = await pool.connect();
    try {
      await other.query("begin");
      await other.query("select from resource where id = $1 for no key update", [higher]);
      const booking = outcome(book(slot!));
      // Waiting for the higher one, it holds the lower one.
      await untilTrue(async () => {
        const waiting = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.rowCount === 1;
      });
      const free = await pool.query(
        "select id from resource where id = $1 for no key update skip locked",
        [lower],
      );
      expect(free.rows).toEqual([]);
      await other.query("commit");
      expect(await booking).toMatchObject({ status: "confirmed" });
    } finally {
      other.release();
    }
  });

  test("a group's rooms are each taken once, and the choice is made again for those who lose a race", async () => {
    const place = await aPlace(3, "group");
    const people = [place.anna, place.ben];
    for (let no = 0; no < 6; no++) people.push(await idOf(`Person ${no}`));
    await updateSchedule(owner, place.schedule, { resource_ids: people });
    const at = +place.slots.anna[0]!.starts_at;
    const times = (await slotsAfter(1, place.schedule)).filter((slot) => +slot.starts_at === at);
    expect(times).toHaveLength(8);
    const results = await Promise.all(times.map((slot) => outcome(book(slot))));
    const booked = results.filter((result) => typeof result !== "string");
    expect(booked).toHaveLength(3);
    expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(5);
    const taken = booked.flatMap((result) => (typeof result === "string" ? [] : roomsOf(result)));
    expect(taken.toSorted()).toEqual(place.rooms.toSorted());
  });

  test("moves and cancellations that cross bookings end without a deadlock", async () => {
    const place = await aPlace(2, "group");
    const made: Booking[] = [];
    for (const at of [0, 1, 2, 3]) {
      made.push(await book(place.slots.anna[at]!));
      made.push(await book(place.slots.ben[at]!));
    }
    const results = await Promise.all(
      made.map((booking, index) =>
        outcome<unknown>(
          index % 3 === 0
            ? cancel(booking.id)
            : move(
                booking.id,
                (index % 2 === 0 ? place.slots.ben : place.slots.anna)[4 + (index >> 1)]!,
              ),
        ),
      ),
    );
    for (const result of results)
      if (typeof result === "string") expect(result).toBe("slot_unavailable");
    expect(await wrong(place)).toBe(0);
  });
});

test("what is listed can be booked, and nothing else, after random changes", async () => {
  const place = await aPlace(2, "group");
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const bookings: string[] = [];
  const blocks: string[] = [];
  for (let step = 0; step < 25; step++) {
    const person = random(2) === 0 ? "anna" : "ben";
    const slot = place.slots[person][random(6)]!;
    const what = random(6);
    if (what <= 2) {
      const isOffered = (await listed(place, person)).has(slot.id);
      const made = await outcome(book(slot));
      expect(typeof made === "string" ? made : "booked", `step ${step}`).toBe(
        isOffered ? "booked" : "slot_unavailable",
      );
      if (typeof made !== "string") bookings.push(made.id);
    } else if (what === 3 && bookings.length > 0) {
      const [id] = bookings.splice(random(bookings.length), 1);
      await cancel(id!);
    } else if (what === 4) {
      const room = place.rooms[random(2)]!;
      const block = await outcome(
        createBlock(owner, NewBlock.parse({ resource_id: room, ...spanOf(slot) })),
      );
      if (typeof block !== "string") blocks.push(block.id);
    } else if (blocks.length > 0) {
      const [id] = blocks.splice(random(blocks.length), 1);
      await deleteBlock(owner, id!);
    }
  }
  expect(await wrong(place)).toBe(0);
});

/** Each operation on a booking, and how many rooms are taken for live bookings and holds after it. */
const OPERATIONS: Record<string, (place: Place) => Promise<number>> = {
  book: async ({ slots }) => {
    await book(slots.anna[0]!);
    return 1;
  },
  cancel: async ({ slots }) => {
    await cancel((await book(slots.anna[0]!)).id);
    return 0;
  },
  move: async ({ slots }) => {
    await move((await book(slots.anna[0]!)).id, slots.anna[3]!);
    return 1;
  },
  "move to someone else": async ({ slots }) => {
    await move((await book(slots.anna[0]!)).id, slots.ben[0]!);
    return 1;
  },
  "undo a move": async ({ slots }) => {
    const { id } = await book(slots.anna[0]!);
    const { version } = await move(id, slots.anna[3]!);
    await undoMove(owner, id, { version, minutes: 60 });
    return 1;
  },
  "change of the party": async ({ anna, slots }) => {
    await updateResource(owner, anna, { capacity: 3 });
    const { id } = await book(slots.anna[0]!);
    await move(id, slots.anna[0]!, { party_size: 3 });
    return 1;
  },
  approve: async ({ slots }) => {
    const { id } = await book(slots.anna[0]!, { status: "pending" });
    await changeBookingStatus(owner, id, StatusChange.parse({ status: "confirmed" }), null);
    const left = await pool.query(
      "select from claim where need_of = $1 and lapses_at is not null",
      [id],
    );
    expect(left.rowCount).toBe(0);
    return 1;
  },
  "expire and reopen": async ({ slots }) => {
    const { id } = await book(slots.anna[0]!, { status: "pending" });
    await lapseBooking(id);
    await sweepHolds();
    const expired = await pool.query("select from claim where need_of = $1", [id]);
    expect(expired.rowCount).toBe(0);
    return 0;
  },
  hold: async ({ slots }) => {
    await hold(slots.anna[0]!);
    return 1;
  },
  "hold and release": async ({ slots }) => {
    await release((await hold(slots.anna[0]!)).hold_token);
    return 0;
  },
  "hold and book": async ({ slots }) => {
    const { hold_token } = await hold(slots.anna[0]!);
    const body = { slot_id: slots.anna[0]!.id, customer: aCustomer(), hold_token };
    expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
    return 1;
  },
  anyone: async ({ schedule, slots }) => {
    const wish = {
      schedule_id: schedule,
      resource_id: "any",
      starts_at: spanOf(slots.anna[0]!).starts_at,
      customer: aCustomer(),
    };
    await createBooking(owner, NewBooking.parse(wish), null);
    return 1;
  },
  "custom time": async ({ anna, schedule, slots }) => {
    const wish = {
      schedule_id: schedule,
      resource_id: anna,
      starts_at: spanOf(slots.anna[0]!).starts_at,
      duration_minutes: 45,
      customer: aCustomer(),
    };
    await createBooking(owner, NewBooking.parse(wish), null);
    return 1;
  },
  visit: async ({ anna, ben, schedule, slots }) => {
    const wish = {
      starts_at: spanOf(slots.anna[0]!).starts_at,
      parts: [
        { schedule_id: schedule, resource_id: anna },
        { schedule_id: schedule, resource_id: ben },
      ],
      customer: aCustomer(),
    };
    await createVisit(owner, NewBookingVisit.parse(wish), null);
    return 2;
  },
  series: async ({ anna, schedule, slots }) => {
    const wish = {
      schedule_id: schedule,
      resource_id: anna,
      starts_at: spanOf(slots.anna[0]!).starts_at,
      repeat: { rrule: "FREQ=DAILY;COUNT=2" },
      customer: aCustomer(),
    };
    await createSeries(owner, NewBookingSeries.parse(wish));
    return 2;
  },
  "offer to the waiting list": async ({ slots }) => {
    const { id } = await book(slots.anna[0]!);
    const wish = { slot_id: slots.anna[0]!.id, customer: aCustomer() };
    await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
    await cancel(id);
    return 1; // held for the offer
  },
  "dry run of a move": async ({ slots }) => {
    await move((await book(slots.anna[0]!)).id, slots.anna[3]!, { dry_run: true });
    return 1;
  },
};

async function lapseBooking(id: string): Promise<void> {
  await pool.query(
    `with b as (update booking set expires_at = now() - interval '1 minute' where id = $1 returning id)
     update claim set lapses_at = now() - interval '1 minute' where booking_id = $1 or need_of = $1`,
    [id],
  );
}

describe.each<Kind>(["none", "room", "group"])("with %s needed", (kind) => {
  test.each(Object.keys(OPERATIONS))("%s", async (name) => {
    const place = await aPlace(2, kind);
    const taken = await OPERATIONS[name]!(place);
    const claims = (await Promise.all(place.rooms.map(claimsOn))).flat();
    expect(claims).toHaveLength(kind === "none" ? 0 : taken);
    expect(await wrong(place)).toBe(0);
  });
});

test("a room that becomes free is offered to those who wait for what needs it", async () => {
  const place = await aPlace(1, "room");
  const { id } = await book(place.slots.ben[0]!);
  const wish = { slot_id: place.slots.anna[0]!.id, customer: aCustomer() };
  await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
  await cancel(id);
  await sweepWaitlist();
  const offered = await pool.query(
    "select from booking where resource_id = $1 and status = 'pending'",
    [place.anna],
  );
  expect(offered.rowCount).toBe(1);
  expect(await claimsOn(place.rooms[0]!)).toHaveLength(1);
});
