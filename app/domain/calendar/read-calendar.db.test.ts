import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeTenant } from "~/testing/factory";
import { readCalendar } from "./read-calendar.sql.server";

const FROM = new Date("2030-03-04T00:00:00Z");
const TO = new Date("2030-03-11T00:00:00Z");
const MINUTE = 60_000;

test("a week above the page limit is truncated by time and reports where", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const range = { from: FROM, to: TO, resource_ids: [room.id], most: 3 };
  const addTimes = (first: number, count: number) =>
    pool.query(
      `insert into slot (tenant_id, id, resource_id, starts_at, ends_at, occupies_from, occupies_to, capacity)
        select $1, gen_random_uuid(), $2, at, at + interval '1 minute', at, at + interval '1 minute', 1
        from generate_series($4::int, $4::int + $5::int - 1) n, lateral (select $3::timestamptz + n * interval '1 minute' as at) t`,
      [owner.tenant.id, room.id, FROM, first, count],
    );
  await addTimes(0, 2000);
  const whole = await readCalendar(owner, range);
  expect([whole.slots.length, whole.left_out_from_ms]).toEqual([2000, null]);
  await addTimes(2000, 500);
  const cut = await readCalendar(owner, range);
  expect([cut.slots.length, cut.left_out_from_ms]).toEqual([2000, FROM.getTime() + 2000 * MINUTE]);
  expect(JSON.stringify(cut).length).toBeLessThan(1_000_000);
});

test("many services' free times do not crowd out later days, and a list omits them", async () => {
  const owner = await makeTenant();
  const rooms = [await makeResource(owner), await makeResource(owner)];
  await pool.query(
    `with service as (insert into schedule (tenant_id, id, name, time_zone, rules)
        select $1, gen_random_uuid(), 'Service ' || n, 'UTC', '[]' from generate_series(1, 24) n returning id)
      insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity)
      select $1, gen_random_uuid(), r, service.id, at, at + interval '30 minutes', at, at + interval '30 minutes', 1
      from unnest($2::uuid[]) r, generate_series(0, 6) day, generate_series(0, 15) half, service,
        lateral (select $3::timestamptz + day * interval '1 day' + half * interval '30 minutes' as at) t`,
    [owner.tenant.id, rooms.map(({ id }) => id), FROM],
  );
  const range = { from: FROM, to: TO, resource_ids: rooms.map(({ id }) => id), most: 6 };
  const { slots, left_out_from_ms } = await readCalendar(owner, range);
  expect(left_out_from_ms).toBeNull();
  const starts = new Set(slots.map(({ resource_id, starts_ms }) => `${resource_id} ${starts_ms}`));
  expect(starts.size).toBe(2 * 7 * 16);
  const list = await readCalendar(owner, range, "list");
  expect([list.slots, list.left_out_from_ms]).toEqual([[], null]);
});
