import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { readCalendarWeek } from "./read-calendar-week.sql.server";

const FROM = new Date("2030-03-04T00:00:00Z");
const TO = new Date("2030-03-11T00:00:00Z");
const MONDAY = "2030-03-04";

/** An owner with two people, and a booking for each start (a time on Monday) of the first. */
async function twoPeople(starts: string[]) {
  const owner = await makeTenant({ time_zone: "UTC" });
  const people = [await makeResource(owner), await makeResource(owner)];
  const { rows } = await pool.query<{ id: string }>(
    `insert into customer (tenant_id, id, name, email) values ($1, gen_random_uuid(), 'Iris de Vries', 'iris@example.test') returning id`,
    [owner.tenant.id],
  );
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
        customer_name, source)
      select $1, gen_random_uuid(), 'WEEK' || n, $2, 'Person', 'confirmed', at, at + interval '30 minutes', 'UTC', $3, 'Iris de Vries', 'dashboard'
      from unnest($4::text[]) with ordinality start (time, n), lateral (select ($5 || 'T' || time || 'Z')::timestamptz as at) t`,
    [owner.tenant.id, people[0]!.id, rows[0]!.id, starts, MONDAY],
  );
  const read = (resource_ids: string[] = [], each = 3) =>
    readCalendarWeek(owner, { from: FROM, to: TO, resource_ids, most: 12 }, each);
  return { owner, people, read };
}

const addSlot = (
  tenantId: string,
  resourceId: string,
  scheduleId: string,
  hours: [string, string],
  seats: { capacity: number; taken?: number },
) =>
  pool.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken)
      select $1, gen_random_uuid(), $2, $3, s, e, s, e, $6, $7
      from (select ($8 || 'T' || $4 || 'Z')::timestamptz as s, ($8 || 'T' || $5 || 'Z')::timestamptz as e) t`,
    [tenantId, resourceId, scheduleId, ...hours, seats.capacity, seats.taken ?? 0, MONDAY],
  );

test("a day lists its first entries and counts the others; one person alone has no such week", async () => {
  const { people, read } = await twoPeople(["09:00", "08:00", "10:00", "11:00", "12:00"]);
  const week = (await read())!;
  expect(week.resources.map(({ id }) => id)).toEqual(people.map(({ id }) => id));
  expect(week.entries.map(({ starts_ms }) => new Date(starts_ms).getUTCHours())).toEqual([
    8, 9, 10,
  ]);
  expect(week.days).toEqual([
    {
      resource_id: people[0]!.id,
      date: MONDAY,
      entries: 5,
      bookings: 5,
      booked_minutes: 150,
      to_move: 0,
    },
  ]);
  expect(await read([people[0]!.id])).toBeNull();
});

test("a class is one entry with its seats, and open time is each person's own", async () => {
  const { owner, people, read } = await twoPeople([]);
  const service = await makeSchedule(owner, [people[0]!.id], { name: "Vinyasa", rules: [] });
  await addSlot(owner.tenant.id, people[0]!.id, service.id, ["09:00", "10:00"], {
    capacity: 12,
    taken: 9,
  });
  await addSlot(owner.tenant.id, people[1]!.id, service.id, ["09:00", "09:30"], { capacity: 1 });
  await addSlot(owner.tenant.id, people[1]!.id, service.id, ["09:15", "10:00"], { capacity: 1 });
  const week = (await read())!;
  expect(week.entries).toMatchObject([
    { kind: "class", service: "Vinyasa", taken: 9, capacity: 12, customer_name: null },
  ]);
  const offered = new Map(week.offered.map(({ resource_id, minutes }) => [resource_id, minutes]));
  expect(people.map(({ id }) => offered.get(id))).toEqual([720, 60]);
});

test("bookings in time off are counted until somebody decides", async () => {
  const { owner, people, read } = await twoPeople(["09:00", "10:00", "15:00"]);
  await pool.query(
    `insert into block (tenant_id, id, resource_id, starts_at, ends_at, reason, source)
      values ($1, gen_random_uuid(), $2, $3::date + time '08:00', $3::date + time '12:00', 'Ill', 'staff')`,
    [owner.tenant.id, people[0]!.id, MONDAY],
  );
  const week = (await read())!;
  expect(week.time_off).toMatchObject([{ resource_id: people[0]!.id, reason: "Ill" }]);
  expect(week.days[0]!.to_move).toBe(2);
  await pool.query(
    "update booking set kept_at = now() where tenant_id = $1 and reference = 'WEEK1'",
    [owner.tenant.id],
  );
  expect((await read())!.days[0]!.to_move).toBe(1);
});
