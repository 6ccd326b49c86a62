import { beforeAll, expect, test } from "vitest";
import { ResourceFilter, ResourcePatch } from "~/contract/resources";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { book, outcome, putStatus, slotsOf, wrongCounts } from "~/testing/booking-calls";
import type { UserActor } from "../identity/actor";
import { createSlot } from "../slots/manual-slots.server";
import { NewSlot } from "~/contract/slots";
import { ScheduleFilter } from "~/contract/schedules";
import { readOnboarding } from "../onboarding/onboarding.server";
import { getSchedule, listSchedules, updateSchedule } from "../schedules/schedules.server";
import { deleteResource, getResource, listResources, updateResource } from "./resources.server";

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant();
});

const list = (input: Record<string, unknown> = {}, actor = owner) =>
  listResources(actor, ResourceFilter.parse(input));
const change = (id: string, patch: Record<string, unknown>) =>
  updateResource(owner, id, ResourcePatch.parse(patch));

test("cannot be deleted with upcoming or open bookings; past and cancelled ones keep its name", async () => {
  for (const [status, when, expected] of [
    ["confirmed", "ahead", "in_use"],
    ["paid", "ahead", "in_use"],
    ["pending", "ahead", "in_use"],
    ["pending", "past", "in_use"],
    ["confirmed", "past", undefined],
    ["completed", "ahead", undefined],
    ["cancelled", "ahead", undefined],
  ] as const) {
    const room = await makeResource(owner, { name: `Room of ${status}` });
    const schedule = await makeSchedule(owner, [room.id]);
    const booking = await book(owner, (await slotsOf(schedule.id)).at(-1)!.id, {
      status: "pending",
    });
    await putStatus(booking.id, status);
    if (when === "past")
      await pool.query(
        "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
        [booking.id],
      );
    expect(await outcome(deleteResource(owner, room.id)), `${status} ${when}`).toBe(expected);
    const left = await pool.query("select resource_name from booking where id = $1", [booking.id]);
    expect(left.rows).toEqual([{ resource_name: `Room of ${status}` }]);
    const slots = await pool.query("select 1 from slot where resource_id = $1", [room.id]);
    expect(slots.rowCount! > 0, `${status} ${when}`).toBe(expected === "in_use");
  }
});

test("a concurrent booking is refused, or prevents the deletion", async () => {
  for (let round = 0; round < 10; round++) {
    const room = await makeResource(owner);
    const schedule = await makeSchedule(owner, [room.id]);
    const slot = (await slotsOf(schedule.id)).at(-1)!;
    const [deleted, booked] = await Promise.all([
      outcome(deleteResource(owner, room.id)),
      outcome(book(owner, slot.id)),
    ]);
    const isBooked = typeof booked === "object";
    expect(deleted).toBe(isBooked ? "in_use" : undefined);
    if (!isBooked) expect(["not_found", "slot_unavailable"]).toContain(booked);
  }
});

test("an archived resource accepts no bookings and keeps existing ones", async () => {
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const [first, second] = (await slotsOf(schedule.id)).slice(-2);
  const booking = await book(owner, first!.id);
  await change(room.id, { active: false });
  expect(await outcome(book(owner, second!.id))).toBe("slot_unavailable");
  const stored = await pool.query("select status from booking where id = $1", [booking.id]);
  expect(stored.rows).toEqual([{ status: "confirmed" }]);
});

test("a new capacity applies to future slots immediately; own capacities are capped, bookings stay", async () => {
  const room = await makeResource(owner, { capacity: 4 });
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(schedule.id)).at(-1)!;
  await book(owner, slot.id, { party_size: 4 });
  const manual = (capacity: number, starts_at: string) =>
    createSlot(
      owner,
      NewSlot.parse({ resource_id: room.id, starts_at, duration_minutes: 60, capacity }),
    );
  const day = addDays(localDateOf(clock.now(), "UTC"), 400);
  const [wide, narrow] = [await manual(4, `${day}T10:00:00Z`), await manual(1, `${day}T12:00:00Z`)];
  const of = async (id: string) =>
    (await pool.query("select capacity, taken from slot where id = $1", [id])).rows[0];
  await change(room.id, { capacity: 2 });
  expect([await of(slot.id), await of(wide.id), await of(narrow.id)]).toEqual([
    { capacity: 2, taken: 2 },
    { capacity: 2, taken: 0 },
    { capacity: 1, taken: 0 },
  ]);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  await change(room.id, { capacity: 6 });
  expect([await of(slot.id), await of(wide.id)]).toEqual([
    { capacity: 6, taken: 4 },
    { capacity: 4, taken: 0 }, // its own capacity
  ]);
  expect(await book(owner, slot.id, { party_size: 2 })).toMatchObject({ party_size: 2 });
  expect(await wrongCounts(room.id)).toBe(0);
});

test("concurrent bookings and capacity changes keep counts and lanes correct", async () => {
  const room = await makeResource(owner, { capacity: 3 });
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = (await slotsOf(schedule.id)).slice(-8);
  const booking = slots.flatMap((slot) =>
    Array.from({ length: 5 }, () => outcome(book(owner, slot.id))),
  );
  await Promise.all([...booking, ...[1, 5, 2].map((capacity) => change(room.id, { capacity }))]);
  expect(await wrongCounts(room.id)).toBe(0);
  const lanes = await pool.query("select max(lane) as lane from claim where resource_id = $1", [
    room.id,
  ]);
  expect(lanes.rows[0].lane).toBeLessThan(5);
});

test("lists in order by pages, and escapes search patterns", async () => {
  const tenant = await makeTenant();
  const names = ["100% room", "100 rooms", "under_score", "underXscore", "Ünder", "back\\slash"];
  for (const [index, name] of names.entries())
    await makeResource(tenant, { name, position: index % 2, type: index === 0 ? "court" : "room" });
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: "2", ...(cursor && { cursor }), include: "total" }, tenant);
    expect(page.page.total).toBe(6);
    seen.push(...page.data.map((room) => room.name));
    if (page.page.next_cursor === null) break;
    cursor = page.page.next_cursor;
  }
  expect(seen).toEqual([names[0], names[2], names[4], names[1], names[3], names[5]]);
  const found = async (search: string) =>
    (await list({ search }, tenant)).data.map((room) => room.name);
  expect(await found("100%")).toEqual(["100% room"]);
  expect(await found("under_")).toEqual(["under_score"]);
  expect(await found("ünder")).toEqual(["Ünder"]);
  expect(await found("k\\s")).toEqual(["back\\slash"]);
  expect((await list({ type: "court" }, tenant)).data).toHaveLength(1);
});

test("resource-limited people see only theirs", async () => {
  const [mine, other] = [await makeResource(owner), await makeResource(owner)];
  const limited = await makeUser(owner, "staff", { resource_ids: [mine.id] });
  expect((await list({}, limited)).data.map((room) => room.id)).toEqual([mine.id]);
  expect(await outcome(getResource(limited, other.id))).toBe("not_found");
  await deleteResource(owner, mine.id);
  // An empty scope means no resources, not all.
  expect((await list({}, limited)).data).toEqual([]);
});

test("an unknown one can be neither changed nor deleted", async () => {
  const other = await makeResource(await makeTenant());
  for (const id of [other.id, newId()]) {
    expect(await outcome(change(id, { name: "Mine" }))).toBe("not_found");
    expect(await outcome(deleteResource(owner, id))).toBe("not_found");
  }
});

test("deleting a resource removes it from schedules; one without another resource becomes inactive", async () => {
  const tenant = await makeTenant();
  const [deleted, stays] = [await makeResource(tenant), await makeResource(tenant)];
  const alone = await makeSchedule(tenant, [deleted.id], { max_advance_days: 2 });
  const shared = await makeSchedule(tenant, [deleted.id, stays.id], { max_advance_days: 2 });
  await deleteResource(tenant, deleted.id);
  expect(await getSchedule(tenant, alone.id)).toMatchObject({ active: false, resource_ids: [] });
  expect(await getSchedule(tenant, shared.id)).toMatchObject({
    active: true,
    resource_ids: [stays.id],
  });
  const listed = await listSchedules(tenant, ScheduleFilter.parse({}));
  expect(listed.data.map(({ id }) => id)).toEqual([alone.id, shared.id]);
  expect((await readOnboarding(tenant)).data.schedule).toMatchObject({ id: shared.id });
  expect(await outcome(updateSchedule(tenant, alone.id, { active: true }))).toBe(
    "validation_failed",
  );
  expect(
    await updateSchedule(tenant, alone.id, { active: true, resource_ids: [stays.id] }),
  ).toMatchObject({
    active: true,
  });
});

test("a no-op change leaves no trace", async () => {
  const tenant = await makeTenant();
  const room = await makeResource(tenant);
  const saved = { ...room, dry_run: false, over_capacity: [], outside_bookings: [] };
  expect(await updateResource(tenant, room.id, {})).toEqual(saved);
  expect(
    await updateResource(tenant, room.id, { name: room.name, capacity: room.capacity }),
  ).toEqual(saved);
  const audits = await pool.query("select action from audit_row where entity_id = $1", [room.id]);
  expect(audits.rows).toEqual([{ action: "resource.created" }]);
});
