import { beforeAll, beforeEach, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { ClashQuery } from "~/contract/calendars";
import { pool } from "~/lib/db.server";
import { book, lapse, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { makeBusy, makeCalendar, type MadeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import type { UserActor } from "../identity/actor";
import { clashes, markConflictAccepted } from "./clashes.sql.server";
import { clashesOf, acceptConflict, listClashes } from "./list-clashes.server";

let owner: UserActor;
let room: string;
let slots: SlotRow[];
let calendar: MadeCalendar;

beforeAll(async () => {
  owner = await makeTenant();
});
beforeEach(async () => {
  room = (await makeResource(owner, { capacity: 3 })).id;
  const schedule = await makeSchedule(owner, [room], { max_advance_days: 6 });
  slots = await slotsAfter(1, schedule.id);
  calendar = await makeCalendar(owner, room);
});

const busy = (index: number, at = calendar) =>
  makeBusy(owner, at, slots[index]!.starts_at, slots[index]!.ends_at);
const here = async () => clashes(owner.tenant.id, { resource_ids: [room] });
const ids = async () => (await here()).map(({ booking_id }) => booking_id);

test("an active booking at a busy time is reported with the events; an adjacent one is not", async () => {
  const [first, second, adjacent] = [
    await book(owner, slots[0]!.id),
    await book(owner, slots[0]!.id),
    await book(owner, slots[1]!.id),
  ];
  const external_id = await busy(0);
  const found = await here();
  expect(found.map(({ booking_id }) => booking_id).sort()).toEqual([first.id, second.id].sort());
  expect(found[0]).toEqual({
    booking_id: found[0]!.booking_id,
    resource_id: room,
    calendar_id: calendar.id,
    external_id,
    instance: "",
    starts_at: slots[0]!.starts_at,
    ends_at: slots[0]!.ends_at,
  });
  expect((await clashes(owner.tenant.id)).length).toBeGreaterThanOrEqual(2);
  expect(await clashes(owner.tenant.id, { resource_ids: [room], from: slots[0]!.ends_at })).toEqual(
    [],
  );
  expect(await clashes(owner.tenant.id, { resource_ids: [room], to: slots[0]!.starts_at })).toEqual(
    [],
  );
  expect(await clashes((await makeTenant()).tenant.id, { resource_ids: [room] })).toEqual([]);
  expect(adjacent.status).toBe("confirmed");
});

test("a cancelled, moved or past booking has no conflict", async () => {
  const [cancelled, moved, lapsed] = [
    await book(owner, slots[0]!.id),
    await book(owner, slots[0]!.id),
    await book(owner, slots[0]!.id, { status: "pending" }),
  ];
  await busy(0);
  expect(await ids()).toHaveLength(3);
  await changeBookingStatus(owner, cancelled.id, StatusChange.parse({ status: "cancelled" }), null);
  await moveBooking(owner, moved.id, { target: { kind: "slot", slot_id: slots[4]!.id } });
  await lapse(lapsed.id);
  expect(await ids()).toEqual([]);
});

test("the minutes around an event do not conflict with existing bookings", async () => {
  const booking = await book(owner, slots[1]!.id);
  const padded = await makeCalendar(owner, room, { minutes_before: 30, minutes_after: 30 });
  await busy(2, padded);
  expect(await ids()).toEqual([]);
  await busy(1, padded);
  expect(await ids()).toEqual([booking.id]);
});

test("an accepted conflict is not reported again, others are", async () => {
  const booking = await book(owner, slots[0]!.id);
  const external_id = await busy(0);
  const second = await makeCalendar(owner, room);
  await busy(0, second);
  const key = { calendar_id: calendar.id, external_id, instance: "" };
  expect(await markConflictAccepted((await makeTenant()).tenant.id, key)).toBe(false);
  expect(await ids()).toEqual([booking.id, booking.id]);
  expect(await markConflictAccepted(owner.tenant.id, key)).toBe(true);
  expect((await here()).map(({ calendar_id }) => calendar_id)).toEqual([second.id]);
});

test("an unchecked calendar has no conflicts", async () => {
  await book(owner, slots[0]!.id);
  await busy(0);
  await pool.query(
    "update connected_calendar set mode = 'advise' where tenant_id = $1 and id = $2",
    [owner.tenant.id, calendar.id],
  );
  expect(await ids()).toEqual([]);
  await pool.query(
    "update connected_calendar set mode = 'hard', checks = false where tenant_id = $1 and id = $2",
    [owner.tenant.id, calendar.id],
  );
  expect(await ids()).toEqual([]);
});

test("only the calendar's owner sees the provider's event id; colleagues use a reference", async () => {
  const booking = await book(owner, slots[0]!.id);
  const external_id = await busy(0);
  const colleague = await makeUser(owner, "staff");
  const listed = async (actor: UserActor) =>
    (await listClashes(actor, ClashQuery.parse({ resource_id: room }))).data;
  const span = {
    starts_at: slots[0]!.starts_at.toISOString(),
    ends_at: slots[0]!.ends_at.toISOString(),
  };
  const ofBooking = (actor: UserActor) =>
    clashesOf(actor, { id: booking.id, resource_id: room, ...span });
  expect([await listed(owner), await ofBooking(owner)]).toMatchObject([
    [{ external_id }],
    [{ external_id }],
  ]);
  const [[shown], [again]] = [await listed(colleague), await ofBooking(colleague)];
  expect(JSON.stringify([shown, again])).not.toContain(external_id);
  expect(again).toEqual(shown);
  const named = { calendar_id: calendar.id, instance: "" };
  for (const wrong of [external_id, "x", shown!.external_id.toLowerCase()])
    await expect(acceptConflict(colleague, { ...named, external_id: wrong })).rejects.toMatchObject(
      {
        code: "not_found",
      },
    );
  await acceptConflict(colleague, { ...named, external_id: shown!.external_id });
  expect(await ids()).toEqual([]);
});
