import { beforeAll, describe, expect, test } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import { AvailabilityQuery, type Availability, GenerateSlots } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { book, outcome, type SlotRow, slotsOf, wrongCounts } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { readAvailability } from "../slots/availability.sql.server";
import { updateSlot } from "../slots/edit-slot.server";
import { ensureSchedule, generateSlots } from "./ensure-slots.server";
import { fillSlots, horizonOf } from "./fill-slots.server";
import { readPlanned } from "./read-schedule.server";
import { updateSchedule } from "./schedules.server";

const ZONE = "Europe/Amsterdam";
const today = localDateOf(Date.now(), ZONE);
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
const dateOf = (slot: SlotRow) => localDateOf(slot.starts_at.getTime(), ZONE);

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

const change = (id: string, patch: Record<string, unknown>) =>
  updateSchedule(owner, id, SchedulePatch.parse(patch));
async function answer(query: Record<string, unknown>): Promise<Availability> {
  return JSON.parse(
    (await readAvailability(owner, AvailabilityQuery.parse(query), 92, null)).json!,
  );
}
const listed = async (scheduleId: string, date: string) =>
  (await answer({ schedule_id: scheduleId, from: date, to: date })).days[0]!;
const onDay = async (scheduleId: string, date: string) =>
  (await slotsOf(scheduleId)).filter((slot) => dateOf(slot) === date);

describe("a booked time that is no longer offered", () => {
  const day = addDays(today, 5);
  test.each([
    ["its date is closed", { overrides: [{ date: day, closed: true }] }],
    ["the hours are others", { rules: daily("13:00", "17:00") }],
    ["the last day lies before it", { valid_to: addDays(day, -1) }],
    [
      "times have become longer, and none begins then",
      { duration_minutes: 90, rules: daily("09:30", "17:00") },
    ],
  ])("is kept for its guest and closed to others despite free seats: %s", async (_why, patch) => {
    const room = await makeResource(owner, { capacity: 5 });
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const slot = (await onDay(service.id, day))[0]!;
    await book(owner, slot.id);
    await change(service.id, patch);
    expect((await slotsOf(service.id)).find(({ id }) => id === slot.id)).toMatchObject({
      taken: 1,
      status: "closed",
    });
    expect((await listed(service.id, day)).slots.filter(({ id }) => id === slot.id)).toEqual([]);
    expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
    // Back to the old hours: offered again.
    await change(service.id, {
      overrides: [],
      rules: daily("09:00", "17:00"),
      valid_to: null,
      duration_minutes: 60,
    });
    expect(await book(owner, slot.id)).toMatchObject({ slot_id: slot.id });
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("is not offered on a removed resource, and its booking is reported, dry run or not", async () => {
    const rooms = [
      await makeResource(owner, { capacity: 5 }),
      await makeResource(owner, { capacity: 5 }),
    ];
    const ids = rooms.map(({ id }) => id);
    const service = await makeSchedule(owner, ids, { max_advance_days: 10 });
    const slot = (await slotsOf(service.id, ids[1])).at(-3)!;
    const booking = await book(owner, slot.id);
    const patch = { resource_ids: [ids[0]] };
    for (const dry_run of [true, false])
      expect(
        (await change(service.id, { ...patch, dry_run })).outside_bookings.map(({ id }) => id),
      ).toEqual([booking.id]);
    expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
    expect(
      (await listed(service.id, dateOf(slot))).slots.filter(
        ({ resource_id }) => resource_id === ids[1],
      ),
    ).toEqual([]);
  });

  test("manually closed it stays closed when the hours return; manually opened it becomes a manual slot", async () => {
    const room = await makeResource(owner, { capacity: 5 });
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const [first, second] = await onDay(service.id, day);
    for (const slot of [first!, second!]) await book(owner, slot.id);
    await updateSlot(owner, first!.id, { status: "closed" });
    await change(service.id, { overrides: [{ date: day, closed: true }] });
    expect(await updateSlot(owner, second!.id, { status: "open" })).toMatchObject({
      status: "open",
      origin: "manual",
    });
    await ensureSchedule(owner.tenant.id, service.id);
    expect(await book(owner, second!.id)).toMatchObject({ slot_id: second!.id });
    await change(service.id, { overrides: [] });
    expect(await outcome(book(owner, first!.id))).toBe("slot_unavailable");
  });

  test("its free seats get the new price and capacity", async () => {
    const room = await makeResource(owner, { capacity: 5 });
    const service = await makeSchedule(owner, [room.id], {
      max_advance_days: 10,
      price_amount: 1000,
    });
    const slot = (await onDay(service.id, day))[0]!;
    const before = await book(owner, slot.id);
    await change(service.id, { price_amount: 2000 });
    expect([before.price_amount, (await book(owner, slot.id)).price_amount]).toEqual([1000, 2000]);
    await pool.query("update resource set capacity = 9 where id = $1", [room.id]);
    await ensureSchedule(owner.tenant.id, service.id);
    expect((await slotsOf(service.id)).find(({ id }) => id === slot.id)).toMatchObject({
      capacity: 9,
      taken: 2,
    });
  });
});

describe("saving hours, without a worker", () => {
  /** 48 a day over 60 days: more than one request makes. */
  const many = { duration_minutes: 5, rules: daily("10:00", "14:00"), max_advance_days: 60 };

  test("nothing outside them can be booked once the response has arrived", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], many);
    await ensureSchedule(owner.tenant.id, service.id);
    const old = await slotsOf(service.id);
    const saved = await change(service.id, { rules: daily("12:00", "16:00") });
    expect(saved.pending_until_filled).toBe(true);
    const outside = old.filter(
      (slot) => slot.starts_at.getTime() < startOfDay(dateOf(slot), ZONE) + 11.5 * 3_600_000,
    );
    const tried = [outside.at(1)!, outside.at(outside.length >> 1)!, outside.at(-1)!];
    for (const slot of tried)
      expect(await outcome(book(owner, slot.id))).toMatch(/^(not_found|slot_unavailable)$/);
    const hours = (
      await answer({ schedule_id: service.id, from: today, to: addDays(today, 61) })
    ).days.flatMap(({ slots }) =>
      slots.map(({ starts_at }) =>
        new Intl.DateTimeFormat("en", { timeZone: ZONE, hour: "2-digit", hourCycle: "h23" }).format(
          new Date(starts_at),
        ),
      ),
    );
    expect(hours.filter((hour) => hour < "12")).toEqual([]);
  });

  test("days with slots still being generated are pending, not closed", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], many);
    const far = addDays(today, 55);
    expect(service.pending_until_filled).toBe(true);
    expect((await listed(service.id, addDays(today, 1))).state).toBe("open");
    expect(await listed(service.id, far)).toMatchObject({ state: "pending", slots: [] });
    await ensureSchedule(owner.tenant.id, service.id);
    expect((await listed(service.id, far)).state).toBe("open");
    const links = await pool.query(
      "select pending_from, pending_until from schedule_resource where schedule_id = $1",
      [service.id],
    );
    expect(links.rows).toEqual([{ pending_from: null, pending_until: null }]);
  });

  test("unaffected days stay bookable", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], many);
    await ensureSchedule(owner.tenant.id, service.id);
    const closed = addDays(today, 40);
    const saved = await change(service.id, { overrides: [{ date: closed, closed: true }] });
    expect(saved.pending_until_filled).toBe(false);
    expect((await listed(service.id, closed)).state).toBe("closed");
    expect((await listed(service.id, addDays(closed, 1))).state).toBe("open");
  });

  test("slots planned before a save are not created after it", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const stale = (await readPlanned(owner.tenant.id, service.id))!;
    await change(service.id, { rules: daily("09:00", "10:00") });
    const before = await slotsOf(service.id);
    expect(await fillSlots(stale, [room.id], horizonOf(stale.schedule))).toBeNull();
    expect(await slotsOf(service.id)).toEqual(before);
  });

  test("a no-op save changes nothing", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 3 });
    const rows = () =>
      pool.query("select updated_at, plan_version from schedule where id = $1", [service.id]);
    const audits = () => pool.query("select id from audit_row where entity_id = $1", [service.id]);
    const before = [(await rows()).rows, (await audits()).rowCount];
    await change(service.id, {});
    await change(service.id, { name: service.name, resource_ids: [room.id] });
    expect([(await rows()).rows, (await audits()).rowCount]).toEqual(before);
  });
});

test(
  "17,000 slots are generated in steps, with bookings of the resource in between",
  { timeout: 120_000 },
  async () => {
    const room = await makeResource(owner);
    const five = { duration_minutes: 5, rules: daily("00:00", "00:00"), time_zone: "UTC" };
    const booked = await makeSchedule(owner, [room.id], {
      duration_minutes: 30,
      rules: daily("09:00", "11:00"),
      max_advance_days: 80,
    });
    const times = (await slotsOf(booked.id)).slice(8, 250);
    for (const slot of times.slice(0, 60)) await book(owner, slot.id);
    const service = await makeSchedule(owner, [room.id], { ...five, max_advance_days: 1 });
    const timed = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    let isMade = false;
    const made = timed(() =>
      generateSlots(
        owner,
        GenerateSlots.parse({
          schedule_id: service.id,
          from: addDays(today, 5),
          to: addDays(today, 63),
        }),
      ),
    ).finally(() => (isMade = true));
    const meanwhile: number[] = [];
    for (const slot of times.slice(60)) {
      if (isMade) break;
      meanwhile.push(await timed(() => book(owner, slot.id)));
    }
    const all = await made;
    // Under a single lock the first booking would wait for nearly all of it and be the only one.
    expect(meanwhile.length).toBeGreaterThan(3);
    expect(Math.max(...meanwhile)).toBeLessThan(all / 2);
    expect(await wrongCounts(room.id)).toBe(0);
  },
);
