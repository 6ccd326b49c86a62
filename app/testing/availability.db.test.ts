import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Availability } from "~/contract/slots";
import { WidgetBooking } from "~/contract/bookings";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
} from "./factory";
import { day } from "./example";
import { call, json } from "./request";

let owner: UserActor;
let key: string;
let secret: string;

beforeAll(async () => {
  owner = await makeTenant({ takes_payments: true, time_zone: "Europe/Amsterdam" });
  key = await makeKey(owner);
  secret = await makeSecretKey(owner);
});

async function availability(query: string): Promise<Availability> {
  const response = await call(`/api/widget/availability?${query}`, { key });
  const body = await json(response);
  expect(response.status, JSON.stringify(body)).toBe(200);
  return Availability.parse(body);
}
const book = (slot_id: string, party_size = 1) =>
  call("/api/widget/booking", { key, body: { slot_id, party_size, customer: aCustomer() } });

test("lists free times by day in the requested time zone, and the next free time after the range", async () => {
  const room = await makeResource(owner);
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "11:00" }];
  await makeSchedule(owner, [room.id], { rules });
  const found = await availability(
    `resource_id=${room.id}&from=${day(2)}&to=${day(4)}&tz=Asia/Kathmandu`,
  );
  expect(found).toMatchObject({ time_zone: "Asia/Kathmandu", from: day(2), to: day(4) });
  expect(found.days.map((entry) => [entry.date, entry.state, entry.slots.length])).toEqual([
    [day(2), "open", 2],
    [day(3), "open", 2],
    [day(4), "open", 2],
  ]);
  expect(found.next_available).toBe(found.days[0]!.slots[0]!.starts_at);
  const late = await availability(`resource_id=${room.id}&from=${day(200)}&to=${day(201)}`);
  expect(late.days.map((entry) => entry.state)).toEqual(["too_far", "too_far"]);
  expect(late.next_available).toBe(null);
});

test("gives a reason for each unbookable time, and counts seats for a party", async () => {
  const room = await makeResource(owner, { capacity: 2 });
  const schedule = await makeSchedule(owner, [room.id], {
    min_notice_minutes: 60 * 24 * 2,
    max_advance_days: 5,
    max_party_size: 2,
  });
  await call("/api/slots/generate", {
    key: secret,
    body: { schedule_id: schedule.id, from: day(0), to: day(8) },
  });
  const query = `resource_id=${room.id}&from=${day(0)}&to=${day(8)}&include=unavailable`;
  const all = (await availability(query)).days.flatMap((entry) => entry.slots);
  const open = all.filter((slot) => slot.bookable);
  expect(new Set(all.map((slot) => slot.reason))).toEqual(new Set([null, "too_soon", "too_far"]));
  await book(open[0]!.id, 2);
  await book(open[1]!.id, 1);
  await pool.query("update slot set status = 'closed' where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    open[2]!.id,
  ]);
  const reasons = async (party: number) => {
    const slots = (await availability(`${query}&party_size=${party}`)).days.flatMap(
      (entry) => entry.slots,
    );
    return open.slice(0, 4).map((slot) => slots.find((other) => other.id === slot.id)!.reason);
  };
  expect(await reasons(1)).toEqual(["full", null, "closed", null]);
  expect(await reasons(2)).toEqual(["full", "full", "closed", null]);
  expect(await reasons(3)).toEqual([
    "party_too_large",
    "party_too_large",
    "closed",
    "party_too_large",
  ]);
  expect(schedule.max_party_size).toBe(2);
});

test("a slot that is full only because of unpaid holds is held, not full", async () => {
  const room = await makeResource(owner);
  await makeSchedule(owner, [room.id], { price_amount: 1000, requires_payment: true });
  const query = `resource_id=${room.id}&from=${day(3)}&to=${day(3)}`;
  const [first, second] = (await availability(query)).days[0]!.slots;
  await book(first!.id);
  await call("/api/bookings", {
    key: secret,
    body: { slot_id: second!.id, customer: aCustomer() },
  });
  const slots = (await availability(`${query}&include=unavailable`)).days[0]!.slots;
  expect(slots.slice(0, 3).map((slot) => slot.reason)).toEqual(["held", "full", null]);
});

test("an unchanged response is 304, and a booking invalidates it", async () => {
  const room = await makeResource(owner);
  await makeSchedule(owner, [room.id]);
  const path = `/api/widget/availability?resource_id=${room.id}&from=${day(3)}&to=${day(3)}`;
  const first = await call(path, { key });
  const etag = first.headers.get("ETag")!;
  const again = await call(path, { key, headers: { "If-None-Match": etag } });
  // The ETag also changes with the minute; the response is then complete again.
  if (again.headers.get("ETag") === etag)
    expect([again.status, await again.text()]).toEqual([304, ""]);
  const slot = Availability.parse(await json(first)).days[0]!.slots[0]!;
  await book(slot.id);
  const after = await call(path, { key, headers: { "If-None-Match": etag } });
  expect(after.status).toBe(200);
  expect(
    Availability.parse(await json(after)).days[0]!.slots.map((other) => other.id),
  ).not.toContain(slot.id);
});

test("every slot listed as bookable can be booked and is then no longer listed", async () => {
  const shape = fc.record({
    capacity: fc.integer({ min: 1, max: 4 }),
    durations: fc.uniqueArray(fc.constantFrom(15, 30, 45, 60, 90), { minLength: 1, maxLength: 3 }),
    buffer_before_minutes: fc.constantFrom(0, 10, 30),
    buffer_after_minutes: fc.constantFrom(0, 15),
    max_per_day: fc.constantFrom(null, 2, 5),
    party: fc.integer({ min: 1, max: 3 }),
    picks: fc.array(fc.nat(), { minLength: 4, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ capacity, durations, party, picks, ...schedule }) => {
      const room = await makeResource(owner, { capacity });
      for (const duration_minutes of durations)
        await makeSchedule(owner, [room.id], { ...schedule, duration_minutes });
      const list = async () => {
        const found = await availability(
          `resource_id=${room.id}&from=${day(1)}&to=${day(2)}&party_size=${party}`,
        );
        return found.days.flatMap((entry) => entry.slots);
      };
      for (const pick of picks) {
        const slots = await list();
        const slot = slots[pick % (slots.length || 1)];
        if (slot === undefined) break;
        const response = await book(slot.id, party);
        const body = await json(response);
        expect(response.status, JSON.stringify({ slot, body })).toBe(201);
        const { booking } = WidgetBooking.parse(body);
        expect(booking.starts_at).toBe(slot.starts_at);
        const left = (await list()).find((other) => other.id === slot.id);
        expect(left?.remaining ?? 0).toBe(left === undefined ? 0 : slot.remaining - party);
      }
    }),
    { numRuns: 12, seed: 20261120 },
  );
});

test("explains a day: which rule removed which times", async () => {
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id], {
    duration_minutes: 60,
    overrides: [{ date: day(4), closed: true }],
  });
  const explain = async (date: string) => {
    const response = await call(
      `/api/availability/explain?schedule_id=${schedule.id}&resource_id=${room.id}&date=${date}`,
      { key: secret },
    );
    return (await response.json()) as {
      bookable: string[];
      steps: { rule: string; removed: string[]; left: number; note: string }[];
    };
  };
  const open = await explain(day(3));
  expect(open.bookable).toHaveLength(8);
  const slot = (await availability(`resource_id=${room.id}&from=${day(3)}&to=${day(3)}`)).days[0]!
    .slots[2]!;
  await book(slot.id);
  const booked = await explain(day(3));
  expect(booked.steps.find((step) => step.rule === "full")!.removed).toEqual([slot.starts_at]);
  expect(booked.bookable).toHaveLength(7);
  const closed = await explain(day(4));
  expect(closed.bookable).toEqual([]);
  expect(closed.steps.find((step) => step.rule === "override")!.note).toBe("Closed on this date.");
});
