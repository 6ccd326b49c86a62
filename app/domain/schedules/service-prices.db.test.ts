import { beforeAll, describe, expect, test } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import { SlotPatch } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { slotsAfter, slotsOf } from "~/testing/booking-calls";
import type { UserActor } from "../identity/actor";
import { createSlot } from "../slots/manual-slots.server";
import { updateSlot } from "../slots/edit-slot.server";
import { getSchedule, updateSchedule } from "./schedules.server";
import { planChange } from "./plan-change.server";
import { NewSlot } from "~/contract/slots";

// Durations and prices per resource and start: validation, the resulting slots, and regeneration
// after changes.

let owner: UserActor;
let [ann, ben] = ["", ""];

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  [ann, ben] = [(await makeResource(owner)).id, (await makeResource(owner)).id];
});

const change = (id: string, patch: Record<string, unknown>) =>
  updateSchedule(owner, id, SchedulePatch.parse(patch));
const make = (input: Record<string, unknown> = {}, resources = [ann, ben]) =>
  makeSchedule(owner, resources, { max_advance_days: 4, time_zone: "UTC", ...input });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { extra?: { issues?: { path: string }[] } }) => error.extra?.issues?.[0]?.path ?? error,
  );
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const peak = { days: everyDay, start: "12:00", end: "14:00", percent: 50 };

interface Priced {
  starts_at: Date;
  ends_at: Date;
  price_amount: number | null;
  currency: string | null;
}
/** One day of a resource as "09:00 60 1000". */
async function dayOf(schedule: string, resource: string): Promise<string[]> {
  const slots = (await slotsAfter(1, schedule, resource)) as unknown as Priced[];
  const day = slots[0]?.starts_at.toISOString().slice(0, 10);
  return slots
    .filter(({ starts_at }) => starts_at.toISOString().startsWith(day!))
    .map(({ starts_at, ends_at, price_amount }) => {
      const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000;
      return `${starts_at.toISOString().slice(11, 16)} ${minutes} ${price_amount}`;
    });
}

describe("a schedule is refused", () => {
  const own = (terms: Record<string, unknown>) => ({
    resource_terms: [{ resource_id: ann, ...terms }],
  });
  const length = (minutes: number, price_amount: number | null = null) => ({
    minutes,
    price_amount,
  });
  const paid = { price_amount: 1000, requires_payment: true };
  test.each([
    [
      "with a length no longer than its own",
      () => ({ length_options: [length(90), length(60)] }),
      "length_options.0.minutes",
    ],
    [
      "with a resource's length no longer than that one's own",
      () => own({ duration_minutes: 90, length_options: [length(90)] }),
      "resource_terms.0.length_options.0.minutes",
    ],
    [
      "with a length no longer than the schedule's",
      () => own({ length_options: [length(45)] }),
      "resource_terms.0.length_options.0.minutes",
    ],
    [
      "with terms of another resource",
      () => ({ resource_terms: [{ resource_id: newId() }] }),
      "resource_terms.0.resource_id",
    ],
    ["with a currency but no price", () => ({ currency: "EUR", price_amount: null }), "currency"],
    [
      "when one of its lengths has no price to pay",
      () => ({ ...paid, length_options: [length(90)] }),
      "length_options.0.price_amount",
    ],
    [
      "when a resource is free but has to be paid",
      () => ({ ...paid, ...own({ price_amount: 0 }) }),
      "resource_terms.0.price_amount",
    ],
    [
      "when a start would be free but has to be paid",
      () => ({ ...paid, peak_prices: [{ ...peak, percent: -100 }] }),
      "peak_prices.0.percent",
    ],
    [
      "when a price would be more than can be charged",
      () => ({ price_amount: 99_999_999, peak_prices: [peak] }),
      "peak_prices.0.percent",
    ],
  ])("%s", async (_, input, path) => {
    const isAboutCurrency = path === "currency";
    if (!isAboutCurrency) expect(await refusal(make(input()))).toBe(path);
    const { id } = await make();
    expect(await refusal(change(id, input()))).toBe(path);
    expect(await refusal(change(id, { ...input(), dry_run: true }))).toBe(path);
  });

  test("if its duration exceeds a longer length", async () => {
    const { id } = await make({ length_options: [length(90)] });
    expect(await refusal(change(id, { duration_minutes: 90 }))).toBe("length_options.0.minutes");
    await change(id, { duration_minutes: 90, length_options: [] });
  });
});

test("any price requires a currency; without prices there is none", async () => {
  const { id } = await make({ length_options: [{ minutes: 90, price_amount: 500 }] });
  expect(await getSchedule(owner, id)).toMatchObject({ price_amount: null, currency: "EUR" });
  await change(id, { length_options: [] });
  expect(await getSchedule(owner, id)).toMatchObject({ currency: null });
  await change(id, { resource_terms: [{ resource_id: ben, price_amount: 700 }] });
  expect(await getSchedule(owner, id)).toMatchObject({ currency: "EUR" });
  const slots = (await slotsOf(id)) as unknown as (Priced & { resource_id: string })[];
  expect(
    new Set(
      slots.map((slot) => `${slot.resource_id === ben} ${slot.price_amount} ${slot.currency}`),
    ),
  ).toEqual(new Set(["false null null", "true 700 EUR"]));
});

test("removing a resource removes its terms; equal terms are a no-op", async () => {
  const { id } = await make({
    resource_terms: [{ resource_id: ben, price_amount: 700 }],
    peak_prices: [peak],
  });
  const { resource_terms, peak_prices, version } = await getSchedule(owner, id);
  expect(await change(id, { resource_terms, peak_prices })).toMatchObject({ version });
  await change(id, { resource_ids: [ann] });
  expect((await getSchedule(owner, id)).resource_terms).toEqual([]);
  await change(id, { resource_ids: [ann, ben] });
  expect((await getSchedule(owner, id)).resource_terms).toEqual([]);
});

test("peak prices have a start and an end, stored in the existing format", async () => {
  const { id } = await make({ price_amount: 1000, peak_prices: [peak] });
  const { start, end, ...others } = peak;
  const { rows } = await pool.query("select peak_prices from schedule where id = $1", [id]);
  expect(rows[0].peak_prices).toEqual([{ ...others, from: start, to: end }]);
  expect((await getSchedule(owner, id)).peak_prices).toEqual([peak]);
});

describe("slots", () => {
  test("have their resource's base length and the price of their start", async () => {
    const { id } = await make({
      price_amount: 1000,
      rules: [{ days: everyDay, start: "11:00", end: "15:00" }],
      peak_prices: [peak],
      resource_terms: [{ resource_id: ben, duration_minutes: 90, price_amount: 2000 }],
    });
    expect(await dayOf(id, ann)).toEqual([
      "11:00 60 1000",
      "12:00 60 1500",
      "13:00 60 1500",
      "14:00 60 1000",
    ]);
    expect(await dayOf(id, ben)).toEqual(["11:00 90 2000", "12:30 90 3000"]);
  });

  test("are repriced after price changes, except manual prices", async () => {
    const { id } = await make({
      price_amount: 1000,
      rules: [{ days: everyDay, start: "11:00", end: "14:00" }],
    });
    const [, noon] = await slotsAfter(1, id, ann);
    await updateSlot(owner, noon!.id, SlotPatch.parse({ price_amount: 123 }));
    await change(id, { peak_prices: [peak] });
    expect(await dayOf(id, ann)).toEqual(["11:00 60 1000", "12:00 60 123", "13:00 60 1500"]);
    expect(await dayOf(id, ben)).toEqual(["11:00 60 1000", "12:00 60 1500", "13:00 60 1500"]);
    await change(id, { resource_terms: [{ resource_id: ben, price_amount: 3000 }] });
    expect(await dayOf(id, ben)).toEqual(["11:00 60 3000", "12:00 60 4500", "13:00 60 4500"]);
    await updateSlot(owner, noon!.id, SlotPatch.parse({ price_amount: null }));
    await change(id, {
      peak_prices: [{ ...peak, percent: undefined, amount: -100 }],
      price_amount: 900,
    });
    expect(await dayOf(id, ann)).toEqual(["11:00 60 900", "12:00 60 800", "13:00 60 800"]);
    await change(id, { price_amount: null, resource_terms: [] });
    expect(await dayOf(id, ann)).toEqual(["11:00 60 null", "12:00 60 null", "13:00 60 null"]);
    const stored = await pool.query(
      "select 1 from slot where schedule_id = $1 and currency is not null",
      [id],
    );
    expect(stored.rowCount).toBe(0);
  });

  test("that are made by hand cost what their start does", async () => {
    const { id } = await make({
      price_amount: 1000,
      peak_prices: [peak],
      rules: [{ days: everyDay, start: "11:00", end: "12:00" }],
    });
    const [first] = await slotsAfter(1, id, ann);
    const starts_at = new Date(first!.starts_at.getTime() + 90 * 60_000).toISOString();
    const made = await createSlot(
      owner,
      NewSlot.parse({ resource_id: ann, schedule_id: id, starts_at, duration_minutes: 30 }),
    );
    expect(made).toMatchObject({ price_amount: 1500, currency: "EUR", overrides: [] });
    await change(id, { price_amount: 2000 });
    expect(await dayOf(id, ann)).toEqual(["11:00 60 2000", "12:30 30 3000"]);
  });

  test("are made again where a resource's own length changes, and on that resource alone", async () => {
    const { id } = await make({ rules: [{ days: everyDay, start: "11:00", end: "14:00" }] });
    const before = await slotsOf(id, ann);
    const wish = { resource_terms: [{ resource_id: ben, duration_minutes: 90 }] };
    // The day after the horizon, which the daily job makes, is part of every plan.
    const soon = Date.now() + 3 * 86_400_000;
    const made = async (patch: Record<string, unknown>) => {
      const plan = await planChange(
        owner,
        await getSchedule(owner, id),
        SchedulePatch.parse(patch),
      );
      expect(plan.is_empty).toBe(false);
      return plan.changed.filter(({ from }) => from < soon).map(({ resource_id }) => resource_id);
    };
    expect(await made(wish)).toEqual([ben]);
    await change(id, wish);
    expect(await dayOf(id, ben)).toEqual(["11:00 90 null", "12:30 90 null"]);
    expect((await slotsOf(id, ann)).slice(0, before.length)).toEqual(before);
    // Price changes do not affect times.
    expect(await made({ price_amount: 1, peak_prices: [peak] })).toEqual([]);
  });

  test("that a process of the version before makes have the right length and price, and no longer one until they are made again", async () => {
    const { id } = await make({
      price_amount: 1000,
      peak_prices: [peak],
      rules: [{ days: everyDay, start: "11:00", end: "15:00" }],
      resource_terms: [{ resource_id: ben, duration_minutes: 90 }],
    });
    const slots = await slotsAfter(1, id, ben);
    const { rows } = await pool.query("select plan_version from schedule where id = $1", [id]);
    const [from, to] = [
      slots[0]!.starts_at,
      new Date(slots[0]!.starts_at.getTime() + 4 * 3_600_000),
    ];
    const starts = slots.slice(0, 2).map(({ starts_at }) => starts_at.toISOString());
    const call =
      "select * from apply_slot_plan($1, $2, $3, $4, $5, $6, $7::uuid[], $8::timestamptz[])";
    const plan = [owner.tenant.id, ben, id, rows[0].plan_version, from, to];
    await pool.query(call, [...plan, [], []]);
    expect(await slotsAfter(1, id, ben)).toHaveLength(slots.length - 2);
    const made = await pool.query(call, [...plan, starts.map(newId), starts]);
    expect(made.rows).toEqual([{ created: 2, kept: 0, removed: 0, booked: [] }]);
    expect(await dayOf(id, ben)).toEqual(["11:00 90 1000", "12:30 90 1500"]);
    const open = await pool.query(
      "select open_until from slot where schedule_id = $1 and starts_at = any($2)",
      [id, starts],
    );
    expect(open.rows.filter((row) => row.open_until === null)).toHaveLength(2);
  });
});
