import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { book, slotsAfter, slotsOf } from "~/testing/booking-calls";
import { makeKey, makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import { widgetCalls } from "~/testing/widget-calls";

// A service shows the lowest bookable price, and a single price if all are equal.

let owner: UserActor;
let key: string;
let cookie: string;
let anna: string;
let bram: string;

beforeEach(async () => {
  owner = await makeTenant();
  [key, cookie] = [await makeKey(owner), await signIn(owner)];
  anna = (await makeResource(owner, { type: "person" })).id;
  bram = (await makeResource(owner, { type: "person" })).id;
});

const { make, read } = widgetCalls(() => ({ cookie, key, slots: [] }));
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const open = (days: number[]) => ({ rules: [{ days, start: "09:00", end: "12:00" }] });
const offer = (resources: string[], more: Record<string, unknown>) =>
  makeSchedule(owner, resources, {
    price_amount: 1000,
    currency: "EUR",
    time_zone: "UTC",
    max_advance_days: 20,
    ...open(everyDay),
    ...more,
  });
const firstService = async () => (await read()).schedules[0]!;

/** The bookable prices according to availability. */
async function bookablePrices(schedule_id: string): Promise<number[]> {
  const prices = new Set<number>();
  for (const offset of [0, 14]) {
    const day = (more: number) =>
      new Date(Date.now() + (offset + more) * 86_400_000).toISOString().slice(0, 10);
    const query = new URLSearchParams({ schedule_id, from: day(0), to: day(13), tz: "UTC" });
    const answer = await call(`/api/widget/availability?${query}`, { key });
    const { days } = (await answer.json()) as {
      days: { slots: { bookable: boolean; price_amount: number }[] }[];
    };
    for (const slot of days.flatMap(({ slots }) => slots))
      if (slot.bookable) prices.add(slot.price_amount);
  }
  return [...prices].sort((a, b) => a - b);
}

test("a single resource is shown with its own price and duration", async () => {
  const own = { resource_id: anna, price_amount: 5500, duration_minutes: 45 };
  const { id } = await offer([anna], { duration_minutes: 60, resource_terms: [own] });
  expect(await bookablePrices(id)).toEqual([5500]);
  expect(await firstService()).toMatchObject({
    price_amount: 5500,
    price_from: null,
    base_price_from: null,
    duration_minutes: 45,
    resource_terms: [],
  });
});

test("a configuration with only the expensive resource shows its price", async () => {
  const terms = [{ resource_id: bram, price_amount: 5500 }];
  await offer([anna, bram], { resource_terms: terms });
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: 1000 });
  await make({ resource_ids: [bram] });
  expect(await firstService()).toMatchObject({ price_amount: 5500, price_from: null });
});

test("a rule that matches no start is ignored, and one that matches all is the price", async () => {
  const weekend = { days: [6, 7], start: "00:00", end: "00:00", percent: 50 };
  const { id } = await offer([anna], { ...open([6, 7]), peak_prices: [weekend] });
  expect(await bookablePrices(id)).toEqual([1500]);
  expect(await firstService()).toMatchObject({
    price_amount: 1500,
    price_from: null,
    base_price_from: null,
  });
});

test("only starts within the horizon count", async () => {
  // The cheap weekday is five days ahead.
  const weekday = ((new Date().getUTCDay() + 4) % 7) + 1;
  const cheap = { days: [weekday], start: "00:00", end: "00:00", percent: -50 };
  const { id } = await offer([anna], { peak_prices: [cheap], max_advance_days: 3 });
  expect(await bookablePrices(id)).toEqual([1000]);
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: null });
});

test("a price without bookable times is no longer the lowest", async () => {
  const early = { days: everyDay, start: "09:00", end: "10:00", percent: -50 };
  const { id } = await offer([anna], {
    duration_minutes: 60,
    peak_prices: [early],
    max_advance_days: 2,
  });
  expect(await firstService()).toMatchObject({ price_from: 500, base_price_from: 500 });
  for (const slot of await slotsOf(id))
    if (slot.starts_at.getUTCHours() === 9 && slot.starts_at.getTime() > Date.now())
      await book(owner, slot.id);
  expect(await bookablePrices(id)).toEqual([1000]);
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: null });
});

test("a manual price is the lowest until its time is taken or repriced", async () => {
  const { id } = await offer([anna], { duration_minutes: 60 });
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: null });
  const slot = (await slotsAfter(1, id))[0]!;
  const setPrice = (price_amount: number | null) =>
    call(`/api/slots/${slot.id}`, { cookie, method: "PATCH", body: { price_amount } });
  expect((await setPrice(400)).status).toBe(200);
  expect(await bookablePrices(id)).toEqual([400, 1000]);
  expect(await firstService()).toMatchObject({ price_from: 400, base_price_from: 400 });
  expect((await setPrice(null)).status).toBe(200);
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: null });
  expect((await setPrice(400)).status).toBe(200);
  await book(owner, slot.id);
  expect(await firstService()).toMatchObject({ price_amount: 1000, price_from: null });
});

test("finding prices costs as much as there are prices, not times", async () => {
  const evening = { days: everyDay, start: "11:00", end: "12:00", percent: 50 };
  const { id } = await offer([anna], {
    duration_minutes: 5,
    peak_prices: [evening],
    max_advance_days: 180,
  });
  await pool.query("analyze slot");
  const read = async (db: Sql) => {
    const found = await db.query<{ "QUERY PLAN": { Plan: { "Shared Hit Blocks": number } }[] }>(
      `explain (analyze, buffers, format json)
       select bookable_prices($1, $2, $3, now(), now() + interval '180 days')`,
      [owner.tenant.id, id, anna],
    );
    return found.rows[0]!["QUERY PLAN"][0]!.Plan["Shared Hit Blocks"];
  };
  expect((await slotsOf(id)).length).toBeGreaterThan(1500);
  const blocks = await transaction(async (db) => {
    await read(db); // each connection makes its query plans once
    return read(db);
  });
  expect(blocks).toBeLessThan(60);
});
