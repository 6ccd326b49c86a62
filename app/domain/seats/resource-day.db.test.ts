import { beforeAll, beforeEach, expect, test } from "vitest";
import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { NewClosedDays } from "~/contract/hours";
import { NewHold } from "~/contract/holds";
import { NewSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { countUpdates } from "~/testing/count-updates";
import { seededRandom } from "~/testing/seeded-random";
import { findKey } from "../api-keys/find-key.server";
import { createBlock, deleteBlock } from "../blocks/change-block.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { releaseHold, takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { closeDays, openDay } from "../schedules/closed-days.server";
import { deleteSlots } from "../schedules/delete-slots.sql.server";
import { ensureSchedule } from "../schedules/ensure-slots.server";
import { deleteSchedule, updateSchedule } from "../schedules/schedules.server";
import { updateSlot } from "../slots/edit-slot.server";
import { createSlot } from "../slots/manual-slots.server";
import { recountDays } from "./claim-seats.sql.server";

// The counts by day always equal a fresh count of claims and slots.

let owner: UserActor;
let people: string[];
let schedule: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});
beforeEach(async () => {
  people = [
    (await makeResource(owner, { capacity: 3 })).id,
    (await makeResource(owner, { capacity: 3 })).id,
  ];
  const buffers = { buffer_before_minutes: 10, buffer_after_minutes: 5 };
  schedule = (await makeSchedule(owner, people, { max_advance_days: 8, ...buffers })).id;
  slots = await slotsAfter(1, schedule);
});

interface Day {
  day: string;
  booked: number;
  offered: number;
}

/** As maintained by the database functions. */
async function storedDays(resource: string): Promise<Day[]> {
  const found = await pool.query<Day>(
    `select day::text, booked_minutes as booked, offered_minutes as offered from resource_day
     where resource_id = $1 and booked_minutes + offered_minutes > 0 order by day`,
    [resource],
  );
  return found.rows;
}

/** Counted minute by minute from slots and claims, independently of the product's SQL. */
async function counted(resource: string): Promise<Day[]> {
  const { rows: open } = await pool.query<{ from: Date; to: Date }>(
    `select s.occupies_from as "from", s.occupies_to as "to" from slot s where s.resource_id = $1 and s.status = 'open' and not s.blocked
     and (s.schedule_id is null or exists (select from schedule sc join schedule_resource sr on sr.schedule_id = sc.id
       where sc.id = s.schedule_id and sc.active and sr.resource_id = s.resource_id))`,
    [resource],
  );
  const { rows: taken } = await pool.query<{ from: Date; to: Date }>(
    `select starts_at as "from", ends_at as "to" from claim where resource_id = $1 and booking_id is not null`,
    [resource],
  );
  const offered = new Map<string, Set<number>>();
  const booked = new Map<string, number>();
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  for (const { from, to } of open) {
    const minutes = offered.get(dayOf(from)) ?? new Set();
    for (let at = from.getTime(); at < to.getTime(); at += 60_000) minutes.add(at);
    offered.set(dayOf(from), minutes);
  }
  for (const { from, to } of taken)
    booked.set(
      dayOf(from),
      (booked.get(dayOf(from)) ?? 0) + (to.getTime() - from.getTime()) / 60_000,
    );
  const days = [...new Set([...offered.keys(), ...booked.keys()])].sort();
  return days.map((day) => ({
    day,
    booked: booked.get(day) ?? 0,
    offered: offered.get(day)?.size ?? 0,
  }));
}

async function expectCounted(): Promise<void> {
  for (const id of people) expect(await storedDays(id)).toEqual(await counted(id));
}
/** Scans of the tables in this transaction so far. */
async function scansOf(db: Sql, tables: string[]): Promise<number> {
  const counted = await db.query<{ n: number }>(
    "select sum(seq_scan + idx_scan)::int as n from pg_stat_xact_user_tables where relname = any ($1)",
    [tables],
  );
  return counted.rows[0]!.n;
}
async function orRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
const dateOf = (slot: SlotRow) => slot.starts_at.toISOString().slice(0, 10);

test("a day offers each minute once with buffers, and books each seat", async () => {
  const [first] = slots as [SlotRow];
  await book(owner, first.id, { party_size: 2 });
  const day = (await storedDays(first.resource_id)).find((one) => one.day === dateOf(first))!;
  expect(day).toEqual({ day: dateOf(first), booked: 2 * 75, offered: 6 * 75 });
  // Another service with the same hours in different steps.
  await makeSchedule(owner, people, { max_advance_days: 8, step_minutes: 20 });
  await expectCounted();
  const both = (await storedDays(first.resource_id)).find((one) => one.day === dateOf(first))!;
  expect(both.offered).toBe(10 + 8 * 60);
});

test("a recount reads slots and claims for all days together and writes only the days that changed", async () => {
  const resource = people[0]!;
  const span = { from: slots[0]!.starts_at, to: slots.at(-1)!.starts_at };
  const recount = (db: Sql = pool) => recountDays(db, owner.tenant.id, resource, span);
  const days = (await storedDays(resource)).length;
  expect(days).toBeGreaterThan(5);
  const scans = await transaction(async (db) => {
    await db.query("select plan_once()");
    await recount(db); // planning reads indexes as well
    const before = await scansOf(db, ["slot", "claim"]);
    await recount(db);
    return (await scansOf(db, ["slot", "claim"])) - before;
  });
  // A plan may read two indexes of a table, but a read of each day would be more.
  expect(scans).toBeLessThan(days);
  expect(await countUpdates(["resource_day"], () => recount())).toEqual({ resource_day: 0 });
  const wrong = [dateOf(slots[0]!)];
  await pool.query(
    "update resource_day set booked_minutes = 1 where resource_id = $1 and day = any ($2)",
    [resource, wrong],
  );
  expect(await countUpdates(["resource_day"], () => recount())).toEqual({ resource_day: 1 });
  await expectCounted();
});

test("holds and blocks are not booked, and blocks are not offered", async () => {
  const widget = (await findKey(await makeKey(owner), null)) as KeyActor; // a publishable key
  const [first] = slots as [SlotRow];
  const held = await takeHold(widget, NewHold.parse({ slot_id: first.id }), "198.51.100.1", null);
  expect((await storedDays(first.resource_id)).every(({ booked }) => booked === 0)).toBe(true);
  await releaseHold(widget, { hold_token: held.hold_token });
  const until = new Date(first.starts_at.getTime() + 2 * 3_600_000);
  const off = await createBlock(owner, {
    resource_id: first.resource_id,
    reason: null,
    starts_at: first.starts_at,
    ends_at: until,
  });
  await expectCounted();
  await deleteBlock(owner, off.id);
  await expectCounted();
});

test("inactive and deleted services offer nothing", async () => {
  await book(owner, slots[0]!.id);
  await updateSchedule(owner, schedule, { active: false });
  expect((await storedDays(people[1]!)).filter(({ offered }) => offered > 0).length).toBeLessThan(
    3,
  ); // today's and the one that began
  await expectCounted();
  await updateSchedule(owner, schedule, { active: true });
  await expectCounted();
  const other = await makeSchedule(owner, [people[1]!], {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "21:00" }],
    max_advance_days: 8,
  });
  await expectCounted();
  await deleteSchedule(owner, other.id);
  await expectCounted();
});

test("a removed resource offers nothing, even with bookings", async () => {
  await book(owner, (await slotsAfter(1, schedule, people[0]))[0]!.id);
  await updateSchedule(owner, schedule, { resource_ids: [people[1]!] });
  await expectCounted();
  await ensureSchedule(owner.tenant.id, schedule);
  await expectCounted();
});

test("manual slots and changes count, closed days do not", async () => {
  const [first, second] = slots as [SlotRow, SlotRow];
  const late = new Date(first.starts_at.getTime() + 10 * 3_600_000);
  await createSlot(
    owner,
    NewSlot.parse({
      resource_id: first.resource_id,
      starts_at: late.toISOString(),
      duration_minutes: 45,
    }),
  );
  await expectCounted();
  await updateSlot(owner, second.id, { status: "closed" });
  await expectCounted();
  const date = dateOf(slots.at(-1)!);
  await closeDays(owner, NewClosedDays.parse({ days: [{ date, name: "Closed" }] }));
  await expectCounted();
  await openDay(owner, date);
  await expectCounted();
  await deleteSlots(owner, {
    resource_id: first.resource_id,
    from: dateOf(first),
    to: dateOf(first),
    only_free: true,
  });
  await expectCounted();
});

test("an uncounted day is counted by the first booking and stays correct", async () => {
  const [first] = slots as [SlotRow];
  await pool.query("delete from resource_day where resource_id = $1", [first.resource_id]);
  const { id } = await book(owner, first.id);
  const dayOf = async () =>
    (await storedDays(first.resource_id)).find(({ day }) => day === dateOf(first));
  expect(await dayOf()).toEqual({ day: dateOf(first), booked: 75, offered: 450 });
  await changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await dayOf()).toEqual({ day: dateOf(first), booked: 0, offered: 450 });
});

test("counters match a recount after random changes", async () => {
  const random = seededRandom(11);
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const bookings: string[] = [];
  const steps = [
    async () => {
      const wish = {
        resource_id: "any",
        schedule_id: schedule,
        starts_at: pick(slots).starts_at.toISOString(),
      };
      const input = NewBooking.parse({
        ...wish,
        party_size: 1 + Math.floor(random() * 3),
        customer: aCustomer(),
      });
      await orRefused(createBooking(owner, input, null).then(({ id }) => bookings.push(id)));
    },
    async () => {
      const starts_at = new Date(pick(slots).starts_at.getTime() + 1_800_000).toISOString();
      const custom = {
        resource_id: pick(people),
        starts_at,
        duration_minutes: 25,
        customer: aCustomer(),
      };
      await orRefused(
        createBooking(owner, NewBooking.parse(custom), null).then(({ id }) => bookings.push(id)),
      );
    },
    async () => {
      if (bookings.length === 0) return;
      const patch = BookingPatch.parse({
        slot_id: pick(slots).id,
        party_size: 1 + Math.floor(random() * 3),
      });
      await orRefused(editBooking(owner, pick(bookings), patch));
    },
    async () => {
      if (bookings.length === 0) return;
      await orRefused(
        changeBookingStatus(
          owner,
          pick(bookings),
          StatusChange.parse({ status: "cancelled" }),
          null,
        ),
      );
    },
    async () => {
      const start = pick(["08:00", "09:00", "10:30"]);
      const rules = [
        { days: [1, 2, 3, 4, 5, 6, 7].filter(() => random() > 0.2), start, end: "17:00" },
      ];
      if (rules[0]!.days.length === 0) return;
      await updateSchedule(owner, schedule, {
        rules,
        duration_minutes: pick([45, 60]),
        buffer_after_minutes: pick([0, 5]),
      });
      slots = await slotsAfter(1, schedule);
    },
  ];
  for (let n = 0; n < 120; n++) {
    const which = random();
    await steps[which < 0.45 ? 0 : which < 0.55 ? 1 : which < 0.78 ? 2 : which < 0.95 ? 3 : 4]!();
    if (n % 10 === 9) await expectCounted();
  }
  expect(bookings.length).toBeGreaterThan(30);
});
