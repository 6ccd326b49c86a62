import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeTenant } from "~/testing/factory";
import { readCalendar } from "./read-calendar.sql.server";

const FROM = new Date("2030-03-04T00:00:00Z");
const TO = new Date("2030-03-11T00:00:00Z");
const MINUTE = 60_000;

test("a week with more than a page carries is cut by time, and says from when on", async () => {
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
  await addTimes(0, 1500);
  const whole = await readCalendar(owner, range);
  expect([whole.slots.length, whole.left_out_from_ms]).toEqual([1500, null]);
  await addTimes(1500, 500);
  const cut = await readCalendar(owner, range);
  expect([cut.slots.length, cut.left_out_from_ms]).toEqual([1500, FROM.getTime() + 1500 * MINUTE]);
  expect(JSON.stringify(cut).length).toBeLessThan(1_000_000);
});
