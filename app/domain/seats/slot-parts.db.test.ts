import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { NewHold } from "~/contract/holds";
import { slotsAfter } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { findKey } from "../api-keys/find-key.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { KeyActor } from "../identity/actor";
import { createBooking } from "../bookings/place/create-booking.server";
import { bookingsOfPeriod, isBookable } from "./slot-parts.sql";

// Rules that exist twice: as a database function for the claim of one slot, and as an SQL part for
// statements over many slots.

test("the function and the SQL part agree on offered slots", async () => {
  const owner = await makeTenant();
  const tenantId = owner.tenant.id;
  const [open, off] = [await makeResource(owner), await makeResource(owner)];
  const both = await makeSchedule(owner, [open.id, off.id]);
  const closed = await makeSchedule(owner, [open.id]);
  await pool.query("update resource set active = false where id = $1", [off.id]);
  await pool.query("update schedule set active = false where id = $1", [closed.id]);
  await pool.query(
    `update schedule_resource set pending_from = now() + interval '3 days', pending_until = now() + interval '5 days' where schedule_id = $1 and resource_id = $2`,
    [both.id, open.id],
  );
  const { rows } = await pool.query<{ by_function: boolean; by_part: boolean }>(
    sql`select is_offered(s.tenant_id, s.resource_id, s.schedule_id, s.starts_at) as by_function, ${isBookable(sql`s`, tenantId)} as by_part
        from slot s where s.tenant_id = ${tenantId}`,
  );
  expect(new Set(rows.map(({ by_function }) => by_function))).toEqual(new Set([true, false]));
  expect(rows.filter(({ by_function, by_part }) => by_function !== by_part)).toEqual([]);
});

test("bookings and holds of a day are equal as functions and SQL parts", async () => {
  const owner = await makeTenant();
  const tenantId = owner.tenant.id;
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 10 limit 12",
    [schedule.id],
  );
  for (const { id } of slots.rows)
    await createBooking(owner, NewBooking.parse({ slot_id: id, customer: aCustomer() }), null);
  const widget = (await findKey(await makeKey(owner), null)) as KeyActor; // a publishable key
  const near = await slotsAfter(4, schedule.id);
  for (const { id } of near.slice(0, 2))
    await takeHold(widget, NewHold.parse({ slot_id: id }), "198.51.100.1", null);
  for (const zone of ["Europe/Amsterdam", "Pacific/Auckland", "America/St_Johns"]) {
    const part = bookingsOfPeriod("day", {
      tenant: sql`s.tenant_id`,
      resource: sql`s.resource_id`,
      schedule: sql`s.schedule_id`,
      first: sql`date_trunc('day', s.starts_at at time zone ${zone})`,
      zone: sql`${zone}::text`,
    });
    const { rows } = await pool.query<{ by_function: string; by_part: string; held: number }>(
      sql`select bookings_of_day(s.tenant_id, s.resource_id, s.schedule_id, s.starts_at, ${zone}) 
            + holds_of_period(s.tenant_id, 'day', s.resource_id, s.schedule_id, s.starts_at, ${zone}) as by_function, ${part} as by_part,
            holds_of_period(s.tenant_id, 'day', s.resource_id, s.schedule_id, s.starts_at, ${zone})::int as held
          from slot s where s.tenant_id = ${tenantId} order by s.starts_at limit 60`,
    );
    expect(rows.some(({ by_function }) => Number(by_function) > 0)).toBe(true);
    expect(rows.some(({ held }) => held > 0)).toBe(true);
    expect(rows.filter(({ by_function, by_part }) => by_function !== by_part)).toEqual([]);
  }
});
