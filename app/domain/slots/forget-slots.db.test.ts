import { beforeEach, expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { retention, SLOT_DAYS } from "~/lib/retention.sql";
import { pool } from "~/lib/db.server";
import { makeAnalyticsWorld } from "~/testing/analytics-world";
import { book, claimsOf, slotsAfter, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { readAnalytics } from "../analytics/read-analytics.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import type { UserActor } from "../identity/actor";
import { ensureSchedule } from "../schedules/ensure-slots.server";
import { forgetSlots } from "./forget-slots.sql.server";

let owner: UserActor;
let room: string;
let schedule: string;

beforeEach(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  room = (await makeResource(owner, { capacity: 4 })).id;
  schedule = (
    await makeSchedule(owner, [room], { price_amount: 2500, currency: "EUR", max_advance_days: 20 })
  ).id;
});

const setStatus = (id: string, status: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status }), null);

/** Moves everything this many days into the past. */
async function shift(days: number): Promise<void> {
  const by = `$2::int * interval '1 day'`;
  for (const set of [
    `slot set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}, occupies_from = occupies_from - ${by}, occupies_to = occupies_to - ${by}`,
    `booking set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}`,
    `claim set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}`,
  ])
    await pool.query(`update ${set} where tenant_id = $1`, [owner.tenant.id, days]);
}

const countSlots = async () => (await slotsOf(schedule)).length;

test("deletes old slots in steps, booked or not; recent and upcoming ones stay", async () => {
  const before = await countSlots();
  await shift(15);
  const old = await pool.query(
    "select from slot where schedule_id = $1 and occupies_to < now() - interval '7 days' and ends_at < now() - interval '7 days'",
    [schedule],
  );
  expect(old.rowCount).toBeGreaterThan(20);
  expect(await forgetSlots(owner.tenant.id, SLOT_DAYS)).toBe(old.rowCount);
  expect(await countSlots()).toBe(before - old.rowCount!);
  expect(await forgetSlots(owner.tenant.id, SLOT_DAYS)).toBe(0);
  // Generating slots again does not recreate them.
  await ensureSchedule(owner.tenant.id, schedule);
  const again = await pool.query(
    "select from slot where schedule_id = $1 and occupies_to < now() - interval '7 days'",
    [schedule],
  );
  expect(again.rowCount).toBe(0);
});

test("a booking without its slot is displayed and can be changed as before", async () => {
  const [slot] = await slotsAfter(1, schedule);
  const booked = await book(owner, slot!.id, { party_size: 2, notes: "By the window" });
  await shift(30);
  const before = await loadBooking(pool, owner.tenant.id, booked.id, false);
  expect(await forgetSlots(owner.tenant.id, SLOT_DAYS)).toBeGreaterThan(0);
  expect(await slotsOf(schedule)).not.toContainEqual(expect.objectContaining({ id: slot!.id }));
  expect(await loadBooking(pool, owner.tenant.id, booked.id, false)).toEqual(before);

  const edit = (patch: Record<string, unknown>) =>
    editBooking(owner, booked.id, BookingPatch.parse(patch));
  expect(await edit({ notes: "Paid at the desk" })).toMatchObject({ notes: "Paid at the desk" });
  expect(await edit({ party_size: 3 })).toMatchObject({ party_size: 3 });
  expect(await claimsOf(booked.id)).toHaveLength(3);
  // A status can be corrected within seven days, while its slot exists.
  expect(await setStatus(booked.id, "no_show")).toMatchObject({ status: "no_show" });
  await expect(setStatus(booked.id, "completed")).rejects.toThrow("within seven days");
});

test("a past day's counts stay when its claims change", async () => {
  const [slot] = await slotsAfter(1, schedule);
  const booked = await book(owner, slot!.id);
  await shift(30);
  await pool.query("delete from resource_day where tenant_id = $1", [owner.tenant.id]);
  await pool.query("select recount_days($1, $2, now() - interval '30 days', now())", [
    owner.tenant.id,
    room,
  ]);
  const days = () =>
    pool.query(
      "select day::text, offered_minutes from resource_day where tenant_id = $1 and offered_minutes > 0 order by day",
      [owner.tenant.id],
    );
  const before = (await days()).rows;
  expect(before.length).toBeGreaterThan(5);
  await forgetSlots(owner.tenant.id, SLOT_DAYS);
  await setStatus(booked.id, "cancelled");
  await pool.query("select recount_days($1, $2, now() - interval '30 days', now())", [
    owner.tenant.id,
    room,
  ]);
  expect((await days()).rows).toEqual(before);
});

test("analytics of past days do not need the slots", async () => {
  const world = await makeAnalyticsWorld(5);
  const { tenant } = world.owner;
  const zone = tenant.time_zone;
  // Analytics store hours independently of slots: time after midnight counts towards the day it
  // started on.
  await pool.query(
    "delete from slot where tenant_id = $1 and (starts_at at time zone $2)::date <> ((ends_at - interval '1 second') at time zone $2)::date",
    [tenant.id, zone],
  );
  const read = (query: Record<string, unknown>) =>
    readAnalytics(world.owner, AnalyticsQuery.parse({ compare: "previous", ...query }));
  const queries = [
    { from: "2026-02-01", to: "2026-11-30", interval: "day" },
    { from: "2026-02-01", to: "2026-11-30", interval: "month", tz: zone },
    { from: "2026-03-29", to: "2026-03-29", interval: "day" },
    { from: "2026-06-01", to: "2026-07-01", interval: "week", resource_id: world.resources[3]!.id },
  ];
  const before = await Promise.all(queries.map(read));
  expect(before.every(({ utilisation }) => utilisation !== null && utilisation > 0)).toBe(true);
  expect(await forgetSlots(tenant.id, SLOT_DAYS)).toBeGreaterThan(1000);
  expect(await Promise.all(queries.map(read))).toEqual(before);
  expect(retention.slot.goes).toContain(`${SLOT_DAYS} days`);
});
