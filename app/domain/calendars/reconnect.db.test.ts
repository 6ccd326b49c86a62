import { beforeEach, describe, expect, test } from "vitest";
import { CalendarError } from "~/adapters/calendars/port";
import { BookingPatch } from "~/contract/booking-inputs";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { book } from "~/testing/booking-calls";
import { connectCalendar } from "~/testing/outside-calendar";
import {
  connectAnew,
  makePushWorld,
  moveTo,
  pushAll,
  pushOfBooking,
  setStatus,
  spanOf,
} from "~/testing/push-world";
import { editBooking } from "../bookings/change/edit-booking.server";
import { disconnectCalendars, endConnection } from "./disconnect-calendars.server";
import { removeCalendar } from "./change-calendar.server";
import { deleteOldRows } from "../../jobs/retention.sql.server";
import { afterCalendarChanged } from "./queue-pushes.server";

const world = await makePushWorld();
const { owner, room, other } = world;
const tenantId = owner.tenant.id;
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

beforeEach(async () => {
  await pool.query("delete from calendar_left where tenant_id = $1", [tenantId]);
  await connectAnew(world);
});

async function letGo(events: "keep" | "delete" = "keep"): Promise<void> {
  await disconnectCalendars(tenantId, world.connection_id, { events });
  await endConnection(tenantId, world.connection_id, world.outside.find);
  expect(await prisma.calendarPush.count({ where: { tenant_id: tenantId } })).toBe(0);
}
async function connectAgain(writes = true): Promise<string> {
  const again = await connectCalendar(owner, { resource_id: room.id, external_id: "c1", writes });
  await afterCalendarChanged(tenantId, again.calendar_id);
  await pushAll(world, again.calendar_id);
  return again.calendar_id;
}

describe("a reconnected calendar", () => {
  test("loses events of bookings cancelled or reassigned meanwhile", async () => {
    const [stays, cancelled, given] = [
      await book(owner, freeSlot().id),
      await book(owner, freeSlot().id),
      await book(owner, freeSlot().id),
    ];
    await pushAll(world);
    await letGo();
    await setStatus(world, cancelled.id, "cancelled");
    await editBooking(owner, given.id, BookingPatch.parse({ resource_id: other.id }));
    await connectAgain();
    expect(world.outside.events.map(({ booking_id }) => booking_id)).toEqual([stays.id]);
    expect(await prisma.calendarPush.count({ where: { tenant_id: tenantId } })).toBe(1);
  });

  test("is updated if a booking moved, and reports a conflict if its event was moved", async () => {
    const [here, there, deleted] = [
      await book(owner, freeSlot().id),
      await book(owner, freeSlot().id),
      await book(owner, freeSlot().id),
    ];
    await pushAll(world);
    await letGo();
    const slot = freeSlot();
    await moveTo(world, here.id, slot);
    world.outside.moveByHand(there.id, new Date(clock.now() + 50 * 86_400_000));
    world.outside.deleteByHand(deleted.id);
    await connectAgain();
    expect(world.outside.ofBooking(here.id).map(spanOf)).toEqual([spanOf(slot)]);
    expect(await pushOfBooking(there.id)).toMatchObject({ outside: "moved", problem: null });
    expect(await pushOfBooking(deleted.id)).toMatchObject({ outside: "deleted", problem: null });
    expect(world.outside.ofBooking(deleted.id)).toEqual([]);
  });

  test("is reconciled once writing is enabled, also after only it was removed", async () => {
    const booking = await book(owner, freeSlot().id);
    await pushAll(world);
    await removeCalendar(owner, world.calendar_id);
    await setStatus(world, booking.id, "cancelled");
    const calendar = await connectAgain(false);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    await pool.query("update connected_calendar set writes = true where id = $1", [calendar]);
    await afterCalendarChanged(tenantId, calendar);
    await pushAll(world, calendar);
    expect(world.outside.ofBooking(booking.id)).toEqual([]);
  });

  test("loses events that could not be deleted on disconnecting", async () => {
    const booking = await book(owner, freeSlot().id);
    await pushAll(world);
    world.outside.failNext("delete", new CalendarError("reconnect"));
    await letGo("delete");
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    await setStatus(world, booking.id, "cancelled");
    await connectAgain();
    expect(world.outside.ofBooking(booking.id)).toEqual([]);
  });
});

test("records of remaining events expire, and contain no email address", async () => {
  await book(owner, freeSlot().id);
  await pushAll(world);
  await letGo();
  const [left] = await prisma.calendarLeft.findMany({ where: { tenant_id: tenantId } });
  expect(left!.calendar_hash).toMatch(/^[0-9a-f]{64}$/);
  await deleteOldRows();
  expect(await prisma.calendarLeft.count({ where: { tenant_id: tenantId } })).toBe(1);
  await pool.query("update calendar_left set goes_at = now() - interval '1 minute'");
  await deleteOldRows();
  expect(await prisma.calendarLeft.count({ where: { tenant_id: tenantId } })).toBe(0);
});
