import { beforeAll, describe, expect, test } from "vitest";
import { DeleteSlots, GenerateSlots } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { nextClockChange } from "~/testing/clock-changes";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { book, outcome, slotsOf, wrongCounts } from "~/testing/booking-calls";
import type { UserActor } from "../identity/actor";
import { updateSchedule } from "./schedules.server";
import { deleteSlots } from "./delete-slots.sql.server";
import { ensureSchedule, ensureSlotsFor, generateSlots } from "./ensure-slots.server";
import { updateSlot } from "../slots/edit-slot.server";

const ZONE = "Europe/Amsterdam";
const today = localDateOf(Date.now(), ZONE);
const inDays = (days: number) => addDays(today, days);
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

async function setUpService(
  schedule: Record<string, unknown> = {},
  resource: Record<string, unknown> = {},
) {
  const room = await makeResource(owner, resource);
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 3, ...schedule });
  return { room, service };
}
const generate = (
  schedule_id: string,
  from: string,
  to: string,
  more: Record<string, unknown> = {},
) => generateSlots(owner, GenerateSlots.parse({ schedule_id, from, to, ...more }));
const remove = (input: Record<string, unknown>, actor = owner) =>
  deleteSlots(actor, DeleteSlots.parse(input));
const empty = { created: 0, removed: 0, skipped: [] };

describe("generate", () => {
  test("generates slots for the hours, idempotently", async () => {
    const { service } = await setUpService();
    expect(await generate(service.id, inDays(30), inDays(39))).toEqual({
      created: 80,
      kept: 0,
      removed: 0,
      skipped: [],
    });
    const before = await slotsOf(service.id);
    expect(await generate(service.id, inDays(30), inDays(39))).toEqual({ ...empty, kept: 80 });
    expect(await slotsOf(service.id)).toEqual(before);
  });

  test("a dry run reports the same without changes", async () => {
    const { service } = await setUpService();
    const before = await slotsOf(service.id);
    const preview = await generate(service.id, inDays(30), inDays(31), { dry_run: true });
    expect(await slotsOf(service.id)).toEqual(before);
    expect(await generate(service.id, inDays(30), inDays(31))).toEqual(preview);
  });

  test("is limited to 92 days and 20,000 slots", async () => {
    const { service, room } = await setUpService({
      duration_minutes: 5,
      rules: daily("00:00", "00:00"),
      time_zone: "UTC",
    });
    expect(await outcome(generate(service.id, inDays(10), inDays(102), { dry_run: true }))).toBe(
      "validation_failed",
    );
    expect(await outcome(generate(service.id, inDays(10), inDays(9)))).toBe("validation_failed");
    // 288 a day: 69 days are 19,872, one more is too many.
    expect(await outcome(generate(service.id, inDays(10), inDays(79)))).toBe("validation_failed");
    expect(await generate(service.id, inDays(10), inDays(78))).toMatchObject({ created: 19_872 });
    expect(await wrongCounts(room.id)).toBe(0);
    const short = await setUpService({ rules: daily("09:00", "10:00") });
    expect(await generate(short.service.id, inDays(10), inDays(101))).toMatchObject({
      created: 92,
    });
  });

  test("skips past times and reports them", async () => {
    const { service } = await setUpService({
      rules: daily("00:00", "00:00"),
      duration_minutes: 60,
    });
    const { skipped, created } = await generate(service.id, inDays(-2), inDays(-1));
    expect(created).toBe(0);
    expect(skipped).toHaveLength(
      (startOfDay(today, ZONE) - startOfDay(inDays(-2), ZONE)) / 3_600_000,
    );
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(["past"]));
    expect(
      (await slotsOf(service.id)).every((slot) => slot.starts_at.getTime() > Date.now() - 60_000),
    ).toBe(true);
  });

  test("hours over midnight: each day has the slots that start on it", async () => {
    const { service } = await setUpService({
      rules: daily("22:00", "02:00"),
      max_advance_days: 1,
      time_zone: "UTC",
    });
    expect(await generate(service.id, inDays(40), inDays(40))).toMatchObject({ created: 4 });
    const from = startOfDay(inDays(40), "UTC");
    const made = (await slotsOf(service.id)).filter((slot) => slot.starts_at.getTime() >= from);
    const hours = made.map((slot) => (slot.starts_at.getTime() - from) / 3_600_000);
    expect(hours).toEqual([0, 1, 22, 23]);
    expect(await generate(service.id, inDays(41), inDays(41))).toMatchObject({
      created: 4,
      kept: 0,
    });
  });

  test("the short night has one slot less, the long night one more", async () => {
    const { service } = await setUpService({ rules: daily("00:00", "06:00"), max_advance_days: 1 });
    const starts = async (date: string) => {
      await generate(service.id, date, date);
      const rows = (await slotsOf(service.id)).filter(
        (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === date,
      );
      return rows.map((slot) => slot.starts_at.toISOString().slice(0, 16));
    };
    const hoursFrom = (date: string, length: number) =>
      Array.from({ length }, (_, hour) =>
        new Date(startOfDay(date, ZONE) + hour * 3_600_000).toISOString().slice(0, 16),
      );
    const [spring, autumn] = [nextClockChange("03", ZONE), nextClockChange("10", ZONE)];
    expect(await starts(spring)).toEqual(hoursFrom(spring, 5));
    expect(await starts(autumn)).toEqual(hoursFrom(autumn, 7));
  });

  test("bookings and closed slots stay, others follow the hours", async () => {
    const { service, room } = await setUpService({ max_advance_days: 20 });
    const at = (await slotsOf(service.id)).filter(
      (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === inDays(5),
    );
    const booking = await book(owner, at[0]!.id);
    await updateSlot(owner, at[1]!.id, { status: "closed" });
    await pool.query(
      "update schedule set rules = $2, duration_minutes = 90, price_amount = 700, currency = 'EUR' where id = $1",
      [service.id, JSON.stringify(daily("09:00", "12:00"))],
    );
    const done = await generate(service.id, inDays(5), inDays(5));
    // 09:00 is booked as an hour and sold on in the new length; 10:30 is new; of the old ones 10:00
    // to 16:00 are removed.
    expect(done).toMatchObject({ created: 1, kept: 1, removed: 7, skipped: [] });
    const after = (await slotsOf(service.id)).filter(
      (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === inDays(5),
    );
    expect(after).toMatchObject([
      {
        id: at[0]!.id,
        ends_at: new Date(at[0]!.ends_at.getTime() + 1_800_000),
        taken: 1,
        price_amount: 700,
      },
      { price_amount: 700, taken: 0 },
    ]);
    expect(booking.slot_id).toBe(at[0]!.id);
    await pool.query("update schedule set rules = $2, duration_minutes = 60 where id = $1", [
      service.id,
      JSON.stringify(daily("09:00", "17:00")),
    ]);
    await generate(service.id, inDays(6), inDays(6));
    const closed = (await slotsOf(service.id)).find(
      (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === inDays(6),
    )!;
    await updateSlot(owner, closed.id, { status: "closed" });
    await pool.query("update schedule set price_amount = 900 where id = $1", [service.id]);
    await generate(service.id, inDays(6), inDays(6));
    expect((await slotsOf(service.id)).find((slot) => slot.id === closed.id)).toMatchObject({
      status: "closed",
      price_amount: 900,
    });
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("new slots count claims of the resource's other services", async () => {
    const { service, room } = await setUpService({ max_advance_days: 20 });
    const slot = (await slotsOf(service.id)).at(-4)!;
    await book(owner, slot.id);
    const half = await makeSchedule(owner, [room.id], {
      duration_minutes: 30,
      max_advance_days: 20,
    });
    const taken = (await slotsOf(half.id)).filter((other) => other.taken === 1);
    expect(taken.map((other) => other.starts_at.getTime() - slot.starts_at.getTime())).toEqual([
      0, 1_800_000,
    ]);
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("concurrent bookings and generation of one resource leave no booking without its slot", async () => {
    const { service, room } = await setUpService({ max_advance_days: 20 });
    const slots = (await slotsOf(service.id)).slice(-30);
    const work = slots.flatMap((slot, index) => {
      const actions = [outcome(book(owner, slot.id))];
      if (index % 3 === 0)
        actions.push(outcome(generate(service.id, inDays(1), inDays(20)) as never));
      if (index % 5 === 0)
        actions.push(
          outcome(
            remove({
              schedule_id: service.id,
              from: inDays(1),
              to: inDays(20),
              only_free: false,
            }) as never,
          ),
        );
      return actions;
    });
    await Promise.all(work);
    const orphans = await pool.query(
      `select b.id from booking b where b.resource_id = $1 and b.slot_id is not null
         and not exists (select 1 from slot s where s.tenant_id = b.tenant_id and s.id = b.slot_id)`,
      [room.id],
    );
    expect(orphans.rows).toEqual([]);
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("staff generate for their resources, audited", async () => {
    const { service, room } = await setUpService();
    const mine = await makeUser(owner, "staff", { resource_ids: [room.id] });
    const stranger = await makeUser(owner, "staff", {
      resource_ids: [(await makeResource(owner)).id],
    });
    const input = GenerateSlots.parse({
      schedule_id: service.id,
      from: inDays(50),
      to: inDays(50),
    });
    expect(await outcome(generateSlots(stranger, input))).toBe("not_found");
    expect(
      await outcome(generateSlots(mine, { ...input, resource_ids: [stranger.resource_ids![0]!] })),
    ).toBe("validation_failed");
    expect(await generateSlots(mine, input)).toMatchObject({ created: 8 });
    const audit = await pool.query(
      "select actor, diff from audit_row where entity_id = $1 and action = 'slots.generated'",
      [service.id],
    );
    expect(audit.rows).toEqual([
      { actor: { kind: "user", id: mine.user_id }, diff: { created: 8, removed: 0 } },
    ]);
  });
});

describe("ensure", () => {
  test("fills the rolling horizon once; without a schedule, of all active ones", async () => {
    const tenant = await makeTenant({ time_zone: ZONE });
    const room = await makeResource(tenant);
    const long = await makeSchedule(tenant, [room.id], { max_advance_days: 200 });
    const off = await makeSchedule(tenant, [room.id], { max_advance_days: 200, active: false });
    await pool.query("delete from slot where tenant_id = $1", [tenant.tenant.id]);
    const first = await ensureSlotsFor(tenant, undefined);
    // 201 whole days and the rest of today.
    expect(first.created).toBeGreaterThanOrEqual(201 * 8);
    expect(await slotsOf(off.id)).toEqual([]);
    const last = (await slotsOf(long.id)).at(-1)!;
    expect(localDateOf(last.starts_at.getTime(), ZONE)).toBe(inDays(201));
    expect(await ensureSlotsFor(tenant, long.id)).toMatchObject({
      created: 0,
      removed: 0,
      kept: first.created,
    });
  });

  test("the job deletes free slots of removed resources and keeps booked ones", async () => {
    const rooms = [await makeResource(owner), await makeResource(owner)];
    const service = await makeSchedule(
      owner,
      rooms.map((room) => room.id),
      { max_advance_days: 5 },
    );
    const left = (await slotsOf(service.id, rooms[1]!.id)).at(-1)!;
    await book(owner, left.id);
    await updateSchedule(owner, service.id, { resource_ids: [rooms[0]!.id] });
    const version = async () =>
      (await pool.query("select slots_version from resource where id = $1", [rooms[1]!.id])).rows[0]
        .slots_version;
    const before = await version();
    await ensureSchedule(owner.tenant.id, service.id);
    expect((await slotsOf(service.id, rooms[1]!.id)).map((slot) => slot.id)).toEqual([left.id]);
    expect(Number(await version())).toBeGreaterThan(Number(before));
  });
});

describe("delete", () => {
  test("deletes free slots of a range and lists the booked ones it kept", async () => {
    const { service, room } = await setUpService({ max_advance_days: 20 });
    const onDay = async (days: number) =>
      (await slotsOf(service.id)).filter(
        (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === inDays(days),
      );
    const booked = (await onDay(4))[2]!;
    await book(owner, booked.id);
    const done = await remove({ schedule_id: service.id, from: inDays(4), to: inDays(5) });
    expect(done).toMatchObject({
      deleted: 15,
      kept_booked: [{ id: booked.id, resource_id: room.id }],
    });
    expect((await onDay(4)).map((slot) => slot.id)).toEqual([booked.id]);
    expect([(await onDay(3)).length, (await onDay(5)).length, (await onDay(6)).length]).toEqual([
      8, 0, 8,
    ]);
    expect(await remove({ schedule_id: service.id, from: inDays(4), to: inDays(5) })).toMatchObject(
      { deleted: 0 },
    );
    expect(await generate(service.id, inDays(4), inDays(5))).toMatchObject({
      created: 15,
      kept: 1,
    });
  });

  test("a partly claimed slot is deleted only on request", async () => {
    const { service, room } = await setUpService({ max_advance_days: 20 });
    const half = await makeSchedule(owner, [room.id], {
      duration_minutes: 30,
      max_advance_days: 20,
    });
    const slot = (await slotsOf(half.id)).find(
      (candidate) => localDateOf(candidate.starts_at.getTime(), ZONE) === inDays(4),
    )!;
    await book(owner, slot.id);
    const range = { schedule_id: service.id, from: inDays(4), to: inDays(4) };
    expect(await remove(range)).toMatchObject({ deleted: 7, kept_booked: [] });
    expect(await remove({ ...range, only_free: false })).toMatchObject({
      deleted: 1,
      kept_booked: [],
    });
    expect(
      await remove({ resource_id: room.id, from: inDays(4), to: inDays(4), only_free: false }),
    ).toMatchObject({
      deleted: 15,
      kept_booked: [{ id: slot.id }],
    });
  });

  test("is limited to one's own resources, and audited", async () => {
    const { service, room } = await setUpService();
    const stranger = await makeUser(owner, "staff", {
      resource_ids: [(await makeResource(owner)).id],
    });
    const range = { from: inDays(1), to: inDays(2) };
    for (const input of [{ schedule_id: service.id }, { resource_id: room.id }]) {
      expect(await outcome(remove({ ...input, ...range }, stranger))).toBe("not_found");
      expect(await outcome(remove({ ...input, ...range }, await makeTenant()))).toBe("not_found");
    }
    await remove({ resource_id: room.id, ...range });
    const audit = await pool.query(
      "select diff from audit_row where entity_id = $1 and action = 'slots.deleted'",
      [room.id],
    );
    expect(audit.rows).toEqual([{ diff: { ...range, deleted: 16 } }]);
  });
});
