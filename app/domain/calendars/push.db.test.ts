import { beforeEach, describe, expect, test } from "vitest";
import { CalendarError } from "~/adapters/calendars/port";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { book } from "~/testing/booking-calls";
import { aCustomer, makeResource, makeTenant } from "~/testing/factory";
import { eraseWhole } from "~/testing/erasure";
import { connectCalendar } from "~/testing/outside-calendar";
import {
  connectAnew,
  makeDue,
  makePushWorld,
  moveTo,
  pushAll,
  pushesOfBooking,
  pushOfBooking,
  relayAll,
  setStatus,
  spanOf,
} from "~/testing/push-world";
import { updateSchedule } from "../schedules/schedules.server";
import { pushCalendar } from "./push.server";
import { afterCalendarChanged, afterReconnected, queueDuePushes } from "./queue-pushes.server";

const world = await makePushWorld();
let next = 0;
beforeEach(() => connectAnew(world));
const freeSlot = () => world.slots[next++]!; // one of many

describe("a booking in its resource's calendar", () => {
  test("is written when confirmed, updated when moved, and deleted when cancelled", async () => {
    const [from, to] = [freeSlot(), freeSlot()];
    const booking = await book(world.owner, from.id, { status: "confirmed" });
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([spanOf(from)]);
    expect(await pushOfBooking(booking.id)).toMatchObject({
      done_version: (await pushOfBooking(booking.id)).wanted_version,
      problem: null,
    });

    await moveTo(world, booking.id, to);
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([spanOf(to)]);

    await setStatus(world, booking.id, "cancelled");
    await pushAll(world);
    expect(world.outside.events).toEqual([]);
    expect(await pushesOfBooking(booking.id)).toEqual([]);
  });

  test("is not written while pending, and never for a test booking", async () => {
    const pending = await book(world.owner, freeSlot().id, { status: "pending" });
    const tests = await book(world.owner, freeSlot().id);
    const trial = await book(world.owner, freeSlot().id);
    await pool.query("update booking set source = 'test' where id = $1", [tests.id]);
    await pool.query("update booking set livemode = false where id = $1", [trial.id]);
    await pushAll(world);
    expect(world.outside.events).toEqual([]);
    expect([...(await pushesOfBooking(tests.id)), ...(await pushesOfBooking(trial.id))]).toEqual(
      [],
    );
    await setStatus(world, pending.id, "confirmed");
    await pushAll(world);
    expect(world.outside.ofBooking(pending.id)).toHaveLength(1);
  });

  test("moves to another calendar with its resource", async () => {
    const second = await connectCalendar(world.owner, {
      resource_id: world.other.id,
      external_id: "c2",
      connection_id: world.connection_id,
    });
    const slot = freeSlot();
    const booking = await book(world.owner, slot.id);
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id).map((event) => event.calendar)).toEqual(["c1"]);
    await moveTo(
      world,
      booking.id,
      world.otherSlots.find(({ starts_at }) => +starts_at === +slot.starts_at)!,
    );
    await pushAll(world, world.calendar_id, second.calendar_id);
    expect(world.outside.ofBooking(booking.id).map((event) => event.calendar)).toEqual(["c2"]);
    expect(await pushesOfBooking(booking.id)).toMatchObject([{ calendar_id: second.calendar_id }]);
  });

  test("contains service and location; guest details only if enabled", async () => {
    const customer = { ...aCustomer("Anna Jansen"), phone: "+31612345678" };
    const booking = await book(world.owner, freeSlot().id, { customer, notes: "Sore back" });
    await pushAll(world);
    const { wanted } = world.outside.ofBooking(booking.id)[0]!;
    expect(wanted).toMatchObject({
      title: "Massage",
      location: "Dam 1",
      time_zone: "Europe/Amsterdam",
    });
    expect(wanted.url).toContain(`/dashboard/bookings?search=${booking.reference}`);
    expect(JSON.stringify(wanted)).not.toMatch(/Jansen|Sore back|612345678|@example\.test/);
    await prisma.connectedCalendar.updateMany({
      where: { id: world.calendar_id },
      data: { writes_guest: true },
    });
    await afterCalendarChanged(world.owner.tenant.id, world.calendar_id);
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)[0]!.wanted.title).toBe("Massage · Anna Jansen");
    expect(world.outside.ofBooking(booking.id)[0]!.wanted.description).toMatch(
      /612345678[^]*Sore back/,
    );
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
  });
});

test("a guest who is erased is erased in their calendar too", async () => {
  await prisma.connectedCalendar.updateMany({
    where: { id: world.calendar_id },
    data: { writes_guest: true },
  });
  const booking = await book(world.owner, freeSlot().id, { customer: aCustomer("Bea Forgotten") });
  await pushAll(world);
  expect(JSON.stringify(world.outside.events)).toContain("Bea Forgotten");
  // An erasure waits for upcoming bookings: this one is over.
  const past = new Date(clock.now() - 7_200_000);
  const span = [booking.id, past, new Date(past.getTime() + 3_600_000)];
  await pool.query(
    "update booking set starts_at = $2, ends_at = $3, status = 'completed' where id = $1",
    span,
  );
  await pool.query(
    "update calendar_push set written_starts_at = $2, written_ends_at = $3 where booking_id = $1",
    span,
  );
  world.outside.moveByHand(booking.id, past);
  await eraseWhole(world.owner, booking.customer_id);
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
  expect(JSON.stringify(world.outside.events)).not.toContain("Bea Forgotten");
});

describe("never two", () => {
  test("after a crash between call and record", async () => {
    const booking = await book(world.owner, freeSlot().id);
    world.outside.failNext("put", new CalendarError("unavailable"), "after");
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    expect(await pushOfBooking(booking.id)).toMatchObject({
      external_id: null,
      attempts: 1,
      problem: "unavailable",
    });
    await makeDue(world);
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    expect(await pushOfBooking(booking.id)).toMatchObject({ problem: null, attempts: 0 });
  });

  test("nor is one left if the booking is cancelled before the record", async () => {
    const booking = await book(world.owner, freeSlot().id);
    world.outside.failNext("put", new CalendarError("unavailable"), "after");
    await pushAll(world);
    await setStatus(world, booking.id, "cancelled");
    await pushAll(world);
    expect(world.outside.events).toEqual([]);
    expect(await pushesOfBooking(booking.id)).toEqual([]);
  });

  test("with two workers: one writes, the other skips the calendar", async () => {
    const bookings = [
      await book(world.owner, freeSlot().id),
      await book(world.owner, freeSlot().id),
    ];
    await relayAll();
    const meanwhile: string[] = [];
    world.outside.during = async () => {
      world.outside.during = async () => undefined;
      await pushCalendar(world.owner.tenant.id, world.calendar_id, world.outside.find);
      meanwhile.push(...world.outside.calls);
    };
    await pushCalendar(world.owner.tenant.id, world.calendar_id, world.outside.find);
    expect(meanwhile).toEqual(["put"]);
    for (const { id } of bookings) expect(world.outside.ofBooking(id)).toHaveLength(1);
  });

  test("after reconnecting a calendar whose events were kept", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    await pool.query("delete from calendar_connection where tenant_id = $1", [
      world.owner.tenant.id,
    ]);
    const again = await connectCalendar(world.owner, {
      resource_id: world.room.id,
      external_id: "c1",
    });
    await afterCalendarChanged(world.owner.tenant.id, again.calendar_id);
    await pushAll(world, again.calendar_id);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
  });

  test("a change during a write is written afterwards", async () => {
    const [from, to] = [freeSlot(), freeSlot()];
    const booking = await book(world.owner, from.id);
    await relayAll();
    world.outside.during = async () => {
      world.outside.during = async () => undefined;
      await moveTo(world, booking.id, to);
      await relayAll();
    };
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([spanOf(to)]);
  });
});

describe("what fails", () => {
  test("is retried by the sweep with back-off, and delays no other calendar", async () => {
    const booking = await book(world.owner, freeSlot().id);
    world.outside.failNext("put", new CalendarError("unavailable"));
    await pushAll(world);
    expect((await pushOfBooking(booking.id)).next_at.getTime()).toBeGreaterThan(
      Date.now() + 20_000,
    );
    expect(await queueDuePushes()).toBe(0);
    await makeDue(world);
    expect(await queueDuePushes()).toBe(1);
    world.outside.failNext("put", new CalendarError("unavailable"));
    await pushAll(world);
    expect(await pushOfBooking(booking.id)).toMatchObject({ attempts: 2 });
    expect((await pushOfBooking(booking.id)).next_at.getTime()).toBeGreaterThan(
      Date.now() + 200_000,
    );
  });

  test("a refused event does not delay others of its calendar", async () => {
    const [first, second] = [
      await book(world.owner, freeSlot().id),
      await book(world.owner, freeSlot().id),
    ];
    world.outside.failNext("put", new CalendarError("refused"));
    await pushAll(world);
    expect([
      world.outside.ofBooking(first.id).length,
      world.outside.ofBooking(second.id).length,
    ]).toEqual([0, 1]);
  });

  test("Retry-After delays the whole calendar", async () => {
    const [first, second] = [
      await book(world.owner, freeSlot().id),
      await book(world.owner, freeSlot().id),
    ];
    world.outside.failNext("put", new CalendarError("rate_limited", { retry_after_ms: 300_000 }));
    await pushAll(world);
    expect(world.outside.calls).toEqual(["put"]);
    for (const { id } of [first, second]) {
      const { next_at, problem, attempts } = await pushOfBooking(id);
      expect(next_at.getTime()).toBeGreaterThan(Date.now() + 290_000);
      expect({ problem, attempts }).toEqual({ problem: "rate_limited", attempts: 0 });
    }
  });

  test("an inaccessible account costs no attempts, and reconnecting retries immediately", async () => {
    const booking = await book(world.owner, freeSlot().id);
    world.outside.failNext("put", new CalendarError("missing_scope"));
    await pushAll(world);
    expect(await pushOfBooking(booking.id)).toMatchObject({
      attempts: 0,
      problem: "missing_scope",
    });
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toEqual([]);
    await afterReconnected(world.owner.tenant.id, world.connection_id);
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
  });

  test("our own errors do not stop retries", async () => {
    const [first, second] = [
      await book(world.owner, freeSlot().id),
      await book(world.owner, freeSlot().id),
    ];
    world.outside.failNext("put", new TypeError("a mistake"));
    await pushAll(world);
    expect(await pushOfBooking(first.id)).toMatchObject({ problem: "internal", attempts: 1 });
    expect(world.outside.ofBooking(second.id)).toHaveLength(1);
  });

  test("a past booking is eventually given up", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await relayAll();
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [booking.id],
    );
    await pool.query("update calendar_push set attempts = 8 where booking_id = $1", [booking.id]);
    world.outside.failNext("put", new CalendarError("refused"));
    await pushAll(world);
    const { wanted_version, done_version, problem } = await pushOfBooking(booking.id);
    expect({ isDone: wanted_version === done_version, problem }).toEqual({
      isDone: true,
      problem: "refused",
    });
  });
});

describe("a calendar set to receive bookings", () => {
  test("receives all upcoming ones; disabling deletes them, except past ones", async () => {
    await prisma.connectedCalendar.updateMany({
      where: { id: world.calendar_id },
      data: { writes: false },
    });
    const [ahead, past] = [
      await book(world.owner, freeSlot().id),
      await book(world.owner, freeSlot().id),
    ];
    await pushAll(world);
    expect(await pushesOfBooking(ahead.id)).toEqual([]);
    await prisma.connectedCalendar.updateMany({
      where: { id: world.calendar_id },
      data: { writes: true },
    });
    await afterCalendarChanged(world.owner.tenant.id, world.calendar_id);
    await pushAll(world);
    expect([
      world.outside.ofBooking(ahead.id).length,
      world.outside.ofBooking(past.id).length,
    ]).toEqual([1, 1]);
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [past.id],
    );
    await prisma.connectedCalendar.updateMany({
      where: { id: world.calendar_id },
      data: { writes: false },
    });
    await afterCalendarChanged(world.owner.tenant.id, world.calendar_id);
    await pushAll(world);
    expect([
      world.outside.ofBooking(ahead.id).length,
      world.outside.ofBooking(past.id).length,
    ]).toEqual([0, 1]);
  });

  test("ignores other companies' bookings", async () => {
    const stranger = await makeTenant();
    const theirs = await makeResource(stranger);
    const { calendar_id: foreign } = await connectCalendar(stranger, { resource_id: theirs.id });
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    await pushCalendar(stranger.tenant.id, world.calendar_id, world.outside.find);
    await pushCalendar(stranger.tenant.id, foreign, world.outside.find);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    expect(await prisma.calendarPush.count({ where: { tenant_id: stranger.tenant.id } })).toBe(0);
  });
});

test("an event names the people by kind", async () => {
  const slot = freeSlot();
  const { schedule_id } = await prisma.slot.findFirstOrThrow({ where: { id: slot.id } });
  await updateSchedule(world.owner, schedule_id!, {
    person_kinds: [
      { id: "adult", name: "Adult", price_amount: null, takes_seat: true },
      { id: "baby", name: "Baby", price_amount: 0, takes_seat: false },
    ],
  });
  const booking = await book(world.owner, slot.id, {
    party: [
      { kind: "adult", count: 1 },
      { kind: "baby", count: 1 },
    ],
  });
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)[0]!.wanted.description).toContain(
    "1 × Adult, 1 × Baby",
  );
});
