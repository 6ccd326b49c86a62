import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { begin, post } from "~/testing/desk";
import * as route from "./route";

const { loader } = route;

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
    const input = {
      resource_id: resource.id,
      starts_at: `${date}T10:00:00Z`,
      customer: aCustomer(`Guest ${index}`),
    };
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
    from: "10:00",
    until: "11:00",
    with: { name: "Court 1", place: 0 },
    guest: "Guest 0",
    status: "confirmed",
    people: 1,
    payment: null,
  });
  expect(page).toMatchObject({
    count: 2,
    next_cursor: null,
    problems: [],
    time_zone: "UTC",
    sees_contacts: true,
  });
});

test("filters of the address narrow it, a reference as it is read among them", async () => {
  const { owner, resource, dates } = await withBookings(3);
  const [, second] = (await listBookings(owner, BookingFilter.parse({ sort: "starts_at" }))).data;
  const found = async (search: string) =>
    lines(await show(owner, search)).map(({ guest }) => guest);
  expect(await found(`?search=${referenceOf(second!.reference)}`)).toEqual(["Guest 1"]);
  expect(await found(`?search=guest+2&status=confirmed&resource_id=${resource.id}`)).toEqual([
    "Guest 2",
  ]);
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
  expect([...lines(first), ...lines(second)].map(({ guest }) => guest)).toEqual([
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

test("a column that a person leaves out is not sent, and one that they add is", async () => {
  const { owner } = await withBookings(1);
  const [before] = lines(await show(owner));
  expect(Object.keys(before!)).toEqual(
    expect.arrayContaining(["contact", "service", "with", "people", "payment"]),
  );
  for (const name of ["reference", "source", "day", "booked"])
    expect(before).not.toHaveProperty(name);
  await post(route, owner, "/dashboard/bookings", {
    intent: "columns",
    column: ["reference", "source"],
  });
  const [after] = lines(await show(owner));
  expect(after).toMatchObject({
    source: "dashboard",
    reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
  });
  for (const name of ["contact", "service", "with", "people", "payment"])
    expect(after).not.toHaveProperty(name);
  expect(JSON.stringify(after)).not.toContain("@example.test");
});

test("tabs count what is upcoming, of a person's own resources alone", async () => {
  const { owner } = await withBookings(3);
  await pool.query(
    "update booking set status = 'pending', payment_status = 'open' where customer_name = 'Guest 2'",
  );
  await pool.query("update booking set status = 'cancelled' where customer_name = 'Guest 1'");
  expect((await show(owner)).counts).toMatchObject({
    upcoming: 2,
    earlier: 0,
    today: 0,
    pending: 1,
    unpaid: 1,
  });
  expect(lines(await show(owner, "?view=pending")).map(({ guest }) => guest)).toEqual(["Guest 2"]);
  expect(lines(await show(owner, "?view=unpaid")).map(({ guest }) => guest)).toEqual(["Guest 2"]);
  const other = await makeResource(owner);
  const limited = await show(await makeUser(owner, "staff", { resource_ids: [other.id] }));
  expect(limited.counts).toEqual({ upcoming: 0, earlier: 0, today: 0, pending: 0, unpaid: 0 });
  expect(limited.services).toEqual([]);
});

test("the days of the address are said, and this week is one press", async () => {
  const { owner, resource, dates } = await withBookings(1);
  const page = await show(owner, `?from=${dates[0]}&to=${dates[0]}`);
  expect(page.asked_days).toMatch(/\d/);
  expect((await show(owner)).asked_days).toBeNull();
  expect(page.days_choices.map(({ label }) => label)).toEqual([
    "Today",
    "Tomorrow",
    "This week",
    "Next week",
  ]);
  expect(page.resources).toEqual([{ id: resource.id, name: "Court 1" }]);
  expect(page.services).toHaveLength(1);
});

test("guests of several bookings are marked as arrived in one go", async () => {
  const { owner } = await withBookings(2);
  const id = lines(await show(owner)).map((row) => row.id);
  await begin({ id: id[0]! });
  await post(route, owner, "/dashboard/bookings", { intent: "arrived", id });
  expect(lines(await show(owner)).find((row) => row.id === id[0])?.arrived).toMatch(/^\d\d:\d\d/);
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
  expect(lines(await show(owner))[0]).toMatchObject({
    service: "Tennis",
    notes: [{ label: "Note", text: "Left-handed" }],
  });
});

test("a booking names its service also where a hundred others are older", async () => {
  const { owner } = await withBookings(1);
  await pool.query("update schedule set name = 'Cut and colour' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await pool.query(
    `insert into schedule select (jsonb_populate_record(s, jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'Older', 'created_at', s.created_at - interval '1 hour'))).*
      from schedule s, generate_series(1, 100) where s.tenant_id = $1`,
    [owner.tenant.id],
  );
  expect(lines(await show(owner))).toMatchObject([{ service: "Cut and colour" }]);
});

test("upcoming starts now: what ended today is counted, and listed on request", async () => {
  const { owner, dates } = await withBookings(2);
  // A zone where it is noon, so that what ended an hour ago was today.
  const ahead = 12 - new Date(clock.now()).getUTCHours();
  const time_zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  const there = { ...owner, tenant: { ...owner.tenant, time_zone } };
  await pool.query("update tenant set time_zone = $2 where id = $1", [owner.tenant.id, time_zone]);
  await pool.query(
    `update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where tenant_id = $1 and starts_at < $2::date + 1`,
    [owner.tenant.id, dates[0]],
  );
  const page = await show(there);
  expect(lines(page).map(({ guest }) => guest)).toEqual(["Guest 1"]);
  expect(page.counts).toMatchObject({ upcoming: 1, today: 1 });
  const today = page.earlier?.from;
  expect(page.earlier).toEqual({ count: 1, from: today });
  const all = await show(there, `?from=${today}`);
  expect(lines(all).map(({ guest }) => guest)).toEqual(["Guest 0", "Guest 1"]);
  expect(all.earlier).toBeNull();
});
