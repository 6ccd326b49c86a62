import { beforeAll, beforeEach, expect, test } from "vitest";
import { NewHold } from "~/contract/holds";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { book, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { call, json } from "~/testing/request";
import { widgetCalls } from "~/testing/widget-calls";
import { findKey } from "../../api-keys/find-key.server";
import { takeHold } from "../../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateSlot } from "../../slots/edit-slot.server";

// Bookings for anyone by website visitors: over HTTP with a publishable key, with and without a
// hold.

let owner: UserActor;
let key: string;
let people: string[];
let schedule: string;
let starts: Date[];
let cookie: string;
const configs = widgetCalls(() => ({ cookie, key, slots: [] }));

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  cookie = await signIn(owner);
  await configs.make(); // a key that names no configuration
});
beforeEach(() => offer(1));

async function offer(capacity: number): Promise<void> {
  people = [];
  for (let n = 0; n < 3; n++) people.push((await makeResource(owner, { capacity })).id);
  schedule = (await makeSchedule(owner, people, { max_advance_days: 6 })).id;
  starts = (await slotsAfter(1, schedule, people[0])).map(({ starts_at }) => starts_at);
}

const wish = (at: Date) => ({
  resource_id: "any",
  schedule_id: schedule,
  starts_at: at.toISOString(),
});
const bookAnyone = (
  at: Date,
  more: Record<string, unknown> = {},
  by = key,
  headers: Record<string, string> = {},
) =>
  call("/api/widget/booking", {
    key: by,
    headers,
    body: { ...wish(at), customer: aCustomer(), ...more },
  });
const whose = async (response: Response) => {
  expect(response.status).toBe(201);
  const { booking } = (await json(response)) as unknown as { booking: { id: string } };
  const found = await pool.query(
    "select resource_id, assigned_because from booking where id = $1",
    [booking.id],
  );
  return found.rows[0] as { resource_id: string; assigned_because: string | null };
};
let visitors = 0;
async function hold(at: Date, more: Record<string, unknown> = {}) {
  const widget = (await findKey(key, null)) as KeyActor; // a publishable key
  return takeHold(
    widget,
    NewHold.parse({ ...wish(at), ...more }),
    `198.51.100.${++visitors}/${newId()}`,
    null,
  );
}
const resourceOf = async (slotId: string) =>
  (
    await pool.query<{ resource_id: string }>("select resource_id from slot where id = $1", [
      slotId,
    ])
  ).rows[0]!.resource_id;
const slotsAt = async (at: Date) =>
  (
    await pool.query<{ id: string; resource_id: string }>(
      "select id, resource_id from slot where schedule_id = $1 and starts_at = $2 order by resource_id",
      [schedule, at],
    )
  ).rows;

test("bookings for anyone are distributed until nobody is free", async () => {
  const visits = [];
  for (let n = 0; n < 3; n++) visits.push(await whose(await bookAnyone(starts[0]!)));
  expect(new Set(visits.map(({ resource_id }) => resource_id))).toEqual(new Set(people));
  expect(visits.map(({ assigned_because }) => assigned_because)).toEqual([
    "least_loaded",
    "least_loaded",
    "only_free",
  ]);
  const refused = await bookAnyone(starts[0]!);
  expect(refused.status).toBe(409);
  const { error } = (await json(refused)) as unknown as {
    error: { details: { alternatives: { starts_at: string }[] } };
  };
  expect(new Set(error.details.alternatives.map(({ starts_at }) => starts_at)).size).toBe(3);
});

test("a retry with the same key returns the booking, even if nobody is free now", async () => {
  const headers = { "Idempotency-Key": newId() };
  const customer = aCustomer();
  const first = await json(await bookAnyone(starts[0]!, { customer }, key, headers));
  for (let n = 0; n < 2; n++) await whose(await bookAnyone(starts[0]!));
  const again = await bookAnyone(starts[0]!, { customer }, key, headers);
  expect(again.status).toBe(201);
  expect(await json(again)).toEqual(first);
  const made = await pool.query("select from booking where schedule_id = $1", [schedule]);
  expect(made.rowCount).toBe(3);
});

test("two concurrent calls with one key create one booking, whichever resource they try", async () => {
  const headers = { "Idempotency-Key": newId() };
  const customer = aCustomer();
  const answers = await Promise.all(
    [1, 2, 3].map(() => bookAnyone(starts[0]!, { customer }, key, headers)),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(
    (await pool.query("select from booking where schedule_id = $1", [schedule])).rowCount,
  ).toBe(1);
});

test("a configuration's resources are the only ones it books, lists and holds", async () => {
  const { id } = await configs.make({ resource_ids: [people[1]] });
  const bound = await configs.bind(id);
  expect(await whose(await bookAnyone(starts[0]!, {}, bound))).toEqual({
    resource_id: people[1],
    assigned_because: "only_free",
  });
  expect((await bookAnyone(starts[0]!, {}, bound)).status).toBe(409);
  const listed = await json(
    await call(`/api/widget/availability?resource_id=any&schedule_id=${schedule}`, { key: bound }),
  );
  const { days } = listed as unknown as { days: { slots: { resource_id: string }[] }[] };
  const resource = days.flatMap(({ slots }) => slots.map(({ resource_id }) => resource_id));
  expect(new Set(resource)).toEqual(new Set([people[1]]));
  const held = await call("/api/widget/hold", { key: bound, body: wish(starts[0]!) });
  expect(held.status).toBe(409);
});

test("booking with a hold for anyone uses the held resource", async () => {
  const [start] = starts as [Date];
  const held = await hold(start);
  const resource = await resourceOf(held.slot_id);
  // Only the slot of the hold is left.
  for (const { id, resource_id } of await slotsAt(start))
    if (resource_id !== resource) await book(owner, id);
  expect((await bookAnyone(start)).status).toBe(409);
  const booked = await whose(await bookAnyone(start, { hold_token: held.hold_token }));
  expect(booked).toEqual({ resource_id: resource, assigned_because: "least_loaded" });
  expect(
    (await pool.query("select from hold where resource_id = any($1)", [people])).rowCount,
  ).toBe(0);
});

test("the held resource takes precedence over the assignment rule", async () => {
  const [start, other] = starts as [Date, Date];
  const held = await hold(start);
  const resource = await resourceOf(held.slot_id);
  for (const { id, resource_id } of await slotsAt(other))
    if (resource_id === resource) await book(owner, id);
  expect((await whose(await bookAnyone(start, { hold_token: held.hold_token }))).resource_id).toBe(
    resource,
  );
});

test("holds for anyone spread over all, and the next is refused with other times", async () => {
  const held = [];
  for (let n = 0; n < 3; n++) held.push(await resourceOf((await hold(starts[0]!)).slot_id));
  expect(new Set(held)).toEqual(new Set(people));
  await expect(hold(starts[0]!)).rejects.toMatchObject({
    code: "slot_unavailable",
    extra: {
      details: { reason: "full", alternatives: expect.arrayContaining([expect.anything()]) },
    },
  });
});

test("a hold can replace the visitor's own hold, even of the only seat", async () => {
  const [start] = starts as [Date];
  const held = await hold(start);
  const resource = await resourceOf(held.slot_id);
  for (const { id, resource_id } of await slotsAt(start))
    if (resource_id !== resource) await book(owner, id);
  const again = await hold(start, { replaces: held.hold_token });
  expect(again.slot_id).toBe(held.slot_id);
});

test("a visitor never pays more than the lowest or the displayed price", async () => {
  const [start] = starts as [Date];
  const slots = await slotsAt(start);
  for (const [n, { id }] of slots.entries())
    await updateSlot(owner, id, { price_amount: [5000, 3000, 4000][n]! });
  const firstSlotId = slots[1]!.id;
  const first = await hold(start, { slot_id: firstSlotId });
  expect(first.slot_id).toBe(firstSlotId);
  await expect(hold(start, { slot_id: firstSlotId })).rejects.toMatchObject({
    code: "slot_unavailable",
  });
  expect((await hold(start)).slot_id).toBe(slots[2]!.id);
  const dearer = await bookAnyone(start, { slot_id: firstSlotId });
  expect(dearer.status).toBe(409);
  const { error } = (await json(dearer)) as unknown as {
    error: { details: { alternatives: { price_amount: number; starts_at: string }[] } };
  };
  expect(error.details.alternatives[0]).toMatchObject({
    price_amount: 5000,
    starts_at: start.toISOString().replace(".000", ""),
  });
});

test("incomplete requests for a slot or anyone are refused", () => {
  const paths = (body: object) =>
    NewHold.safeParse(body).error?.issues.map(({ path }) => path.join("."));
  expect(paths({})).toEqual(["slot_id"]);
  expect(paths({ resource_id: "any", schedule_id: schedule })).toEqual(["resource_id"]);
  expect(
    paths({ resource_id: newId(), schedule_id: schedule, starts_at: starts[0]!.toISOString() }),
  ).toEqual(["slot_id"]);
});

test("200 concurrent requests for one start: exactly as many bookings as seats, nobody twice", async () => {
  await offer(7);
  const guests = Array.from({ length: 200 }, () => aCustomer());
  const answers = await Promise.all(guests.map((customer) => bookAnyone(starts[0]!, { customer })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(21);
  expect(statuses.filter((status) => status === 409)).toHaveLength(179);
  const seats = await pool.query<{ resource_id: string; n: number; guests: number }>(
    `select c.resource_id, count(*)::int as n, count(distinct b.customer_id)::int as guests from claim c
     join booking b on b.tenant_id = c.tenant_id and b.id = c.booking_id where b.schedule_id = $1 group by 1`,
    [schedule],
  );
  expect(seats.rows.map(({ n, guests }) => [n, guests])).toEqual([
    [7, 7],
    [7, 7],
    [7, 7],
  ]);
  for (const id of people) expect(await wrongCounts(id)).toBe(0);
});
