import { beforeAll, describe, expect, test } from "vitest";
import { NewBlock } from "~/contract/blocks";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  claimsOf,
  eventTypes,
  outcome,
  putStatus,
  type SlotRow,
  slotsAfter,
  wrongCounts,
} from "~/testing/booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { createBlock } from "../../blocks/change-block.server";
import type { UserActor } from "../../identity/actor";
import { createGroup, updateGroup } from "../../resource-groups/resource-groups.server";
import { updateResource } from "../../resources/resources.server";
import { readNeedChoices } from "../../seats/service-needs.sql.server";
import { updateSchedule } from "../../schedules/schedules.server";
import { createBooking } from "../place/create-booking.server";
import { getBooking } from "../read/get-booking.server";
import { editBooking } from "./edit-booking.server";

// A booking changes its room: what serves a need moves to another resource at the same time.

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});

interface Place {
  anna: string;
  ben: string;
  rooms: string[];
  group: string;
  schedule: string;
  slots: { anna: SlotRow[]; ben: SlotRow[] };
}

const idOf = async (name: string, more: Record<string, unknown> = {}) =>
  (await makeResource(owner, { name, ...more })).id;

const NEED = {
  resource_id: null,
  group_id: null,
  seats: 1,
  minutes_before: 0,
  minutes_after: 0,
  shown: true,
};

/** A service of two people that needs one room of a group. */
async function aPlace(count: number, need: Record<string, unknown> = {}): Promise<Place> {
  const [anna, ben] = [await idOf("Anna"), await idOf("Ben")];
  const rooms: string[] = [];
  for (let no = 1; no <= count; no++) rooms.push(await idOf(`Room ${no}`));
  const { id: group } = await createGroup(owner, { name: "Rooms", resource_ids: rooms });
  const schedule = await makeSchedule(owner, [anna, ben], {
    max_advance_days: 5,
    needs: [{ group_id: group, shown: true, ...need }],
  });
  const slots = await slotsAfter(1, schedule.id);
  const of = (id: string) => slots.filter((slot) => slot.resource_id === id);
  return {
    anna,
    ben,
    rooms,
    group,
    schedule: schedule.id,
    slots: { anna: of(anna), ben: of(ben) },
  };
}

const book = (slot: SlotRow): Promise<Booking> =>
  createBooking(owner, NewBooking.parse({ slot_id: slot.id, customer: aCustomer() }), null);
const edit = (id: string, patch: Record<string, unknown>, actor: UserActor = owner) =>
  editBooking(actor, id, BookingPatch.parse(patch));
const toRoom = (id: string, resource_id: string, more: Record<string, unknown> = {}) =>
  edit(id, { needs: [{ no: 1, resource_id }], ...more });
const roomsOf = ({ needs }: Booking) => needs.map(({ resource_id }) => resource_id);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof AppError
        ? { code: error.code, message: error.message, reason: error.extra.details?.["reason"] }
        : error,
  );

/** The rooms that a booking has claimed. */
async function claimedRooms(id: string): Promise<string[]> {
  const found = await pool.query<{ resource_id: string }>(
    "select distinct resource_id from claim where need_of = $1 and need_no > 0",
    [id],
  );
  return found.rows.map(({ resource_id }) => resource_id);
}
async function wrong({ anna, ben, rooms }: Place): Promise<number> {
  let sum = 0;
  for (const id of [anna, ben, ...rooms]) sum += await wrongCounts(id);
  return sum;
}

const auditOf = async (id: string): Promise<Record<string, unknown>[]> => {
  const found = await pool.query<{ diff: Record<string, unknown> }>(
    "select diff from audit_row where entity_id = $1 and action = 'booking.edited' order by at",
    [id],
  );
  return found.rows.map(({ diff }) => diff);
};

describe("a free room", () => {
  test("is taken, the former one is free again, and nothing else of the booking changes", async () => {
    const place = await aPlace(2);
    const [one, two] = place.rooms as [string, string];
    const booking = await book(place.slots.anna[0]!);
    expect(booking.needs).toEqual([{ no: 1, resource_id: one, name: "Room 1", shown: true }]);
    const own = await claimsOf(booking.id);
    const changed = await toRoom(booking.id, two, { version: booking.version });
    expect(changed).toEqual({
      ...booking,
      needs: [{ no: 1, resource_id: two, name: "Room 2", shown: true }],
      version: 2,
      updated_at: expect.any(String),
    });
    expect(await claimedRooms(booking.id)).toEqual([two]);
    expect(await claimsOf(booking.id)).toEqual(own);
    expect(roomsOf(await book(place.slots.ben[0]!))).toEqual([one]);
    expect(await wrong(place)).toBe(0);
  });

  test("is in the event, the history and the audit log", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    await toRoom(booking.id, place.rooms[1]!);
    expect(await eventTypes(booking.id)).toEqual(["created", "confirmed", "updated"]);
    const event = await pool.query(
      "select body from event where booking_id = $1 and sequence = 3",
      [booking.id],
    );
    expect(JSON.parse(event.rows[0].body).data.booking.needs).toMatchObject([
      { no: 1, name: "Room 2" },
    ]);
    expect(await auditOf(booking.id)).toEqual([{ needs: [["Room 1"], ["Room 2"]] }]);
    const { history } = await getBooking(owner, booking.id, true);
    const edits = history!.filter(({ name }) => name === "booking.edited");
    expect(edits).toMatchObject([{ diff: { needs: [["Room 1"], ["Room 2"]] } }]);
  });

  test("stays when the booking moves, where it is free", async () => {
    const place = await aPlace(3);
    const [one, , three] = place.rooms as [string, string, string];
    const booking = await book(place.slots.anna[0]!);
    await toRoom(booking.id, three);
    const moved = await edit(booking.id, { slot_id: place.slots.anna[1]!.id });
    expect(roomsOf(moved)).toEqual([three]);
    const other = await book(place.slots.ben[2]!);
    await toRoom(other.id, three);
    expect(roomsOf(await edit(booking.id, { slot_id: place.slots.anna[2]!.id }))).toEqual([one]);
    expect(await wrong(place)).toBe(0);
  });

  test("is named with a new time, and then is the one at that time or nothing", async () => {
    const place = await aPlace(2);
    const [one, two] = place.rooms as [string, string];
    const booking = await book(place.slots.anna[0]!);
    const later = { slot_id: place.slots.anna[2]!.id };
    const moved = await toRoom(booking.id, two, later);
    expect(moved).toMatchObject({ ...later, needs: [{ resource_id: two }], version: 2 });
    expect(await auditOf(booking.id)).toMatchObject([{ needs: [["Room 1"], ["Room 2"]] }]);
    const other = await book(place.slots.ben[4]!); // takes the first room
    expect(roomsOf(other)).toEqual([one]);
    const refused = await refusalOf(toRoom(booking.id, one, { slot_id: place.slots.anna[4]!.id }));
    expect(refused).toMatchObject({ code: "slot_unavailable", reason: "need_taken" });
    expect(await claimedRooms(booking.id)).toEqual([two]);
    expect(await wrong(place)).toBe(0);
  });

  test("is taken with more people, all or nothing", async () => {
    const place = await aPlace(2);
    await updateResource(owner, place.anna, { capacity: 2 });
    const booking = await book(place.slots.anna[0]!);
    await book(place.slots.ben[0]!); // Room 2
    const refused = toRoom(booking.id, place.rooms[1]!, { party_size: 2 });
    expect(await outcome(refused)).toBe("slot_unavailable");
    expect(await getBooking(owner, booking.id)).toMatchObject({ party_size: 1, version: 1 });
  });

  test("can be one that a group got since", async () => {
    const place = await aPlace(1);
    const booking = await book(place.slots.anna[0]!);
    const added = await idOf("New room");
    expect(await outcome(toRoom(booking.id, added))).toBe("validation_failed");
    await updateGroup(owner, place.group, { resource_ids: [added] });
    expect(roomsOf(await toRoom(booking.id, added))).toEqual([added]);
    expect(await wrongCounts(place.rooms[0]!)).toBe(0);
  });

  test("a dry run and the room it has change nothing", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    const [one, two] = place.rooms as [string, string];
    expect(roomsOf(await toRoom(booking.id, two, { dry_run: true }))).toEqual([two]);
    expect(await toRoom(booking.id, one)).toMatchObject({ version: 1 });
    expect(await claimedRooms(booking.id)).toEqual([one]);
    expect(await eventTypes(booking.id)).toEqual(["created", "confirmed"]);
  });

  test("of several needs only the named one changes, with its minutes and seats", async () => {
    const place = await aPlace(2, { minutes_after: 30 });
    const bikes = await idOf("Bikes", { capacity: 4 });
    await updateSchedule(owner, place.schedule, {
      needs: [
        { ...NEED, resource_id: bikes, seats: 3 },
        { ...NEED, group_id: place.group, minutes_after: 30 },
      ],
    });
    const booking = await book(place.slots.anna[0]!);
    const changed = await edit(booking.id, { needs: [{ no: 2, resource_id: place.rooms[1]! }] });
    expect(roomsOf(changed)).toEqual([bikes, place.rooms[1]]);
    const claims = await pool.query(
      "select need_no, resource_id, extract(epoch from ends_at - starts_at) / 60 as minutes from claim where need_of = $1 order by need_no, lane",
      [booking.id],
    );
    const [bike, room] = [
      { need_no: 1, resource_id: bikes, minutes: "60.0000000000000000" },
      { need_no: 2, resource_id: place.rooms[1], minutes: "90.0000000000000000" },
    ];
    expect(claims.rows).toEqual([bike, bike, bike, room]);
    expect(await wrong(place)).toBe(0);
    expect(await wrongCounts(bikes)).toBe(0);
  });

  test("a capacity lowered since doesn't prevent it", async () => {
    const place = await aPlace(2);
    await updateResource(owner, place.anna, { capacity: 2 });
    const booking = await book(place.slots.anna[0]!);
    await edit(booking.id, { party_size: 2 });
    await updateResource(owner, place.anna, { capacity: 1 });
    expect(roomsOf(await toRoom(booking.id, place.rooms[1]!))).toEqual([place.rooms[1]]);
  });
});

test("the choices are the active rooms of the group, each free or not, of which staff see their own", async () => {
  const place = await aPlace(4);
  const [one, two, three, four] = place.rooms as [string, string, string, string];
  const booking = await book(place.slots.anna[0]!);
  await toRoom((await book(place.slots.ben[0]!)).id, three);
  await updateResource(owner, four, { active: false });
  const choices = (by: string[] | null, tenant_id = owner.tenant.id) =>
    readNeedChoices(tenant_id, booking.id, by);
  expect(await choices(null)).toEqual([
    { no: 1, resource_id: one, name: "Room 1", is_free: true },
    { no: 1, resource_id: two, name: "Room 2", is_free: true },
    { no: 1, resource_id: three, name: "Room 3", is_free: false },
  ]);
  expect(await choices([place.anna, two])).toMatchObject([{ resource_id: two }]);
  expect(await choices(null, (await makeTenant()).tenant.id)).toEqual([]);
});

describe("is refused, and nothing changes", () => {
  async function refused(
    place: Place,
    id: string,
    resource_id: string,
    more: Record<string, unknown> = {},
  ) {
    const before = await getBooking(owner, id);
    const refusal = await refusalOf(toRoom(id, resource_id, more));
    expect(await getBooking(owner, id)).toEqual(before);
    expect(await claimedRooms(id)).toEqual(roomsOf(before));
    expect(await wrong(place)).toBe(0);
    return refusal;
  }

  test("a taken room, unless an owner overrides it", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    await book(place.slots.ben[0]!);
    const two = place.rooms[1]!;
    expect(await refused(place, booking.id, two)).toEqual({
      code: "slot_unavailable",
      reason: "need_taken",
      message: "Room 2 is taken at that time. Choose another one.",
    });
    const staff = await makeUser(owner, "staff");
    const over = edit(booking.id, { needs: [{ no: 1, resource_id: two }], override: true }, staff);
    expect(await outcome(over)).toBe("forbidden_role");
    expect(roomsOf(await toRoom(booking.id, two, { override: true }))).toEqual([two]);
    expect(await auditOf(booking.id)).toMatchObject([{ override: true }]);
    expect(await wrong(place)).toBe(0);
  });

  test("a blocked room, and an inactive one", async () => {
    const place = await aPlace(3);
    const [slot] = place.slots.anna as [SlotRow];
    const booking = await book(slot);
    const [, two, three] = place.rooms as [string, string, string];
    await createBlock(
      owner,
      NewBlock.parse({
        resource_id: two,
        starts_at: slot.starts_at.toISOString(),
        ends_at: slot.ends_at.toISOString(),
      }),
    );
    await updateResource(owner, three, { active: false });
    for (const [room, name] of [
      [two, "Room 2"],
      [three, "Room 3"],
    ] as const)
      expect(await refused(place, booking.id, room)).toEqual({
        code: "slot_unavailable",
        reason: "need_taken",
        message: `${name} is closed at that time. Choose another one.`,
      });
  });

  test("a resource outside the group, the booking's own, another company's, an unknown one", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    const other = await makeTenant();
    const foreign = (await makeResource(other)).id;
    for (const id of [await idOf("Store"), place.anna, foreign, newId()])
      expect(await refused(place, booking.id, id), id).toMatchObject({ code: "validation_failed" });
  });

  test("a room of another company's group that has the same id", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    const other = await makeTenant();
    const { id: foreign } = await makeResource(other);
    await pool.query("insert into resource_group (tenant_id, id, name) values ($1, $2, 'Rooms')", [
      other.tenant.id,
      place.group,
    ]);
    await pool.query(
      "insert into resource_group_member (tenant_id, group_id, resource_id, position) values ($1, $2, $3, 0)",
      [other.tenant.id, place.group, foreign],
    );
    expect(await refused(place, booking.id, foreign)).toMatchObject({ code: "validation_failed" });
    const moved = await edit(booking.id, { slot_id: place.slots.anna[2]!.id });
    expect(roomsOf(moved)).toEqual(roomsOf(booking));
  });

  test("any need of a service without needs, also with a new time", async () => {
    const place = await aPlace(1);
    await updateSchedule(owner, place.schedule, { needs: [] });
    const booking = await book(place.slots.anna[0]!);
    const [room] = place.rooms as [string];
    for (const more of [{}, { slot_id: place.slots.anna[2]!.id }, { dry_run: true }])
      expect(await refused(place, booking.id, room, more)).toMatchObject({
        code: "validation_failed",
      });
  });

  test("a need that the service doesn't have", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    const no2 = edit(booking.id, { needs: [{ no: 2, resource_id: place.rooms[1]! }] });
    expect(await outcome(no2)).toBe("validation_failed");
    await updateSchedule(owner, place.schedule, { needs: [] });
    expect(await refused(place, booking.id, place.rooms[1]!)).toMatchObject({
      code: "validation_failed",
    });
  });

  test.each(["completed", "no_show", "cancelled", "refunded", "expired"])(
    "of a booking that is %s",
    async (status) => {
      const place = await aPlace(2);
      const booking = await book(place.slots.anna[0]!);
      await putStatus(booking.id, status);
      expect(await outcome(toRoom(booking.id, place.rooms[1]!))).toBe("invalid_transition");
    },
  );

  test("an old version, and staff of other resources", async () => {
    const place = await aPlace(2);
    const booking = await book(place.slots.anna[0]!);
    await edit(booking.id, { notes: "Window" });
    const two = place.rooms[1]!;
    expect(await refused(place, booking.id, two, { version: 1 })).toMatchObject({
      code: "version_conflict",
    });
    const needs = [{ no: 1, resource_id: two }];
    const annas = await makeUser(owner, "staff", { resource_ids: [place.anna] });
    expect(await outcome(edit(booking.id, { needs }, annas))).toBe("not_found");
    const both = await makeUser(owner, "staff", { resource_ids: [place.anna, two] });
    expect(roomsOf(await edit(booking.id, { needs }, both))).toEqual([two]);
  });
});

describe("in parallel", () => {
  test("one of two bookings gets the room that both want", async () => {
    const place = await aPlace(3);
    const three = place.rooms[2]!;
    for (const at of [0, 1, 2, 3]) {
      const bookings = [await book(place.slots.anna[at]!), await book(place.slots.ben[at]!)];
      const outcomes = await Promise.all(bookings.map(({ id }) => outcome(toRoom(id, three))));
      expect(outcomes.filter((each) => each === "slot_unavailable")).toHaveLength(1);
      const rooms = (await Promise.all(bookings.map(({ id }) => claimedRooms(id)))).flat();
      expect(rooms.filter((room) => room === three)).toHaveLength(1);
      expect(new Set(rooms).size).toBe(2);
    }
    expect(await wrong(place)).toBe(0);
  });

  test("two bookings that want each other's room both stay, again and again, without a deadlock", async () => {
    const place = await aPlace(2);
    const [one, two] = place.rooms as [string, string];
    const [a, b] = [await book(place.slots.anna[0]!), await book(place.slots.ben[0]!)];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => [
        outcome(toRoom(a.id, two)),
        outcome(toRoom(b.id, one)),
      ]).flat(),
    );
    expect(new Set(outcomes)).toEqual(new Set(["slot_unavailable"]));
    expect([await claimedRooms(a.id), await claimedRooms(b.id)]).toEqual([[one], [two]]);
    expect(await wrong(place)).toBe(0);
  });

  test("moves, changes of room and bookings of the same rooms end with correct claims", async () => {
    const place = await aPlace(3);
    const bookings = await Promise.all([0, 1, 2].map((at) => book(place.slots.anna[at]!)));
    const outcomes = await Promise.all(
      bookings.flatMap(({ id }, index) => [
        ...place.rooms.map((room) => outcome(toRoom(id, room))),
        outcome(edit(id, { slot_id: place.slots.anna[3 + index]!.id })),
        outcome(book(place.slots.ben[index]!)),
      ]),
    );
    for (const one of outcomes)
      if (typeof one === "string") expect(["slot_unavailable"]).toContain(one);
    for (const { id } of bookings)
      expect(await claimedRooms(id)).toEqual(roomsOf(await getBooking(owner, id)));
    expect(await wrong(place)).toBe(0);
  });
});
