import { beforeAll, expect, test } from "vitest";
import { AvailabilityQuery, type Availability, NewSlot } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { book, outcome, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { statementCosts } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { readAvailability } from "./availability.sql.server";
import { explain } from "./explain.sql.server";
import { updateSlot } from "./edit-slot.server";
import { createSlot } from "./manual-slots.server";

let owner: UserActor;
const today = localDateOf(Date.now(), "UTC");

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});

const read = (query: Record<string, unknown>) =>
  readAvailability(owner, AvailabilityQuery.parse(query), 92, null);
async function states(query: Record<string, unknown>): Promise<string[]> {
  return (JSON.parse((await read(query)).json!) as Availability).days.map(({ state }) => state);
}

test("days beyond the horizon are too far, with and without a schedule named", async () => {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 3 });
  const range = { resource_id: room.id, from: addDays(today, 1), to: addDays(today, 8) };
  for (const query of [range, { ...range, schedule_id: service.id }]) {
    const found = await states(query);
    expect(found.slice(0, 2)).toEqual(["open", "open"]);
    expect(found.slice(4)).toEqual(["too_far", "too_far", "too_far", "too_far"]);
  }
  const longer = await makeSchedule(owner, [room.id], {
    max_advance_days: 30,
    overrides: [{ date: addDays(today, 6), closed: true }],
  });
  expect((await states({ ...range, schedule_id: longer.id }))[5]).toBe("closed");
});

test("limit counts are read only for schedules with limits", async () => {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 6 });
  const [slot] = (await slotsOf(service.id)).filter(
    ({ starts_at }) => starts_at.getTime() > Date.now() + 86_400_000,
  );
  await book(owner, slot!.id);
  const range = { schedule_id: service.id, include: "unavailable" };
  const reasons = async () => {
    const { days } = JSON.parse((await read(range)).json!) as Availability;
    return new Set(days.flatMap(({ slots }) => slots.map(({ reason }) => reason)));
  };
  const counted = async () => {
    const sent = await statementCosts(reasons);
    return sent.filter(({ text }) => text.includes("from booking counted")).length;
  };
  const limit = (max_per_day: number | null) =>
    pool.query(
      "update schedule set max_per_day = $3, updated_at = now() where tenant_id = $1 and id = $2",
      [owner.tenant.id, service.id, max_per_day],
    );
  expect(await counted()).toBe(0);
  expect(await reasons()).not.toContain("daily_limit");
  await limit(1);
  expect(await counted()).toBe(1);
  expect(await reasons()).toContain("daily_limit");
  await limit(null);
  expect(await reasons()).not.toContain("daily_limit");
});

test("an unknown schedule is not found; one without the resource has no times", async () => {
  const [room, other] = [await makeResource(owner), await makeResource(owner)];
  const service = await makeSchedule(owner, [other.id], { max_advance_days: 3 });
  expect(await outcome(read({ resource_id: room.id, schedule_id: newId() }))).toBe("not_found");
  expect(await outcome(read({ schedule_id: newId() }))).toBe("not_found");
  expect(new Set(await states({ resource_id: room.id, schedule_id: service.id }))).toEqual(
    new Set(["closed"]),
  );
});

test("a response over 5,000 slots is refused with advice", async () => {
  const tenant = owner;
  const room = await makeResource(tenant);
  const service = await makeSchedule(tenant, [room.id], { max_advance_days: 1 });
  await pool.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity)
     select $1, gen_random_uuid(), $2, $3, at, at + interval '5 minutes', at, at + interval '5 minutes', 1
     from generate_series(date_trunc('day', now()) + interval '2 days', date_trunc('day', now()) + interval '30 days', interval '5 minutes') at
     on conflict do nothing`,
    [tenant.tenant.id, room.id, service.id],
  );
  const range = { resource_id: room.id, from: today, to: addDays(today, 30) };
  await expect(read(range)).rejects.toMatchObject({
    code: "validation_failed",
    extra: {
      issues: [
        { path: "to", code: "too_big", message: expect.stringContaining("ask for fewer days") },
      ],
    },
  });
  expect(await states({ ...range, to: addDays(today, 10) })).toHaveLength(11);
});

test("the explanation uses the booking's window", async () => {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], {
    max_advance_days: 3,
    min_notice_minutes: 2880,
  });
  for (const days of [1, 2, 3, 4]) {
    const date = addDays(today, days);
    const explanation = await explain(owner, {
      schedule_id: service.id,
      resource_id: room.id,
      date,
      party_size: 1,
    });
    const { days: found } = JSON.parse(
      (await read({ resource_id: room.id, from: date, to: date })).json!,
    ) as Availability;
    expect(explanation.bookable).toEqual(found[0]!.slots.map(({ starts_at }) => starts_at));
  }
});

test("a held time is marked as held in the list and the explanation", async () => {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], {
    max_advance_days: 5,
    requires_approval: true,
  });
  const slot = (await slotsOf(service.id)).at(-28)!;
  const { id } = await book(owner, slot.id, { status: "pending" });
  await pool.query("update claim set lapses_at = now() + interval '1 hour' where booking_id = $1", [
    id,
  ]);
  const date = localDateOf(slot.starts_at.getTime(), "UTC");
  const { days } = JSON.parse(
    (await read({ resource_id: room.id, from: date, to: date, include: "unavailable" })).json!,
  ) as Availability;
  expect(days[0]!.slots.find(({ id }) => id === slot.id)).toMatchObject({
    bookable: false,
    reason: "held",
  });
});

test("a manual slot is at most 730 days ahead, and a currency needs a price", async () => {
  const room = await makeResource(owner);
  const at = (days: number) => `${addDays(today, days)}T09:00:00Z`;
  const make = (input: Record<string, unknown>) =>
    createSlot(
      owner,
      NewSlot.parse({ resource_id: room.id, duration_minutes: 30, starts_at: at(9), ...input }),
    );
  expect(await outcome(make({ starts_at: at(732) }))).toBe("validation_failed");
  expect(await outcome(make({ currency: "EUR" }))).toBe("validation_failed");
  const slot = await make({ starts_at: at(729) });
  expect(await outcome(updateSlot(owner, slot.id, { currency: "EUR" }))).toBe("validation_failed");
  const rows = async () =>
    (await pool.query("select slots_version from resource where id = $1", [room.id])).rows.concat(
      (await pool.query("select id from audit_row where entity_id = $1", [slot.id])).rows,
    );
  const before = await rows();
  expect(await updateSlot(owner, slot.id, {})).toMatchObject(slot);
  expect(
    await updateSlot(owner, slot.id, { status: "open", capacity: slot.capacity }),
  ).toMatchObject(slot);
  expect(await rows()).toEqual(before);
});
