import { beforeAll, beforeEach, expect, test } from "vitest";
import { BlockFilter, BlockPatch, NewBlock } from "~/contract/blocks";
import { StatusChange } from "~/contract/booking-inputs";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { pool } from "~/lib/db.server";
import {
  book,
  eventTypes,
  lapse,
  outcome,
  slotsAfter,
  type SlotRow,
  wrongCounts,
} from "~/testing/booking-calls";
import {
  busyBlocks,
  busyClaims,
  dropBusy,
  makeBusy,
  makeCalendar,
  type MadeCalendar,
  putBusy,
} from "~/testing/calendar-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import { createBlock, deleteBlock, updateBlock } from "../blocks/change-block.server";
import { getBlock, listBlocks } from "../blocks/list-blocks.sql.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { releaseHold, takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { joinWaitlist } from "../waitlist/waitlist.server";
import { applyBusy } from "./apply-busy.server";

const MINUTE = 60_000;
let owner: UserActor;
let key: string;
let room: string;
let schedule: string;
let slots: SlotRow[];
let calendar: MadeCalendar;

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
});
beforeEach(async () => {
  room = (await makeResource(owner, { capacity: 2 })).id;
  schedule = (await makeSchedule(owner, [room], { max_advance_days: 6 })).id;
  slots = await slotsAfter(1, schedule);
  calendar = await makeCalendar(owner, room);
});

const busy = (first: number, last: number) =>
  makeBusy(owner, calendar, slots[first]!.starts_at, slots[last]!.ends_at);
const span = (first: number, last: number) => ({
  starts_at: slots[first]!.starts_at,
  ends_at: slots[last]!.ends_at,
});
const apply = () => applyBusy(owner.tenant.id, room);
const block = (first: number, last: number) =>
  createBlock(
    owner,
    NewBlock.parse({
      resource_id: room,
      starts_at: slots[first]!.starts_at.toISOString(),
      ends_at: slots[last]!.ends_at.toISOString(),
    }),
  );
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
const blockedNow = async () => {
  const found = await pool.query<{ blocked: boolean }>(
    "select blocked from slot where id = any($1) order by starts_at, id",
    [slots.map(({ id }) => id)],
  );
  return found.rows.flatMap((row, index) => (row.blocked ? [index] : []));
};
const version = async () =>
  (
    await pool.query<{ slots_version: string }>(
      "select slots_version::text from resource where id = $1",
      [room],
    )
  ).rows[0]!.slots_version;
const claimInto = (at: SlotRow, bookingId: string, lane: number) =>
  pool.query(
    "insert into claim (tenant_id, booking_id, resource_id, lane, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)",
    [owner.tenant.id, bookingId, room, lane, at.starts_at, at.ends_at],
  );

test("overlapping and touching events merge and block every lane", async () => {
  await putBusy(owner, calendar.id, slots[0]!.starts_at, slots[1]!.ends_at);
  await putBusy(owner, calendar.id, slots[1]!.starts_at, slots[1]!.ends_at);
  await putBusy(owner, calendar.id, slots[2]!.starts_at, slots[2]!.ends_at);
  await putBusy(
    owner,
    calendar.id,
    slots[4]!.starts_at,
    new Date(slots[4]!.starts_at.getTime() + MINUTE),
  );
  expect(await apply()).toBe(2);
  expect((await busyBlocks(room))[0]).toEqual(span(0, 2));
  expect(await blockedNow()).toEqual([0, 1, 2, 4]);
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  expect(await outcome(book(owner, slots[1]!.id, { override: true }))).toBe("slot_unavailable");
  const response = await call("/api/widget/booking", {
    key,
    body: { slot_id: slots[4]!.id, customer: aCustomer() },
  });
  expect(await response.json()).toMatchObject({
    error: { code: "slot_unavailable", details: { reason: "closed" } },
  });
  await book(owner, slots[3]!.id, { party_size: 2 });
  const other = await book(owner, slots[5]!.id);
  for (const lane of [0, 1, 7, 499])
    await expect(claimInto(slots[1]!, other.id, lane)).rejects.toMatchObject({
      constraint: "claim_no_overlap",
    });
});

test("minutes around events are closed too, merged, and end at bookings", async () => {
  const padded = await makeCalendar(owner, room, { minutes_before: 1, minutes_after: 1 });
  const existing = await book(owner, slots[1]!.id);
  await putBusy(owner, padded.id, slots[2]!.starts_at, slots[2]!.ends_at);
  await putBusy(owner, calendar.id, slots[4]!.starts_at, slots[4]!.ends_at);
  await apply();
  expect(await busyBlocks(room)).toEqual([
    {
      starts_at: new Date(slots[2]!.starts_at.getTime() - MINUTE),
      ends_at: new Date(slots[2]!.ends_at.getTime() + MINUTE),
    },
    span(4, 4),
  ]);
  expect(await blockedNow()).toEqual([1, 2, 3, 4]);
  expect(await outcome(book(owner, slots[3]!.id))).toBe("slot_unavailable");
  expect((await busyClaims(room))[0]).toEqual({
    starts_at: slots[2]!.starts_at,
    ends_at: new Date(slots[2]!.ends_at.getTime() + MINUTE),
  });
  await cancel(existing.id);
  expect((await busyClaims(room))[0]).toEqual((await busyBlocks(room))[0]);
  expect(await wrongCounts(room)).toBe(0);
});

test("rereading unchanged events is a no-op without a lock", async () => {
  await busy(0, 1);
  const before = await version();
  expect(await apply()).toBe(0);
  expect(await version()).toBe(before);
});

test("a changed or deleted event reopens its former time and invalidates caches", async () => {
  const id = await busy(0, 1);
  const before = await version();
  await putBusy(owner, calendar.id, slots[1]!.starts_at, slots[3]!.ends_at, id);
  expect(await apply()).toBe(2);
  expect(await blockedNow()).toEqual([1, 2, 3]);
  expect(await version()).not.toBe(before);
  await book(owner, slots[0]!.id);
  await dropBusy(owner, id);
  await apply();
  expect(await blockedNow()).toEqual([]);
  expect(await busyClaims(room)).toEqual([]);
  expect(await wrongCounts(room)).toBe(0);
});

test("a resource closes for every checked calendar, not for others", async () => {
  const second = await makeCalendar(owner, room);
  const advising = await makeCalendar(owner, room, { mode: "advise" });
  const unchecked = await makeCalendar(owner, room, { checks: false });
  await putBusy(owner, second.id, slots[1]!.starts_at, slots[2]!.ends_at);
  await putBusy(owner, advising.id, slots[4]!.starts_at, slots[4]!.ends_at);
  await putBusy(owner, unchecked.id, slots[5]!.starts_at, slots[5]!.ends_at);
  await busy(0, 1);
  expect(await busyBlocks(room)).toEqual([span(0, 2)]);
  await pool.query(
    "update connected_calendar set mode = 'advise' where tenant_id = $1 and id = $2",
    [owner.tenant.id, second.id],
  );
  await apply();
  expect(await busyBlocks(room)).toEqual([span(0, 1)]);
});

test("one meeting in two calendars closes both", async () => {
  const other = (await makeResource(owner)).id;
  const theirs = await makeCalendar(owner, other);
  const id = await busy(0, 0);
  await putBusy(owner, theirs.id, slots[0]!.starts_at, slots[0]!.ends_at, id);
  await applyBusy(owner.tenant.id, other);
  expect(await busyBlocks(room)).toEqual([span(0, 0)]);
  expect(await busyBlocks(other)).toEqual([span(0, 0)]);
});

test("an existing booking stays, a new one is refused, and freed time is closed immediately", async () => {
  const there = await book(owner, slots[1]!.id);
  await busy(0, 2);
  expect(await busyBlocks(room)).toEqual([span(0, 2)]);
  expect(await busyClaims(room)).toEqual([span(0, 0), span(2, 2)]);
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  await cancel(there.id);
  expect(await busyClaims(room)).toEqual([span(0, 2)]);
  expect(await apply()).toBe(0);
  expect(await wrongCounts(room)).toBe(0);
});

test("a booking moves out of busy time and not into it", async () => {
  const there = await book(owner, slots[1]!.id);
  await busy(0, 2);
  expect(
    await outcome(
      moveBooking(owner, there.id, { target: { kind: "slot", slot_id: slots[0]!.id } }),
    ),
  ).toBe("slot_unavailable");
  expect(await busyClaims(room)).toEqual([span(0, 0), span(2, 2)]);
  await moveBooking(owner, there.id, { target: { kind: "slot", slot_id: slots[4]!.id } });
  expect(await busyClaims(room)).toEqual([span(0, 2)]);
});

test("a seat freed in busy time is not offered to the waiting list", async () => {
  const there = await book(owner, slots[1]!.id, { party_size: 2 });
  await joinWaitlist(
    owner,
    NewWaitlistEntry.parse({ slot_id: slots[1]!.id, party_size: 1, customer: aCustomer() }),
  );
  await busy(1, 1);
  await cancel(there.id);
  const offers = await pool.query(
    "select 1 from booking where tenant_id = $1 and resource_id = $2 and status = 'pending'",
    [owner.tenant.id, room],
  );
  expect(offers.rowCount).toBe(0);
  expect(await busyClaims(room)).toEqual([span(1, 1)]);
});

test("lapsed holds end; running ones stay bookable and are closed when released", async () => {
  const lapsed = await book(owner, slots[0]!.id, { status: "pending" });
  await lapse(lapsed.id);
  const pending = await book(owner, slots[1]!.id, { status: "pending" });
  const widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
  const holdSlot = (index: number) =>
    takeHold(widget, { slot_id: slots[index]!.id, party_size: 1 }, "198.51.100.1", null);
  const [booked, released] = [await holdSlot(2), await holdSlot(3)];
  await busy(0, 3);
  expect(await busyClaims(room)).toEqual([span(0, 0)]);
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  expect(await outcome(book(owner, slots[2]!.id))).toBe("slot_unavailable");
  expect(await eventTypes(pending.id)).toEqual(["created"]);
  const body = { slot_id: slots[2]!.id, customer: aCustomer(), hold_token: booked.hold_token };
  const answer = await call("/api/widget/booking", { key, body });
  expect(answer.status).toBe(201);
  await releaseHold(widget, { hold_token: released.hold_token });
  expect(await busyClaims(room)).toEqual([span(0, 0), span(3, 3)]);
  const { booking } = (await answer.json()) as { booking: { id: string } };
  await cancel(booking.id);
  expect(await busyClaims(room)).toEqual([span(0, 0), span(2, 3)]);
  expect(await wrongCounts(room)).toBe(0);
});

test("staff's time off may overlap busy time, which stays closed afterwards", async () => {
  await busy(1, 4);
  const made = await block(2, 3);
  expect(await busyBlocks(room)).toEqual([span(1, 4)]);
  expect(await busyClaims(room)).toEqual([span(1, 1), span(4, 4)]);
  await updateBlock(
    owner,
    made.id,
    BlockPatch.parse({ starts_at: slots[0]!.starts_at.toISOString() }),
  );
  expect(await busyClaims(room)).toEqual([span(4, 4)]);
  await updateBlock(owner, made.id, BlockPatch.parse({ ends_at: slots[1]!.ends_at.toISOString() }));
  expect(await busyClaims(room)).toEqual([span(2, 4)]);
  await deleteBlock(owner, made.id);
  expect(await busyClaims(room)).toEqual([span(1, 4)]);
  expect(await blockedNow()).toEqual([1, 2, 3, 4]);
  expect(await wrongCounts(room)).toBe(0);
});

test("busy time may overlap staff's time off and be removed again", async () => {
  const made = await block(2, 3);
  const id = await busy(1, 4);
  expect(await busyClaims(room)).toEqual([span(1, 1), span(4, 4)]);
  await dropBusy(owner, id);
  await apply();
  expect(await blockedNow()).toEqual([2, 3]);
  expect(await outcome(book(owner, slots[2]!.id))).toBe("slot_unavailable");
  await deleteBlock(owner, made.id);
  expect(await blockedNow()).toEqual([]);
});

test("staff see and change their own time off, not busy times", async () => {
  await busy(0, 1);
  const [{ id }] = (
    await pool.query<{ id: string }>("select id from block where resource_id = $1", [room])
  ).rows as [{ id: string }];
  expect((await listBlocks(owner, BlockFilter.parse({ resource_id: room }))).data).toEqual([]);
  expect(await outcome(getBlock(owner, id))).toBe("not_found");
  expect(await outcome(updateBlock(owner, id, BlockPatch.parse({ reason: "Mine" })))).toBe(
    "not_found",
  );
  expect(await outcome(deleteBlock(owner, id))).toBe("not_found");
});

test("availability says closed, and why: busy in a connected calendar", async () => {
  await busy(1, 2);
  const cookie = await signIn(owner);
  const day = slots[1]!.starts_at.toISOString().slice(0, 10);
  const question = new URLSearchParams({ resource_id: room, schedule_id: schedule, date: day });
  const why = (await (await call(`/api/availability/explain?${question}`, { cookie })).json()) as {
    steps: { rule: string; removed: string[]; note: string; block_ids?: string[] }[];
  };
  const step = why.steps.find(({ rule }) => rule === "time_off")!;
  expect(step).toMatchObject({
    block_ids: [],
    note: expect.stringMatching(/^Busy in a connected calendar: .* – .*\.$/),
  });
  expect(step.removed).toHaveLength(2);
});

test("a time above the block limit is split, and clipped to the window", async () => {
  const far = new Date(slots[0]!.starts_at.getTime() + 3_000 * 86_400_000);
  await putBusy(owner, calendar.id, new Date(0), far);
  expect(await apply()).toBe(2);
  const [first, second] = await busyBlocks(room);
  expect(first!.ends_at).toEqual(second!.starts_at);
  expect(second!.ends_at.getTime()).toBeLessThan(Date.now() + 401 * 86_400_000);
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  const found = await pool.query<{ longest_minutes: number }>(
    "select longest_minutes from resource where id = $1",
    [room],
  );
  expect(found.rows[0]!.longest_minutes).toBeLessThan(1440);
});

test("two hundred concurrent bookings: none in closed time, no seat twice", async () => {
  const spans = slots.slice(0, 8);
  for (const slot of spans) await putBusy(owner, calendar.id, slot.starts_at, slot.ends_at);
  const attempts = Array.from({ length: 200 }, (_, index) =>
    outcome(book(owner, spans[index % 8]!.id)),
  );
  const [changed, results] = await Promise.all([apply(), Promise.all(attempts)]);
  expect(changed).toBeGreaterThan(0);
  const booked = results.filter((result) => typeof result === "object");
  expect(
    results.filter((result) => typeof result === "string" && result !== "slot_unavailable"),
  ).toEqual([]);
  const found = await pool.query<{ taken: number; busy: number }>(
    `select count(distinct c.booking_id)::int as taken, count(b.id)::int as busy from slot s
     left join claim c on c.resource_id = s.resource_id and c.starts_at = s.starts_at and c.booking_id is not null
     left join claim k on k.resource_id = s.resource_id and k.starts_at < s.ends_at and k.ends_at > s.starts_at and k.block_id is not null
     left join block b on b.id = k.block_id where s.id = any($1) group by s.id`,
    [spans.map(({ id }) => id)],
  );
  expect(found.rows.filter(({ taken, busy: closed }) => taken > 0 && closed > 0)).toEqual([]);
  expect(found.rows.reduce((sum, { taken }) => sum + taken, 0)).toBe(booked.length);
  for (const slot of spans) expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  expect(await wrongCounts(room)).toBe(0);
});

test("another company's calendar closes nothing here", async () => {
  const stranger = await makeTenant();
  await busy(0, 0);
  expect(await applyBusy(stranger.tenant.id, room)).toBe(0);
  expect(await busyBlocks(room)).toEqual([span(0, 0)]);
});
