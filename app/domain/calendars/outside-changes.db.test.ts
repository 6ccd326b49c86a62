import { beforeEach, describe, expect, test } from "vitest";
import { eventId, type OutsideEvent, type ReadPage } from "~/adapters/calendars/port";
import { pool, prisma, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { book, outcome } from "~/testing/booking-calls";
import { putBusy } from "~/testing/calendar-calls";
import { makeUser } from "~/testing/factory";
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
} from "~/testing/push-world";
import { noteOwnEvents, noteUnseenEvents } from "./note-own-events.server";
import { listBookingCalendars } from "./booking-calendars.server";
import type { ResolveOutside } from "~/contract/calendars";
import { resolveOutside } from "./resolve-outside.server";

const world = await makePushWorld();
let next = 0;
beforeEach(() => connectAnew(world));
const freeSlot = () => world.slots[next++]!; // one of many

test("a manual time is not overwritten, even if the booking moves", async () => {
  const [from, to] = [freeSlot(), freeSlot()];
  const booking = await book(world.owner, from.id);
  await pushAll(world);
  const chosen = new Date(from.starts_at.getTime() + 86_400_000 * 30);
  world.outside.moveByHand(booking.id, chosen);
  await moveTo(world, booking.id, to);
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: chosen }]);
  expect(await pushOfBooking(booking.id)).toMatchObject({
    outside: "moved",
    outside_starts_at: chosen,
  });
});

test("nor one set between our read and our write", async () => {
  const [from, to] = [freeSlot(), freeSlot()];
  const booking = await book(world.owner, from.id);
  await pushAll(world);
  const chosen = new Date(from.starts_at.getTime() + 86_400_000 * 30);
  world.outside.during = async (call) => {
    if (call !== "put") return;
    world.outside.during = async () => undefined;
    world.outside.moveByHand(booking.id, chosen);
  };
  await moveTo(world, booking.id, to);
  await pushAll(world);
  expect(await pushOfBooking(booking.id)).toMatchObject({ problem: "conflict" });
  await makeDue(world);
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: chosen }]);
  expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "moved", problem: null });
});

test("a deleted event is not created again", async () => {
  const booking = await book(world.owner, freeSlot().id);
  await pushAll(world);
  world.outside.deleteByHand(booking.id);
  await moveTo(world, booking.id, freeSlot());
  await pushAll(world);
  expect(world.outside.events).toEqual([]);
  expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "deleted" });
});

test("a changed event is deleted anyway when its booking is cancelled", async () => {
  const slot = freeSlot();
  const booking = await book(world.owner, slot.id);
  await pushAll(world);
  world.outside.moveByHand(booking.id, new Date(slot.starts_at.getTime() + 3_600_000));
  await setStatus(world, booking.id, "cancelled");
  await pushAll(world);
  expect(world.outside.events).toEqual([]);
});
const pageOf = (events: OutsideEvent[], deleted: string[] = []): ReadPage => ({
  events,
  removed: deleted,
  page: null,
  cursor: null,
});
const note = (page: ReadPage, calendar = world.calendar_id) =>
  transaction((db) => noteOwnEvents(db, world.owner.tenant.id, calendar, page));

describe("reading", () => {
  const { tenant } = world.owner;
  const theirs: OutsideEvent = {
    external_id: "theirs",
    instance: "",
    title: null,
    etag: null,
    booking_id: null,
    is_busy: true,
    starts_at: new Date("2027-01-04T09:00:00Z"),
    ends_at: new Date("2027-01-04T10:00:00Z"),
  };
  const isDue = async (id: string) => {
    const { wanted_version, done_version } = await pushOfBooking(id);
    return wanted_version > done_version;
  };

  test("our own events block no time in any connection; other events do", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    const [own] = world.outside.ofBooking(booking.id);
    const seen = { ...own!, booking_id: null }; // a permission that hides private properties
    expect(await note(pageOf([seen, theirs]))).toEqual(pageOf([theirs], [own!.external_id]));
    const second = await connectCalendar(world.owner, {
      resource_id: world.other.id,
      external_id: "c1",
      writes: false,
    });
    expect((await note(pageOf([seen, theirs]), second.calendar_id)).events).toEqual([theirs]);
    expect(await isDue(booking.id)).toBe(false);
  });

  test("a colleague's copy with our event's id blocks their time", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    const [own] = world.outside.ofBooking(booking.id);
    const invited = { ...own!, booking_id: null }; // at Google, private properties stay with the organizer's copy
    const colleague = await connectCalendar(world.owner, {
      resource_id: world.other.id,
      writes: false,
    });
    expect((await note(pageOf([invited]), colleague.calendar_id)).events).toEqual([invited]);
  });

  test("copies and further occurrences of our event block time, the event itself does not", async () => {
    const slot = freeSlot();
    const booking = await book(world.owner, slot.id);
    await pushAll(world);
    const [own] = world.outside.ofBooking(booking.id);
    const later = (days: number) => ({
      starts_at: new Date(slot.starts_at.getTime() + days * 86_400_000),
      ends_at: new Date(slot.ends_at.getTime() + days * 86_400_000),
    });
    const copy = { ...own!, external_id: "copied", ...later(1) };
    expect((await note(pageOf([copy]))).events).toEqual([copy]);
    // As a series: with one id, or ids that begin with it.
    const first = { ...own!, instance: "1" };
    const next = { ...own!, instance: "2", ...later(7) };
    expect((await note(pageOf([first, next]))).events).toEqual([next]);
    const ofGoogle = [
      { ...own!, external_id: `${own!.external_id}_1` },
      { ...own!, external_id: `${own!.external_id}_2`, ...later(7) },
    ];
    expect((await note(pageOf(ofGoogle))).events).toEqual([ofGoogle[1]]);
    expect(await isDue(booking.id)).toBe(false);
  });

  test("an event created after its booking was removed is deleted again, a copy stays", async () => {
    const slot = freeSlot();
    const booking = await book(world.owner, slot.id);
    await setStatus(world, booking.id, "cancelled");
    await pushAll(world);
    expect(await pushesOfBooking(booking.id)).toEqual([]);
    const { starts_at, ends_at } = slot;
    const event = { ...theirs, booking_id: booking.id, starts_at, ends_at };
    const id = eventId(booking.id, "google:c1");
    for (const external_id of [id, `/anna/c1/${id}.ics`]) {
      const late = { ...event, external_id, etag: '"1"' };
      const copy = { ...event, external_id: "copied" };
      world.outside.events.push({ ...late, calendar: "c1" } as never);
      expect(await note(pageOf([late, copy]))).toEqual(pageOf([copy], [external_id]));
      await pushAll(world);
      expect([world.outside.events, await pushesOfBooking(booking.id)]).toEqual([[], []]);
    }
  });

  test("also in the calendar of a former resource, but not if it is past", async () => {
    const slot = freeSlot();
    const booking = await book(world.owner, slot.id);
    const same = world.otherSlots.find(({ starts_at }) => +starts_at === +slot.starts_at)!;
    await moveTo(world, booking.id, same);
    await pushAll(world);
    const external_id = eventId(booking.id, "google:c1");
    const { starts_at, ends_at } = slot;
    const late = { ...theirs, external_id, booking_id: booking.id, starts_at, ends_at };
    world.outside.events.push({ ...late, calendar: "c1" } as never);
    expect((await note(pageOf([late]))).events).toEqual([]);
    await pushAll(world);
    expect(world.outside.events).toEqual([]);
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [booking.id],
    );
    await note(pageOf([late]));
    expect(await pushesOfBooking(booking.id)).toEqual([]);
  });

  test("an event is not deleted while another connection writes it, nor by a read-only one", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await relayAll();
    const second = { resource_id: world.other.id, external_id: "c1" };
    const colleague = await connectCalendar(world.owner, second);
    const id = eventId(booking.id, "google:c1");
    const event = { ...theirs, external_id: id, booking_id: booking.id };
    await note(pageOf([event]), colleague.calendar_id);
    expect(await pushesOfBooking(booking.id)).toMatchObject([{ calendar_id: world.calendar_id }]);

    await setStatus(world, booking.id, "cancelled");
    await pushAll(world);
    const reader = await connectCalendar(world.owner, { ...second, writes: false });
    expect((await note(pageOf([event]), reader.calendar_id)).events).toEqual([event]);
    expect(await pushesOfBooking(booking.id)).toEqual([]);
  });

  test("an event read while being rewritten blocks no time once its id is stored", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    world.outside.deleteByHand(booking.id);
    await pushAll(world);
    await pool.query("update calendar_push set written_starts_at = null where booking_id = $1", [
      booking.id,
    ]);
    world.outside.during = async (call) => {
      if (call !== "put") return;
      world.outside.during = async () => undefined;
      // As written by a read between the call and recording its result.
      await putBusy(world.owner, world.calendar_id, theirs.starts_at, theirs.ends_at, "outside-3");
    };
    await pool.query(
      "update calendar_push set wanted_version = wanted_version + 1, next_at = now() - interval '1 second' where booking_id = $1",
      [booking.id],
    );
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([{ external_id: "outside-3" }]);
    const busy = await pool.query("select 1 from busy where calendar_id = $1", [world.calendar_id]);
    expect(busy.rows).toEqual([]);
  });

  test("an unrecorded event is recognised by its property, which proves nothing about other bookings", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await relayAll();
    const claims = (booking_id: string) => ({
      ...theirs,
      external_id: `id-${booking_id}`,
      booking_id,
    });
    const foreign = await makePushWorld();
    const strange = await book(foreign.owner, foreign.slots[0]!.id);
    const page = await note(
      pageOf([claims(booking.id), claims(strange.id), claims(newId()), claims("no id at all")]),
    );
    expect(page.events.map((event) => event.booking_id)).toEqual([
      strange.id,
      expect.any(String),
      "no id at all",
    ]);
  });

  test("a moved or deleted event is checked and reported, an unchanged one is not", async () => {
    const [moved, deleted, same] = [freeSlot(), freeSlot(), freeSlot()];
    const bookings = [
      await book(world.owner, moved.id),
      await book(world.owner, deleted.id),
      await book(world.owner, same.id),
    ];
    await pushAll(world);
    const [first, second, third] = bookings.map(({ id }) => ({
      ...world.outside.ofBooking(id)[0]!,
    }));
    const chosen = new Date(moved.starts_at.getTime() + 30 * 86_400_000);
    world.outside.moveByHand(bookings[0]!.id, chosen);
    world.outside.deleteByHand(bookings[1]!.id);
    await note(
      pageOf([world.outside.ofBooking(bookings[0]!.id)[0]!, third!], [second!.external_id]),
    );
    expect(await isDue(bookings[2]!.id)).toBe(false);
    await pushAll(world);
    expect(await pushOfBooking(bookings[0]!.id)).toMatchObject({
      outside: "moved",
      outside_starts_at: chosen,
    });
    expect(await pushOfBooking(bookings[1]!.id)).toMatchObject({ outside: "deleted" });
    // Reading it again reports nothing.
    await note(pageOf([world.outside.ofBooking(bookings[0]!.id)[0]!], [second!.external_id]));
    expect([await isDue(bookings[0]!.id), await isDue(bookings[1]!.id)]).toEqual([false, false]);
    // Moved back by the same person, it is in order again.
    world.outside.moveByHand(bookings[0]!.id, first!.starts_at);
    await note(pageOf(world.outside.ofBooking(bookings[0]!.id)));
    await pushAll(world);
    expect(await pushOfBooking(bookings[0]!.id)).toMatchObject({ outside: null });
  });

  test("a page older than our last write is no evidence of a manual change", async () => {
    const [from, to] = [freeSlot(), freeSlot()];
    const booking = await book(world.owner, from.id);
    await pushAll(world);
    const old = { ...world.outside.ofBooking(booking.id)[0]! };
    await moveTo(world, booking.id, to);
    await pushAll(world);
    await note(pageOf([old]));
    await pushAll(world);
    expect(await pushOfBooking(booking.id)).toMatchObject({
      outside: null,
      written_starts_at: to.starts_at,
    });
  });

  test("events missing in a whole read are checked, within its window", async () => {
    const booking = await book(world.owner, freeSlot().id);
    await pushAll(world);
    const window = {
      from: new Date(0),
      to: new Date("2100-01-01"),
      before: new Date(Date.now() + 60_000),
    };
    const { external_id } = world.outside.ofBooking(booking.id)[0]!;
    world.outside.deleteByHand(booking.id);
    await noteUnseenEvents(tenant.id, world.calendar_id, new Set([external_id]), window);
    await noteUnseenEvents(tenant.id, world.calendar_id, new Set(), { ...window, to: new Date() });
    await noteUnseenEvents(tenant.id, world.calendar_id, new Set(), {
      ...window,
      before: new Date(0),
    });
    expect(await isDue(booking.id)).toBe(false);
    await noteUnseenEvents(tenant.id, world.calendar_id, new Set(), window);
    await pushAll(world);
    expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "deleted" });
  });
});

describe("resolving by staff", () => {
  const { owner } = world;
  const answer = (id: string, action: ResolveOutside["action"], actor = owner) =>
    resolveOutside(actor, id, { calendar_id: world.calendar_id, action });
  let far = 0;
  /** Moved externally to another, free time. */
  const movedThere = async () => {
    const slot = freeSlot();
    const booking = await book(owner, slot.id);
    await pushAll(world);
    const chosen = world.slots.at(--far)!.starts_at;
    world.outside.moveByHand(booking.id, chosen);
    await note(pageOf(world.outside.ofBooking(booking.id)));
    await pushAll(world);
    return { booking, slot, chosen };
  };
  const deletedThere = async () => {
    const booking = await book(owner, freeSlot().id);
    await pushAll(world);
    const [event] = world.outside.ofBooking(booking.id);
    world.outside.deleteByHand(booking.id);
    await note(pageOf([], [event!.external_id]));
    await pushAll(world);
    return booking;
  };
  const lookAtAll = async () => {
    await pool.query(
      "update calendar_push set wanted_version = wanted_version + 1 where tenant_id = $1",
      [owner.tenant.id],
    );
    await pushAll(world);
  };
  const stateOf = async (id: string) =>
    (await listBookingCalendars(owner, id)).map(({ state }) => state);

  test("restore a moved or deleted event", async () => {
    const { booking, slot } = await movedThere();
    const deleted = await deletedThere();
    expect([...(await stateOf(booking.id)), ...(await stateOf(deleted.id))]).toEqual([
      "moved_outside",
      "deleted_outside",
    ]);
    for (const { id } of [booking, deleted]) await answer(id, "put_back");
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: slot.starts_at }]);
    expect(world.outside.ofBooking(deleted.id)).toHaveLength(1);
    expect([...(await stateOf(booking.id)), ...(await stateOf(deleted.id))]).toEqual([
      "written",
      "written",
    ]);
  });

  test("move the booking to the event's time if free", async () => {
    const { booking, chosen } = await movedThere();
    await answer(booking.id, "move");
    await pushAll(world);
    expect(
      (await prisma.booking.findFirstOrThrow({ where: { id: booking.id } })).starts_at,
    ).toEqual(chosen);
    expect(await stateOf(booking.id)).toEqual(["written"]);
    const other = await movedThere();
    await moveTo(
      world,
      booking.id,
      world.slots.find(({ starts_at }) => +starts_at === +other.chosen)!,
    );
    expect(await outcome(answer(other.booking.id, "move"))).toBe("slot_unavailable");
    expect(await outcome(answer((await deletedThere()).id, "move"))).toBe("invalid_transition");
  });

  test("cancel the booking with its event", async () => {
    const { booking } = await movedThere();
    await answer(booking.id, "cancel");
    await pushAll(world);
    expect(world.outside.events).toEqual([]);
  });

  test("accept the change until the booking itself moves", async () => {
    const { booking, chosen } = await movedThere();
    const deleted = await deletedThere();
    for (const { id } of [booking, deleted]) await answer(id, "keep");
    await lookAtAll();
    expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: chosen }]);
    expect([...(await stateOf(booking.id)), ...(await stateOf(deleted.id))]).toEqual([
      "written",
      "written",
    ]);
    const to = freeSlot();
    await moveTo(world, booking.id, to);
    await moveTo(world, deleted.id, freeSlot());
    await pushAll(world);
    expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: to.starts_at }]);
    expect(world.outside.ofBooking(deleted.id)).toEqual([]);
  });

  test("requires a change, and access to the resource", async () => {
    const booking = await book(owner, freeSlot().id);
    await pushAll(world);
    expect(await outcome(answer(booking.id, "put_back"))).toBe("not_found");
    const { booking: moved } = await movedThere();
    const stranger = await makeUser(owner, "staff", { resource_ids: [world.other.id] });
    expect(await outcome(answer(moved.id, "put_back", stranger))).toBe("not_found");
    expect(await outcome(answer(moved.id, "put_back", (await makePushWorld()).owner))).toBe(
      "not_found",
    );
  });
});
