import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser, signIn } from "~/testing/factory";
import { loader } from "./route";

async function show(actor: UserActor, search = "") {
  const request = new Request(`${env.BASE_URL}/dashboard/bookings${search}`, {
    headers: { Cookie: await signIn(actor) },
  });
  return loader({ request, params: {}, context: {} } as LoaderFunctionArgs);
}

const lines = (page: Awaited<ReturnType<typeof show>>) => page.days.flatMap((day) => day.lines);

/** An owner with `count` bookings at 10:00 on the days from the day after tomorrow on. */
async function withBookings(count: number) {
  const owner = await makeTenant({ time_zone: "UTC" });
  const resource = await makeResource(owner, { name: "Court 1" });
  await makeSchedule(owner, [resource.id]);
  const dates = Array.from({ length: count }, (_, index) =>
    new Date(clock.now() + (index + 2) * 86_400_000).toISOString().slice(0, 10),
  );
  for (const [index, date] of dates.entries()) {
    const input = { resource_id: resource.id, starts_at: `${date}T10:00:00Z`, customer: aCustomer(`Guest ${index}`) };
    await createBooking(owner, NewBooking.parse(input), null);
  }
  return { owner, resource, dates };
}

test("the list shows the company's bookings ahead by day, and nobody else's", async () => {
  const { owner, dates } = await withBookings(2);
  await withBookings(1);
  const page = await show(owner);
  expect(page.days.map(({ date }) => date)).toEqual(dates);
  expect(lines(page)[0]).toMatchObject({
    time: "10:00 – 11:00",
    resource: "Court 1",
    customer: { name: "Guest 0" },
    status: "confirmed",
    source: "dashboard",
    reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
  });
  expect(page).toMatchObject({ count: 2, next_cursor: null, problems: [], time_zone: "UTC", sees_contacts: true });
});

test("filters of the address narrow it, a reference as it is read among them", async () => {
  const { owner, resource, dates } = await withBookings(3);
  const all = lines(await show(owner));
  const found = async (search: string) => lines(await show(owner, search)).map(({ customer }) => customer.name);
  expect(await found(`?search=${all[1]?.reference}`)).toEqual(["Guest 1"]);
  expect(await found(`?search=guest+2&status=confirmed&resource_id=${resource.id}`)).toEqual(["Guest 2"]);
  expect(await found(`?from=${dates[1]}&to=${dates[1]}`)).toEqual(["Guest 1"]);
  expect(await found("?status=cancelled")).toEqual([]);
  expect(await found("?view=today")).toEqual([]);
  expect(await found("?view=newest")).toEqual(["Guest 2", "Guest 1", "Guest 0"]);
});

test("a filter or a place that cannot be used shows the list all the same, and says so", async () => {
  const { owner } = await withBookings(1);
  for (const search of ["?from=banana", "?resource_id=1", "?cursor=xyz", "?status=lost"]) {
    const page = await show(owner, search);
    expect(page.count, search).toBe(1);
    expect(page.problems, search).toHaveLength(1);
  }
});

test("the next page goes on where this one ends", async () => {
  const { owner } = await withBookings(3);
  const first = await show(owner, "?limit=2");
  const second = await show(owner, `?limit=2&cursor=${first.next_cursor}`);
  expect([...lines(first), ...lines(second)].map(({ customer }) => customer.name)).toEqual([
    "Guest 0",
    "Guest 1",
    "Guest 2",
  ]);
  expect(second.next_cursor).toBeNull();
});

test("a viewer sees no guest's address, and staff of another resource no booking", async () => {
  const { owner } = await withBookings(1);
  const page = await show(await makeUser(owner, "viewer"));
  expect(page.sees_contacts).toBe(false);
  expect(JSON.stringify(page)).not.toContain("@example.test");
  const other = await makeResource(owner);
  expect((await show(await makeUser(owner, "staff", { resource_ids: [other.id] }))).count).toBe(0);
});

test("each booking names its service and shows the note", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const resource = await makeResource(owner, { name: "Court 1" });
  await makeSchedule(owner, [resource.id], { name: "Tennis" });
  const date = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const input = {
    resource_id: resource.id,
    starts_at: `${date}T10:00:00Z`,
    customer: aCustomer("Anna"),
    notes: "Left-handed",
  };
  await createBooking(owner, NewBooking.parse(input), null);
  expect(lines(await show(owner))[0]).toMatchObject({ service: "Tennis", resource: "Court 1", notes: "Left-handed" });
});

test("a booking names its service also where a hundred others are older", async () => {
  const { owner } = await withBookings(1);
  await pool.query("update schedule set name = 'Cut and colour' where tenant_id = $1", [owner.tenant.id]);
  await pool.query(
    `insert into schedule select (jsonb_populate_record(s, jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'Older', 'created_at', s.created_at - interval '1 hour'))).*
      from schedule s, generate_series(1, 100) where s.tenant_id = $1`,
    [owner.tenant.id],
  );
  expect(lines(await show(owner))).toMatchObject([{ service: "Cut and colour" }]);
});
