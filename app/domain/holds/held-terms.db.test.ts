import { beforeAll, beforeEach, expect, test } from "vitest";
import { NewHold } from "~/contract/holds";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, outcome, slotsAfter, type SlotRow, wrongCounts } from "~/testing/booking-calls";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { closeDays } from "../schedules/closed-days.server";
import { deleteSchedule, updateSchedule } from "../schedules/schedules.server";
import { takeHold } from "./visitor-holds.server";

let owner: UserActor;
let key: string;
let widget: KeyActor;
let room: string;
let service: string;
let slot: SlotRow;

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});
beforeEach(() => offer({}));

async function offer(input: Record<string, unknown>, capacity = 1): Promise<void> {
  room = (await makeResource(owner, { capacity })).id;
  const schedule = await makeSchedule(owner, [room], {
    max_advance_days: 5,
    price_amount: 2500,
    currency: "EUR",
    ...input,
  });
  service = schedule.id;
  slot = (await slotsAfter(1, service))[0]!;
}

const lapseHolds = () =>
  pool.query(
    `with gone as (update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour' where resource_id = $1 returning id)
     update claim set lapses_at = clock_timestamp() - interval '1 second' where hold_id in (select id from gone)`,
    [room],
  );

let visitors = 0;
const hold = (more: Record<string, unknown> = {}) =>
  takeHold(
    widget,
    NewHold.parse({ slot_id: slot.id, ...more }),
    `198.51.100.${++visitors}/${newId()}`,
    null,
  );
interface Answer {
  booking?: { price_amount: number; starts_at: string; ends_at: string; status: string };
  error?: { code: string; details?: Record<string, unknown> };
}
async function bookWith(more: Record<string, unknown> = {}) {
  const body = { slot_id: slot.id, customer: aCustomer(), ...more };
  const response = await call("/api/widget/booking", { key, body });
  return { status: response.status, ...((await response.json()) as Answer) };
}
const change = (patch: Parameters<typeof updateSchedule>[2]) =>
  updateSchedule(owner, service, patch);

const changes: [string, () => Promise<unknown>][] = [
  ["its notice ends", () => change({ min_notice_minutes: 60 * 24 * 60 })],
  ["its horizon shrinks", () => change({ max_advance_days: 1, min_notice_minutes: 0 })],
  [
    "its hours change",
    () => change({ rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:30" }] }),
  ],
  ["its length changes", () => change({ duration_minutes: 55 })],
  ["the day is closed", () => closeDay()],
  ["the service is switched off", () => change({ active: false })],
  ["the service becomes private", () => change({ private: true })],
  ["the service is deleted", () => deleteSchedule(owner, service)],
  ["its resource is switched off", () => updateResource(owner, room, { active: false })],
  ["its price rises", () => change({ price_amount: 4000 })],
  ["it asks for approval", () => change({ requires_approval: true })],
  [
    "it asks a question",
    () =>
      change({ questions: [{ id: "age", label: "Age", type: "text", required: true } as never] }),
  ],
  ["parties become smaller", () => change({ max_party_size: 1 })],
];

async function closeDay() {
  const date = slot.starts_at.toISOString().slice(0, 10);
  await closeDays(owner, { days: [{ date, name: "Stocktaking" }], dry_run: false });
}

test.each(changes)("a held time is booked on its original terms when %s", async (_, happens) => {
  await offer({}, 3);
  const held = await hold({ party_size: 2 });
  expect(held).toMatchObject({ price_amount: 5000, currency: "EUR" });
  await happens();
  const booked = await bookWith({ party_size: 2, hold_token: held.hold_token });
  expect(booked).toMatchObject({
    status: 201,
    booking: {
      status: "confirmed",
      price_amount: 5000,
      starts_at: slot.starts_at.toISOString().replace(".000", ""),
      ends_at: slot.ends_at.toISOString().replace(".000", ""),
    },
  });
  expect(await wrongCounts(room)).toBe(0);
});

test("a hold for anyone is booked with its held resource, after every change", async () => {
  const held = await hold({
    slot_id: undefined,
    resource_id: "any",
    schedule_id: service,
    starts_at: slot.starts_at.toISOString(),
  });
  await change({ price_amount: 9900, active: false });
  const booked = await bookWith({
    slot_id: undefined,
    resource_id: "any",
    schedule_id: service,
    starts_at: slot.starts_at.toISOString(),
    hold_token: held.hold_token,
    expected_amount: 2500,
  });
  expect(booked).toMatchObject({ status: 201, booking: { price_amount: 2500 } });
});

test("a smaller party is priced by the hold, a larger one is not covered", async () => {
  await offer({}, 4);
  const held = await hold({ party_size: 2 });
  await change({ price_amount: 9900 });
  const more = await bookWith({
    party_size: 3,
    hold_token: held.hold_token,
    expected_amount: 7500,
  });
  expect(more.error).toMatchObject({
    code: "price_changed",
    details: { expected_amount: 7500, amount: 29_700 },
  });
  const fewer = await bookWith({
    party_size: 1,
    hold_token: held.hold_token,
    expected_amount: 2500,
  });
  expect(fewer).toMatchObject({ status: 201, booking: { price_amount: 2500 } });
  expect(await wrongCounts(room)).toBe(0);
});

test("an expired hold guarantees neither time nor price", async () => {
  const held = await hold();
  await change({ price_amount: 4000 });
  await lapseHolds();
  const wish = { hold_token: held.hold_token, expected_amount: 2500 };
  expect((await bookWith(wish)).error?.code).toBe("price_changed");
  await change({ active: false });
  expect((await bookWith(wish)).error?.code).toBe("slot_unavailable");
});

const limits = [
  ["max_per_day", "daily_limit"],
  ["max_per_week", "weekly_limit"],
  ["max_per_month", "monthly_limit"],
] as const;

test.each(limits)(
  "a hold counts towards %s: others are refused, its holder can book",
  async (limit, reason) => {
    await offer({ [limit]: 1 });
    const held = await hold();
    const other = (await slotsAfter(1, service))[1]!;
    const refused = { code: "slot_unavailable", extra: { details: { reason } } };
    expect(await book(owner, other.id).catch((error: unknown) => error)).toMatchObject(refused);
    expect(await hold({ slot_id: other.id }).catch((error: unknown) => error)).toMatchObject(
      refused,
    );
    const listed = await call(
      `/api/widget/availability?schedule_id=${service}&from=${other.starts_at.toISOString()}&to=${other.ends_at.toISOString()}`,
      { key },
    );
    expect(await listed.json()).toMatchObject({ days: [{ state: "full", slots: [] }] });
    expect((await bookWith({ hold_token: held.hold_token })).status).toBe(201);
    expect(await wrongCounts(room)).toBe(0);
  },
);

test.each(limits)("its holder can book beyond %s", async (limit) => {
  await offer({ [limit]: 1 });
  const held = await hold();
  const other = (await slotsAfter(1, service))[1]!;
  await book(owner, other.id, { override: true });
  expect((await bookWith({ hold_token: held.hold_token })).status).toBe(201);
  expect(await wrongCounts(room)).toBe(0);
});

test("a visitor can switch times on a day limited to one booking", async () => {
  await offer({ max_per_day: 1 });
  const first = await hold();
  const other = (await slotsAfter(1, service))[1]!;
  const second = await hold({ slot_id: other.id, replaces: first.hold_token });
  const booked = await bookWith({ slot_id: other.id, hold_token: second.hold_token });
  expect(booked.status).toBe(201);
});

test("released, expired and test holds count towards no limit", async () => {
  await offer({ max_per_day: 1 });
  const other = (await slotsAfter(1, service))[1]!;
  await pool.query("update api_key set mode = 'test' where id = $1", [widget.key_id]);
  await hold();
  await pool.query("update api_key set mode = 'live' where id = $1", [widget.key_id]);
  await lapseHolds();
  await hold({ slot_id: other.id });
  await lapseHolds();
  await book(owner, other.id);
});

test("a guest's limits apply to a held time as of the hold", async () => {
  await offer({ max_upcoming_per_customer: 1 }, 2);
  const [customer, other] = [aCustomer(), (await slotsAfter(1, service))[1]!];
  await book(owner, other.id, { customer });
  const held = await hold();
  const refused = await bookWith({ hold_token: held.hold_token, customer });
  expect(refused.error).toMatchObject({ details: { reason: "customer_limit" } });
  const free = await bookWith({ hold_token: held.hold_token });
  expect(free.status).toBe(201);
});

test("an outdated price is refused with both prices, for holds and bookings", async () => {
  const changed = {
    code: "price_changed",
    extra: {
      details: {
        expected_amount: 2000,
        amount: 2500,
        currency: "EUR",
        lines: [{ label: expect.any(String), quantity: 1, amount: 2500 }],
      },
    },
  };
  expect(await hold({ expected_amount: 2000 }).catch((error: unknown) => error)).toMatchObject(
    changed,
  );
  const refused = await bookWith({ expected_amount: 2000 });
  expect(refused).toMatchObject({
    status: 409,
    error: { code: "price_changed", details: changed.extra.details },
  });
  expect(await outcome(book(owner, slot.id, { expected_amount: 2000 }))).toBe("price_changed");
  const agreed = book(owner, slot.id, { expected_amount: 2000, price_amount: 2000 });
  expect(await agreed).toMatchObject({ price_amount: 2000 });
});

test("a free time expects a price of zero", async () => {
  await offer({ price_amount: null, currency: null });
  expect((await bookWith({ expected_amount: 100 })).error?.code).toBe("price_changed");
  expect((await bookWith({ expected_amount: 0 })).status).toBe(201);
});
