import { feed, feedUrl, stopFeeds } from "~/testing/feeds";
import { afterAll, beforeEach, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { prisma } from "~/lib/db.server";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { busyBlocks, busyClaims, makeCalendar, type MadeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import type { UserActor } from "../identity/actor";
import { clashes } from "./clashes.sql.server";
import { readCalendar, readQueued } from "./read.server";

// A plain iCalendar URL, read from a server: from the external file to the blocked time.

let owner: UserActor;
let room: string;
let slots: SlotRow[];
let calendar: MadeCalendar;

beforeEach(async () => {
  Object.assign(feed, { events: [], status: 200, requests: 0 });
  owner = await makeTenant();
  room = (await makeResource(owner)).id;
  const schedule = await makeSchedule(owner, [room], { max_advance_days: 6 });
  slots = await slotsAfter(1, schedule.id);
  calendar = await makeCalendar(owner, room, { url: feedUrl });
});
afterAll(stopFeeds);

const span = (first: number, last = first) => ({
  starts_at: slots[first]!.starts_at,
  ends_at: slots[last]!.ends_at,
});
const event = (id: string, first: number, last = first) => ({ id, ...span(first, last) });
const read = () => readCalendar(owner.tenant.id, calendar.id);
const connection = () =>
  prisma.calendarConnection.findUniqueOrThrow({
    where: { tenant_id_id: { tenant_id: owner.tenant.id, id: calendar.connection_id } },
  });

test("its merged events close the resource; an equal file is a no-op; removed events reopen it", async () => {
  feed.events = [event("a", 0), event("b", 0, 1), event("c", 4)];
  expect(await read()).toEqual({ changed: 3 });
  expect(await busyBlocks(room)).toEqual([span(0, 1), span(4)]);
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  expect(await read()).toEqual({ changed: 0 });
  feed.events = [event("b", 0, 1), event("c", 4), event("d", 6)];
  expect(await read()).toEqual({ changed: 2 });
  expect(await busyBlocks(room)).toEqual([span(0, 1), span(4), span(6)]);
  feed.events = [event("a", 0), event("c", 4), event("d", 6)];
  await read();
  await book(owner, slots[1]!.id);
});

test("an existing booking stays and is reported; once it is cancelled, its time is closed", async () => {
  const there = await book(owner, slots[0]!.id);
  feed.events = [event("a", 0)];
  await read();
  expect(await clashes(owner.tenant.id)).toMatchObject([
    { booking_id: there.id, external_id: expect.any(String) },
  ]);
  expect(await busyClaims(room)).toEqual([]);
  await changeBookingStatus(owner, there.id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await busyClaims(room)).toEqual([span(0)]);
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  expect(await clashes(owner.tenant.id)).toEqual([]);
});

test("an unresponsive feed is retried, and its times stay closed", async () => {
  feed.events = [event("a", 0)];
  await read();
  feed.status = 500;
  await readQueued({ tenant_id: owner.tenant.id, calendar_id: calendar.id });
  expect(await connection()).toMatchObject({
    state: "ok",
    problem: "unavailable",
    broken_at: expect.any(Date),
  });
  expect(await busyBlocks(room)).toEqual([span(0)]);
  // A feed has no password to renew: it is retried, and late until it responds. Hosts throttle with
  // 403.
  for (const [status, state, problem] of [
    [401, "ok", "unavailable"],
    [403, "rate_limited", "rate_limited"],
  ] as const) {
    Object.assign(feed, { status, requests: 0 });
    await readQueued({ tenant_id: owner.tenant.id, calendar_id: calendar.id });
    expect(await connection()).toMatchObject({ state, problem });
    expect(feed.requests).toBe(1);
  }
  expect(await busyBlocks(room)).toEqual([span(0)]);
});
