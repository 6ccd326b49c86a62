import { beforeAll, beforeEach, expect, test } from "vitest";
import { BlockFilter, BlockPatch, NewBlock } from "~/contract/blocks";
import { ResourcePatch } from "~/contract/resources";
import { NewSlot } from "~/contract/slots";
import type { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import {
  book,
  lapse,
  outcome,
  putStatus,
  slotsAfter,
  slotsOf,
  type SlotRow,
  systemOf,
  wrongCounts,
} from "~/testing/booking-calls";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { payBooking } from "~/testing/pay-booking";
import { previewBlock } from "./find-conflicts.sql.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { deleteResource, updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { createSlot } from "../slots/manual-slots.server";
import { createBlock, deleteBlock, updateBlock } from "./change-block.server";
import { listBlocks } from "./list-blocks.sql.server";

const HOUR = 3_600_000;
let owner: UserActor;
let key: string;
let room: string;
let schedule: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
});
beforeEach(() => withSeats(2));

/**
 * Creates a new resource for each test: `slots` are its times from the day after tomorrow on, eight
 * a day.
 */
async function withSeats(capacity: number, input: Record<string, unknown> = {}): Promise<void> {
  room = (await makeResource(owner, { capacity })).id;
  schedule = (await makeSchedule(owner, [room], { max_advance_days: 6, ...input })).id;
  slots = await slotsAfter(1, schedule);
}

const block = (from: Date, to: Date, more: Record<string, unknown> = {}, actor = owner) =>
  createBlock(
    actor,
    NewBlock.parse({
      resource_id: room,
      starts_at: from.toISOString(),
      ends_at: to.toISOString(),
      ...more,
    }),
  );
const blockSlots = (first: number, last: number) =>
  block(slots[first]!.starts_at, slots[last]!.ends_at);
const change = (id: string, patch: Record<string, unknown>) =>
  updateBlock(owner, id, BlockPatch.parse(patch));
const blockedNow = async () => {
  const found = await pool.query<{ blocked: boolean }>(
    "select blocked from slot where id = any($1) order by starts_at, id",
    [slots.map(({ id }) => id)],
  );
  return found.rows.flatMap((row, index) => (row.blocked ? [index] : []));
};
const claims = async () =>
  (
    await pool.query(
      "select lane, lapses_at from claim where resource_id = $1 and block_id is not null",
      [room],
    )
  ).rows;

test("closes the resource's slots immediately for everyone, and explains it in availability", async () => {
  const made = await block(slots[1]!.starts_at, slots[2]!.ends_at, { reason: "Dentist" });
  expect(made).toMatchObject({
    resource_id: room,
    reason: "Dentist",
    starts_at: expect.stringMatching(/Z$/),
  });
  expect(await blockedNow()).toEqual([1, 2]);
  expect(await outcome(book(owner, slots[1]!.id))).toBe("slot_unavailable");
  expect(await outcome(book(owner, slots[1]!.id, { override: true }))).toBe("slot_unavailable");
  const own = {
    slot_id: undefined,
    resource_id: room,
    starts_at: slots[1]!.starts_at.toISOString(),
    duration_minutes: 30,
  };
  expect(await outcome(book(owner, slots[1]!.id, own))).toBe("slot_unavailable");
  const moving = await book(owner, slots[4]!.id);
  expect(
    await outcome(
      moveBooking(owner, moving.id, { target: { kind: "slot", slot_id: slots[2]!.id } }),
    ),
  ).toBe("slot_unavailable");
  const response = await call("/api/widget/booking", {
    key,
    body: { slot_id: slots[1]!.id, customer: aCustomer() },
  });
  expect(await response.json()).toMatchObject({
    error: { code: "slot_unavailable", details: { reason: "closed" } },
  });
  for (const free of [0, 3]) await book(owner, slots[free]!.id, { party_size: 2 });

  const cookie = await signIn(owner);
  const day = slots[1]!.starts_at.toISOString().slice(0, 10);
  const query = new URLSearchParams({
    resource_id: room,
    from: day,
    to: day,
    include: "unavailable",
  });
  const availability = (await (await call(`/api/availability?${query}`, { cookie })).json()) as {
    days: { slots: { id: string; reason: string | null }[] }[];
  };
  const reasons = new Map(
    availability.days.flatMap(({ slots }) => slots).map(({ id, reason }) => [id, reason]),
  );
  expect([1, 2].map((index) => reasons.get(slots[index]!.id))).toEqual(["closed", "closed"]);

  const question = new URLSearchParams({ resource_id: room, schedule_id: schedule, date: day });
  const why = (await (await call(`/api/availability/explain?${question}`, { cookie })).json()) as {
    steps: { rule: string; removed: string[]; note: string; block_ids?: string[] }[];
  };
  const step = why.steps.find(({ rule }) => rule === "time_off")!;
  expect(step).toMatchObject({
    block_ids: [made.id],
    note: expect.stringMatching(/^Time off: .* \(Dentist\)\.$/),
  });
  expect(step.removed).toEqual(
    [1, 2].map((index) => slots[index]!.starts_at.toISOString().replace(".000", "")),
  );
  expect(await wrongCounts(room)).toBe(0);
});

test("conflicts with bookings including buffers, and lists the first twenty", async () => {
  await withSeats(30, { buffer_after_minutes: 30 });
  const made = [];
  for (let index = 0; index < 22; index++) made.push(await book(owner, slots[0]!.id));
  const refusal = await blockSlots(0, 1).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "in_use", extra: { details: { total: 22, blocks: [] } } });
  const { bookings } = (refusal as AppError).extra.details as {
    bookings: Record<string, unknown>[];
  };
  expect(bookings).toHaveLength(20);
  const { id, reference, status, starts_at, ends_at, party_size } = made.find(
    (one) => one.id === bookings[0]!["id"],
  )!;
  expect(bookings[0]).toEqual({ id, reference, status, starts_at, ends_at, party_size });
  expect(await outcome(block(slots[0]!.ends_at, slots[0]!.occupies_to))).toBe("in_use");
  await block(slots[0]!.occupies_to, new Date(slots[0]!.occupies_to.getTime() + HOUR / 2));
});

test("ended bookings and expired holds do not conflict", async () => {
  await putStatus((await book(owner, slots[0]!.id)).id, "cancelled");
  const held = await book(owner, slots[1]!.id, { status: "pending" });
  await lapse(held.id);
  await blockSlots(0, 2);
  const seen = await pool.query("select status from booking where id = $1", [held.id]);
  expect(seen.rows).toEqual([{ status: "expired" }]);
  expect(await wrongCounts(room)).toBe(0);
});

test("a visitor's hold conflicts until it ends: on create, change and preview", async () => {
  const widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
  const holdSlot = (index: number) =>
    takeHold(widget, { slot_id: slots[index]!.id, party_size: 1 }, `198.51.100.${index}`, null);
  const hold = await holdSlot(2);
  const details = { total: 0, bookings: [], blocks: [], held_until: hold.expires_at };
  const refused = { code: "in_use", extra: { details } };
  expect(await blockSlots(0, 2).catch((error: unknown) => error)).toMatchObject(refused);
  const near = await blockSlots(0, 1);
  const longer = updateBlock(
    owner,
    near.id,
    BlockPatch.parse({ ends_at: slots[2]!.ends_at.toISOString() }),
  );
  expect(await longer.catch((error: unknown) => error)).toMatchObject(refused);
  const times = { starts_at: slots[2]!.starts_at, ends_at: slots[2]!.ends_at };
  expect(await previewBlock(owner, { resource_id: room, ...times })).toEqual(details);
  const body = { slot_id: slots[2]!.id, customer: aCustomer(), hold_token: hold.hold_token };
  expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
  expect(await outcome(blockSlots(2, 2))).toBe("in_use");
  await holdSlot(3);
  await pool.query(
    `with gone as (update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour' where resource_id = $1 returning id)
     update claim set lapses_at = clock_timestamp() - interval '1 second' where hold_id in (select id from gone)`,
    [room],
  );
  await blockSlots(3, 3);
  expect(await wrongCounts(room)).toBe(0);
});

test("a late payment for a blocked time finds no seat", async () => {
  const held = await book(owner, slots[0]!.id, { status: "pending" });
  await lapse(held.id);
  await blockSlots(0, 0);
  expect(await outcome(transaction((db) => payBooking(db, systemOf(owner), held.id)))).toBe(
    "slot_unavailable",
  );
});

test("slots created later are closed too: by the horizon, a changed or another schedule, or by hand", async () => {
  const far = slots.at(-1)!.starts_at.getTime();
  await block(new Date(far + 12 * HOUR), new Date(far + 12 * HOUR + 48 * HOUR));
  await updateSchedule(owner, schedule, { max_advance_days: 12 });
  const over = (slot: SlotRow) =>
    slot.starts_at.getTime() < far + 60 * HOUR && slot.ends_at.getTime() > far + 12 * HOUR;
  const other = await makeSchedule(owner, [room], { max_advance_days: 12, duration_minutes: 30 });
  for (const id of [schedule, other.id]) {
    const made = (await slotsOf(id)) as (SlotRow & { blocked: boolean })[];
    expect(made.filter(over).length).toBeGreaterThan(8);
    expect(made.filter((slot) => slot.blocked !== over(slot))).toEqual([]);
  }
  const starts_at = new Date(far + 13 * HOUR).toISOString().slice(0, 16) + ":00Z";
  const byHand = await createSlot(
    owner,
    NewSlot.parse({ resource_id: room, starts_at, duration_minutes: 60 }),
  );
  expect(await outcome(book(owner, byHand.id))).toBe("slot_unavailable");
});

test("changing the capacity opens no lane during a block", async () => {
  await blockSlots(0, 0);
  for (const capacity of [5, 1]) {
    await updateResource(owner, room, ResourcePatch.parse({ capacity }));
    expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  }
  expect(await claims()).toEqual([{ lane: 0, lapses_at: null }]);
});

test("the database refuses any lane during it, even without the resource's lock", async () => {
  const moving = await book(owner, slots[4]!.id);
  const { id } = await blockSlots(0, 1);
  const at = slots[1]!;
  const insert = `insert into claim (tenant_id, booking_id, block_id, resource_id, lane, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6, $7)`;
  for (const lane of [0, 1, 7, 499])
    await expect(
      pool.query(insert, [owner.tenant.id, moving.id, null, room, lane, at.starts_at, at.ends_at]),
    ).rejects.toMatchObject({ constraint: "claim_no_overlap" });
  // Over the booking, on a different lane.
  await expect(
    pool.query(insert, [
      owner.tenant.id,
      null,
      id,
      room,
      0,
      slots[4]!.starts_at,
      slots[4]!.ends_at,
    ]),
  ).rejects.toMatchObject({ constraint: "claim_no_overlap" });
  for (const owners of [
    [null, null],
    [moving.id, id],
  ])
    await expect(
      pool.query(insert, [
        owner.tenant.id,
        ...owners,
        room,
        0,
        slots[6]!.starts_at,
        slots[6]!.ends_at,
      ]),
    ).rejects.toMatchObject({ constraint: "claim_owner_check" });
});

test("a booking and a block never overlap, whichever comes first", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const slot = slots[round]!;
    const [blocked, booked] = await Promise.all([
      outcome(block(slot.starts_at, slot.ends_at)),
      outcome(book(owner, slot.id)),
    ]);
    const outcomes = [blocked, booked]
      .map((result) => (typeof result === "string" ? result : "done"))
      .join();
    expect(["done,slot_unavailable", "in_use,done"]).toContain(outcomes);
    seen.add(outcomes);
  }
  expect(await wrongCounts(room)).toBe(0);
});

test("blocks may touch but not overlap", async () => {
  const first = await blockSlots(0, 1);
  expect(await blockSlots(1, 2).catch((error: unknown) => error)).toMatchObject({
    code: "in_use",
    extra: { details: { bookings: [], total: 1, blocks: [{ id: first.id, reason: null }] } },
  });
  await blockSlots(2, 2);
  const results = await Promise.all(Array.from({ length: 5 }, () => outcome(blockSlots(4, 5))));
  expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
});

test("is moved, extended and ended, which reopens the time that it leaves", async () => {
  const { id } = await blockSlots(0, 1);
  await book(owner, slots[3]!.id);
  const to = (index: number) => slots[index]!.ends_at.toISOString();
  expect(await change(id, { ends_at: to(2), reason: "Course" })).toMatchObject({
    reason: "Course",
  });
  expect(await blockedNow()).toEqual([0, 1, 2]);
  expect(await outcome(change(id, { ends_at: to(3) }))).toBe("in_use");
  expect(await outcome(change(id, { ends_at: slots[0]!.starts_at.toISOString() }))).toBe(
    "validation_failed",
  );
  expect(await blockedNow()).toEqual([0, 1, 2]);
  await change(id, { starts_at: slots[5]!.starts_at.toISOString(), ends_at: to(5) });
  expect(await blockedNow()).toEqual([5]);
  await book(owner, slots[0]!.id);
  const same = await change(id, {});
  expect(same).toMatchObject({ id, reason: "Course" });
  await deleteBlock(owner, id);
  expect(await blockedNow()).toEqual([]);
  expect(await claims()).toEqual([]);
  await book(owner, slots[5]!.id, { party_size: 2 });
  expect(await outcome(change(id, { reason: null }))).toBe("not_found");
  const audits = await pool.query(
    "select action, diff from audit_row where entity_id = $1 order by at, id",
    [id],
  );
  expect(audits.rows.map(({ action }) => action)).toEqual([
    "block.created",
    "block.updated",
    "block.updated",
    "block.deleted",
  ]);
  expect(audits.rows[1].diff).toMatchObject({ reason: [null, "Course"] });
  expect(await wrongCounts(room)).toBe(0);
});

test("lasts at most 366 days, ends after its start, and does not slow down searches", async () => {
  const first = slots.at(-1)!.ends_at;
  const after = (days: number) => new Date(first.getTime() + days * 24 * HOUR);
  const before = await pool.query("select longest_minutes from resource where id = $1", [room]);
  expect(await outcome(block(first, after(366.01)))).toBe("validation_failed");
  expect(await outcome(block(first, first))).toBe("validation_failed");
  expect(await outcome(block(after(1), first))).toBe("validation_failed");
  expect(await outcome(block(after(700), after(740)))).toBe("validation_failed");
  await block(first, after(366));
  const now = await pool.query("select longest_minutes from resource where id = $1", [room]);
  expect(now.rows).toEqual(before.rows);
  await book(owner, slots.at(-1)!.id);
});

test("is listed by resource and time, and editable by people of that resource", async () => {
  const [mine, made] = [room, await blockSlots(0, 1)];
  await withSeats(1);
  const other = await blockSlots(0, 0);
  const limited = await makeUser(owner, "staff", { resource_ids: [mine] });
  const list = async (filter: Record<string, unknown>, actor = owner) =>
    (await listBlocks(actor, BlockFilter.parse(filter))).data.map(({ id }) => id);
  expect((await list({}, limited)).sort()).toEqual([made.id]);
  expect((await list({ resource_id: `${mine},${room}` })).sort()).toEqual(
    [made.id, other.id].sort(),
  );
  const [from, to] = [made.starts_at, made.ends_at];
  expect(await list({ resource_id: mine, from: to })).toEqual([]);
  expect(await list({ resource_id: mine, to: from })).toEqual([]);
  expect(await list({ resource_id: mine, from, to: from.slice(0, 10) })).toEqual([made.id]);
  expect(await outcome(block(slots[3]!.starts_at, slots[3]!.ends_at, {}, limited))).toBe(
    "not_found",
  );
  expect(await outcome(deleteBlock(limited, other.id))).toBe("not_found");
  await deleteResource(owner, room);
  expect(await list({ resource_id: room })).toEqual([]);
});
