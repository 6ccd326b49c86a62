import { beforeAll, expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { NewApiKey } from "~/contract/api-keys";
import { pool } from "~/lib/db.server";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { flashOf, get, post } from "~/testing/desk";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { call, json } from "~/testing/request";
import * as customersPage from "~/pages/dashboard/customers/route";
import * as bookingsPage from "~/pages/dashboard/bookings/route";
import { readAnalytics } from "../../analytics/read-analytics.server";
import { createApiKey } from "../../api-keys/api-keys.server";
import { readDayFigures } from "../../analytics/today-figures.sql.server";
import { relayEvents } from "../../events/relay.server";
import type { UserActor } from "../../identity/actor";

// Data made with a test key is marked, not counted, and deleted with one click.

let owner: UserActor;
let slots: SlotRow[];
const keys: Record<string, string> = {};

beforeAll(async () => {
  owner = await makeTenant();
  const room = await makeResource(owner, { capacity: 3 });
  slots = await slotsAfter(2, (await makeSchedule(owner, [room.id])).id);
  for (const mode of ["live", "test"] as const) {
    const make = async (input: object) =>
      (await createApiKey(owner, NewApiKey.parse({ name: "K", mode, ...input }))).key;
    keys[`${mode} secret`] = await make({ kind: "secret", role: "admin" });
    keys[`${mode} website`] = await make({ kind: "publishable", scopes: ["bookings:write"] });
  }
});

const as = (key: string) => ({ key: keys[key]! });
const bySecret = async (mode: string, slot: number, customer: object = aCustomer()) =>
  json(
    await call("/api/bookings", {
      ...as(`${mode} secret`),
      body: { slot_id: slots[slot]!.id, customer },
    }),
  );
const byWebsite = async (mode: string, slot: number) => {
  const body = { slot_id: slots[slot]!.id, customer: aCustomer() };
  const { booking } = (await json(
    await call("/api/widget/booking", { ...as(`${mode} website`), body }),
  )) as {
    booking: { id: string };
  };
  return booking.id;
};
const list = async (path: string) =>
  (
    (await json(await call(path, as("live secret")))) as unknown as {
      data: { id: string; livemode: boolean }[];
    }
  ).data;
const taken = async (slot: number) =>
  Number(
    (await pool.query("select taken from slot where id = $1", [slots[slot]!.id])).rows[0].taken,
  );
const figures = async () => {
  const day = localDateOf(clock.now(), owner.tenant.time_zone);
  const range = {
    from: day,
    to: localDateOf(slots[9]!.starts_at.getTime(), owner.tenant.time_zone),
  };
  const { bookings_total, party_total, top_resources } = await readAnalytics(
    owner,
    AnalyticsQuery.parse(range),
  );
  const booked = localDateOf(slots[0]!.starts_at.getTime(), owner.tenant.time_zone);
  return {
    bookings_total,
    party_total,
    top_resources,
    day: (await readDayFigures(owner, booked))[0],
  };
};

test("records created by a test key are marked, and lists separate them", async () => {
  const live = await bySecret("live", 0);
  const before = await figures();
  expect(before.day.bookings).toBe(1);
  const made = await bySecret("test", 0);
  const byGuest = await byWebsite("test", 1);
  expect([live.livemode, made.livemode]).toEqual([true, false]);
  expect(await figures()).toEqual(before);
  while ((await relayEvents(100)) > 0);
  const ids = async (path: string) => (await list(path)).map(({ id }) => id).sort();
  expect(await ids("/api/bookings?livemode=false")).toEqual([made.id, byGuest].sort());
  expect(await ids("/api/bookings?livemode=true")).toEqual([live.id]);
  expect(await ids("/api/customers?livemode=true")).toEqual([live.customer_id]);
  expect(await ids("/api/customers?livemode=false")).toHaveLength(2);
  const events = await list("/api/events?livemode=false");
  expect(events.map(({ livemode }) => livemode)).toEqual(Array(4).fill(false));
  expect(await ids("/api/events?livemode=true")).toHaveLength(2);
  const page = await get(bookingsPage, owner, "/dashboard/bookings");
  const marks = page.days.flatMap(({ lines }) => lines.map(({ id, is_test }) => [id, is_test]));
  expect(Object.fromEntries(marks)).toMatchObject({
    [String(live.id)]: false,
    [String(made.id)]: true,
  });
  const people = await get(customersPage, owner, "/dashboard/customers");
  expect(people.customers.filter(({ is_test }) => is_test)).toHaveLength(2);
});

test("a test guest who makes a live booking becomes live, and a live one stays live", async () => {
  const customer = aCustomer();
  const first = await bySecret("test", 3, customer);
  const second = await bySecret("live", 3, customer);
  expect(second.customer_id).toBe(first.customer_id);
  await bySecret("test", 4, customer);
  expect(
    await json(await call(`/api/customers/${String(first.customer_id)}`, as("live secret"))),
  ).toMatchObject({
    livemode: true,
  });
});

test("one click deletes them, frees the seats and keeps live data", async () => {
  const made = await bySecret("test", 5);
  const real = await bySecret("live", 5);
  const paid = await bySecret("test", 6);
  await pool.query(
    `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, livemode, captured_at)
     values ($1, gen_random_uuid(), $2, 'payprovider', 'paid', 100, 'EUR', true, now())`,
    [owner.tenant.id, paid.id],
  );
  expect(await taken(5)).toBe(2);
  const staff = await makeUser(owner, "staff");
  expect((await get(bookingsPage, staff, "/dashboard/bookings")).tests).toBe(0);
  expect((await get(bookingsPage, owner, "/dashboard/bookings")).tests).toBeGreaterThan(1);
  const { text } = flashOf(
    await post(bookingsPage, owner, "/dashboard/bookings", { intent: "delete_tests" }),
  );
  expect(text).toContain(`Real money was taken for ${String(paid.reference)}`);
  expect((await list("/api/bookings?livemode=false")).map(({ id }) => id)).toEqual([paid.id]);
  expect((await list("/api/customers?livemode=false")).map(({ id }) => id)).toEqual([
    paid.customer_id,
  ]);
  expect((await list("/api/bookings")).map(({ id }) => id)).toEqual(
    expect.arrayContaining([real.id]),
  );
  expect(await taken(5)).toBe(1);
  expect((await call(`/api/bookings/${String(made.id)}`, as("live secret"))).status).toBe(404);
  const again = await json(
    await call("/api/test-bookings", { ...as("live secret"), method: "DELETE" }),
  );
  expect(again).toEqual({
    deleted: 0,
    kept: [{ id: paid.id, reference: paid.reference }],
    has_more: false,
  });
});
