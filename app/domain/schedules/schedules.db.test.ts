import { beforeAll, describe, expect, test } from "vitest";
import { NewSchedule, ScheduleFilter, SchedulePatch } from "~/contract/schedules";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { book, outcome, putStatus, slotsOf, wrongCounts } from "~/testing/booking-calls";
import type { UserActor } from "../identity/actor";
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
} from "./schedules.server";

const ZONE = "Europe/Amsterdam";
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
const dateOf = (at: Date) => localDateOf(at.getTime(), ZONE);
const hourOf = (at: Date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" }).format(
    at,
  );

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

const change = (id: string, patch: Record<string, unknown>, actor = owner) =>
  updateSchedule(actor, id, SchedulePatch.parse(patch));
const create = (input: Record<string, unknown>, actor = owner) =>
  createSchedule(
    actor,
    NewSchedule.parse({ name: "Offer", rules: daily("09:00", "11:00"), ...input }),
  );

describe("new hours", () => {
  test("free slots are regenerated immediately, booked ones stay, and bookings outside are reported", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const day = addDays(dateOf(new Date()), 4);
    const of = async () =>
      (await slotsOf(service.id)).filter((slot) => dateOf(slot.starts_at) === day);
    const [nine, ten, , , , two] = await of();
    const inside = await book(owner, ten!.id);
    const outside = await book(owner, two!.id);
    const cancelled = await book(owner, nine!.id);
    await putStatus(cancelled.id, "cancelled");
    const saved = await change(service.id, {
      rules: daily("10:00", "12:30"),
      step_minutes: 30,
      duration_minutes: 60,
    });
    expect(saved).toMatchObject({ dry_run: false, step_minutes: 30 });
    expect(saved.outside_bookings).toEqual([
      {
        id: outside.id,
        reference: outside.reference,
        resource_id: room.id,
        customer_name: outside.customer.name,
        starts_at: outside.starts_at,
        ends_at: outside.ends_at,
      },
    ]);
    expect((await of()).map((slot) => [hourOf(slot.starts_at), slot.taken])).toEqual([
      ["10:00", 1],
      ["10:30", 1],
      ["11:00", 0],
      ["11:30", 0],
      ["14:00", 1],
    ]);
    expect((await of())[0]).toMatchObject({ id: ten!.id });
    expect(inside.slot_id).toBe(ten!.id);
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("a dry run reports the same bookings without saving", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const booking = await book(owner, (await slotsOf(service.id)).at(-1)!.id);
    const slots = await slotsOf(service.id);
    const before = await getSchedule(owner, service.id);
    const patch = { rules: daily("09:00", "12:00"), name: "Mornings" };
    const preview = await change(service.id, { ...patch, dry_run: true });
    expect(preview).toMatchObject({
      dry_run: true,
      name: "Mornings",
      outside_bookings: [{ id: booking.id }],
    });
    expect(await getSchedule(owner, service.id)).toEqual(before);
    expect(await slotsOf(service.id)).toEqual(slots);
    expect(
      (
        await pool.query(
          "select 1 from audit_row where entity_id = $1 and action = 'schedule.updated'",
          [service.id],
        )
      ).rowCount,
    ).toBe(0);
    expect((await change(service.id, patch)).outside_bookings).toEqual(preview.outside_bookings);
  });

  test("closing a day, ending or deactivating a service leaves its bookings outside", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const day = addDays(dateOf(new Date()), 5);
    const slot = (await slotsOf(service.id)).find(
      (candidate) => dateOf(candidate.starts_at) === day,
    )!;
    const booking = await book(owner, slot.id);
    for (const patch of [
      { overrides: [{ date: day, closed: true }] },
      { valid_to: addDays(day, -1) },
      { valid_from: addDays(day, 1) },
    ])
      expect(
        (await change(service.id, { ...patch, dry_run: true })).outside_bookings.map(
          ({ id }) => id,
        ),
      ).toEqual([booking.id]);
    await change(service.id, { overrides: [{ date: day, closed: true }] });
    expect(
      (await slotsOf(service.id))
        .filter((candidate) => dateOf(candidate.starts_at) === day)
        .map(({ id }) => id),
    ).toEqual([slot.id]);
    await change(service.id, { active: false });
    expect(await outcome(book(owner, (await slotsOf(service.id)).at(-1)!.id))).toBe(
      "slot_unavailable",
    );
  });

  test("a new price applies to new bookings", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], {
      price_amount: 1000,
      max_advance_days: 10,
    });
    const [first, second] = (await slotsOf(service.id)).slice(-2);
    const before = await book(owner, first!.id);
    expect(await change(service.id, { price_amount: 2000 })).toMatchObject({
      price_amount: 2000,
      currency: "EUR",
    });
    const after = await book(owner, second!.id);
    expect([before.price_amount, after.price_amount]).toEqual([1000, 2000]);
    expect(
      (await pool.query("select price_amount from booking where id = $1", [before.id])).rows,
    ).toEqual([{ price_amount: 1000 }]);
    expect(await change(service.id, { price_amount: null })).toMatchObject({
      price_amount: null,
      currency: null,
    });
  });
});

test.each([
  ["a last day before the first", { valid_from: "2027-02-01", valid_to: "2027-01-31" }],
  [
    "the same date twice",
    {
      overrides: [
        { date: "2027-01-01", closed: true },
        { date: "2027-01-01", intervals: [{ start: "09:00", end: "10:00" }] },
      ],
    },
  ],
  ["payment without a price", { requires_payment: true }],
  ["payment of nothing", { requires_payment: true, price_amount: 0 }],
  ["a currency without a price", { currency: "EUR" }],
  ["a resource that is not there", { resource_ids: [newId()] }],
])("refuses %s, new and changed", async (_what, input) => {
  const room = await makeResource(owner);
  const isCurrency = "currency" in input;
  // Without a price no currency is stored.
  if (!isCurrency)
    expect(await outcome(create({ resource_ids: [room.id], ...input }))).toBe("validation_failed");
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 1 });
  expect(await outcome(change(service.id, input))).toBe("validation_failed");
  expect(await outcome(change(service.id, { ...input, dry_run: true }))).toBe("validation_failed");
});

describe("resource-limited people", () => {
  test("see schedules with their resources, change those with only theirs, and cannot add others", async () => {
    const [mine, other] = [await makeResource(owner), await makeResource(owner)];
    const limited = await makeUser(owner, "staff", { resource_ids: [mine.id] });
    const own = await makeSchedule(owner, [mine.id], { max_advance_days: 1 });
    const shared = await makeSchedule(owner, [mine.id, other.id], { max_advance_days: 1 });
    const foreign = await makeSchedule(owner, [other.id], { max_advance_days: 1 });
    const listed = await listSchedules(limited, ScheduleFilter.parse({}));
    expect(listed.data.map((schedule) => schedule.id)).toEqual([own.id, shared.id]);
    expect(await outcome(getSchedule(limited, foreign.id))).toBe("not_found");
    expect(await change(own.id, { name: "Mine" }, limited)).toMatchObject({ name: "Mine" });
    for (const id of [shared.id, foreign.id]) {
      expect(await outcome(change(id, { name: "Mine" }, limited))).toBe("not_found");
      expect(await outcome(deleteSchedule(limited, id))).toBe("not_found");
    }
    expect(await outcome(change(own.id, { resource_ids: [mine.id, other.id] }, limited))).toBe(
      "validation_failed",
    );
    expect(await outcome(create({ resource_ids: [other.id] }, limited))).toBe("validation_failed");
    expect(await outcome(deleteSchedule(limited, own.id))).toBe(undefined);
  });
});

describe("deleting", () => {
  test("deletes the slots, and is refused with upcoming bookings", async () => {
    const room = await makeResource(owner);
    const service = await makeSchedule(owner, [room.id], { max_advance_days: 10 });
    const booking = await book(owner, (await slotsOf(service.id)).at(-1)!.id);
    expect(await outcome(deleteSchedule(owner, service.id))).toBe("in_use");
    await putStatus(booking.id, "cancelled");
    await deleteSchedule(owner, service.id);
    expect(await slotsOf(service.id)).toEqual([]);
    expect(await outcome(getSchedule(owner, service.id))).toBe("not_found");
    expect(await outcome(deleteSchedule(owner, service.id))).toBe("not_found");
  });

  test("is refused for a booking on a former resource", async () => {
    const rooms = [await makeResource(owner), await makeResource(owner)];
    const service = await makeSchedule(
      owner,
      rooms.map((room) => room.id),
      { max_advance_days: 10 },
    );
    await book(owner, (await slotsOf(service.id, rooms[1]!.id)).at(-1)!.id);
    await change(service.id, { resource_ids: [rooms[0]!.id] });
    expect(await outcome(deleteSchedule(owner, service.id))).toBe("in_use");
  });
});

test("lists oldest first in pages, filtered by resource, text and status", async () => {
  const tenant = await makeTenant();
  const rooms = [await makeResource(tenant), await makeResource(tenant)];
  const made = [];
  for (let index = 0; index < 5; index++)
    made.push(
      await makeSchedule(tenant, [rooms[index % 2]!.id], {
        name: `Class_${index}`,
        active: index !== 4,
        max_advance_days: 1,
      }),
    );
  const ids = async (filter: Record<string, unknown>) =>
    (await listSchedules(tenant, ScheduleFilter.parse(filter))).data.map(({ id }) => id);
  const first = await listSchedules(tenant, ScheduleFilter.parse({ limit: "2", include: "total" }));
  expect(first.page).toMatchObject({ has_more: true, total: 5 });
  const rest = await ids({ cursor: first.page.next_cursor, limit: "100" });
  expect([...first.data.map(({ id }) => id), ...rest]).toEqual(made.map(({ id }) => id));
  expect(await ids({ resource_id: rooms[1]!.id })).toEqual([made[1]!.id, made[3]!.id]);
  expect(await ids({ active: "false" })).toEqual([made[4]!.id]);
  expect(await ids({ search: "CLASS_3" })).toEqual([made[3]!.id]);
  expect(await ids({ search: "s%3" })).toEqual([]);
});
