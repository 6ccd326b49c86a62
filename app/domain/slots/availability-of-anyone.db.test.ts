import { beforeAll, expect, test } from "vitest";
import { ANYONE } from "~/contract/fields";
import { NewHold } from "~/contract/holds";
import { type Availability, AvailabilityQuery, type AvailableSlot } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { makeBusy, makeCalendar } from "~/testing/calendar-calls";
import { makeKey, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { findKey } from "../api-keys/find-key.server";
import { createBlock } from "../blocks/change-block.server";
import { applyBusy } from "../calendars/apply-busy.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { Actor, KeyActor, UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { readAvailability } from "./availability.sql.server";
import { updateSlot } from "./edit-slot.server";

// The times of anyone are those of each person, one per start. Each person's own are read without
// naming the schedule, which is another statement.

const LENGTHS = [30, 60, 90];
const day = (ahead: number) => addDays(localDateOf(clock.now(), "Europe/Amsterdam"), ahead);
let owner: UserActor;
let visitor: KeyActor;
let limited: UserActor;
let people: string[];
let service: string;

beforeAll(async () => {
  owner = await makeTenant();
  visitor = (await findKey(await makeKey(owner), null)) as KeyActor;
  people = [];
  for (const capacity of [1, 1, 2, 3, 1]) people.push((await makeResource(owner, { capacity })).id);
  const [anna, bea, cas, dan, eva] = people as [string, string, string, string, string];
  limited = await makeUser(owner, "staff", { resource_ids: [bea, cas] });
  const created = await makeSchedule(owner, people, {
    duration_minutes: 30,
    length_options: LENGTHS.slice(1).map((minutes) => ({ minutes, price_amount: 80 * minutes })),
    price_amount: 2500,
    peak_prices: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "12:00", end: "14:00", percent: 20 }],
    buffer_after_minutes: 15,
    min_notice_minutes: 30 * 60,
    max_advance_days: 6,
    overrides: [{ date: day(5), closed: true }],
  });
  service = created.id;
  const terms = { duration_minutes: null, price_amount: null, length_options: null };
  const of = (resource_id: string, own: object) => ({
    ...terms,
    resource_id,
    weight: 100,
    priority: 0,
    ...own,
  });
  await updateSchedule(owner, service, {
    resource_terms: [
      of(bea, { price_amount: 2000, length_options: [{ minutes: 60, price_amount: 4000 }] }),
      of(cas, { duration_minutes: 60 }),
    ],
  });
  const other = (await makeSchedule(owner, [anna, dan], { max_advance_days: 6 })).id;

  const slots: Record<string, SlotRow[]> = {};
  for (const id of people) slots[id] = await slotsAfter(1, service, id);
  const at = (id: string, n: number) => slots[id]![n]!;
  for (const n of [0, 1, 5, 9]) await book(owner, at(anna, n).id);
  for (const n of [0, 3, 5]) await book(owner, at(bea, n).id);
  for (const n of [0, 2]) await book(owner, at(cas, n).id, { party_size: 2 });
  for (const n of [0, 4]) await book(owner, at(dan, n).id, { party_size: n === 0 ? 3 : 2 });
  for (const { id } of (await slotsAfter(2, other)).slice(0, 6)) await book(owner, id);
  await createBlock(owner, {
    resource_id: eva,
    starts_at: at(eva, 0).starts_at,
    ends_at: at(eva, 6).ends_at,
    reason: null,
  });
  const calendar = await makeCalendar(owner, bea);
  await makeBusy(owner, calendar, at(bea, 7).starts_at, at(bea, 9).ends_at);
  await applyBusy(owner.tenant.id, bea);
  for (const [ip, id] of [anna, cas].entries())
    await takeHold(visitor, NewHold.parse({ slot_id: at(id, 16).id }), `198.51.100.${ip}`, null);
  await updateSlot(owner, at(dan, 8).id, { price_amount: 100 });
  await updateSlot(owner, at(dan, 10).id, { capacity: 2 });
});

async function slotsFor(actor: Actor, query: object): Promise<AvailableSlot[]> {
  const parsed = AvailabilityQuery.parse({ from: day(0), to: day(9), ...query });
  const { json } = await readAvailability(actor, parsed, 92, null);
  return (JSON.parse(json!) as Availability).days.flatMap(({ slots }) => slots);
}

const NEAREST_FIRST = ["held", "full", "daily_limit", "weekly_limit", "monthly_limit"];
const nearness = ({ reason }: AvailableSlot) =>
  [...NEAREST_FIRST, "party_too_large", reason].indexOf(reason!);
/** Bookable at the lowest price, with the most seats, before the reason closest to free. */
const compare = (a: AvailableSlot, b: AvailableSlot): number =>
  Number(b.bookable) - Number(a.bookable) ||
  (a.bookable
    ? (a.price_amount ?? 0) - (b.price_amount ?? 0) || b.remaining - a.remaining
    : nearness(a) - nearness(b)) ||
  (a.id < b.id ? -1 : 1);

async function compareAnswers(actor: Actor, of: string[], query: object): Promise<AvailableSlot[]> {
  const each = [];
  for (const id of of) {
    const own = await outcome(slotsFor(actor, { ...query, resource_id: [id] }));
    if (own !== "validation_failed") each.push(...(own as AvailableSlot[])); // else without this length
  }
  const best = new Map<string, AvailableSlot>();
  for (const slot of each.filter(({ schedule_id }) => schedule_id === service).sort(compare))
    if (!best.has(slot.starts_at)) best.set(slot.starts_at, slot);
  const expected = [...best.values()].sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const anyone = { ...query, schedule_id: service, resource_id: [ANYONE] };
  expect(await slotsFor(actor, anyone), JSON.stringify(query)).toEqual(expected);
  return expected;
}

async function compareAll(): Promise<Set<string | null>> {
  const reasons = new Set<string | null>();
  for (const length_minutes of [undefined, ...LENGTHS])
    for (const party_size of [1, 2, 4])
      for (const include of [undefined, "unavailable"]) {
        const query = { length_minutes, party_size, include };
        for (const { reason } of await compareAnswers(visitor, people, query)) reasons.add(reason);
        await compareAnswers(limited, people.slice(1, 3), query);
      }
  return reasons;
}

test("anyone's times are those of each person, in every length, with the same prices and reasons", async () => {
  expect(await compareAll()).toEqual(
    new Set([null, "held", "full", "closed", "too_soon", "too_far", "party_too_large"]),
  );
});

test("also with limits, an inactive person, and after a booking", async () => {
  await updateSchedule(owner, service, { max_per_day: 2 });
  expect(await compareAll()).toContain("daily_limit");
  await updateSchedule(owner, service, { max_per_day: null });
  const archived = people.pop()!;
  await updateResource(owner, archived, { active: false });
  await compareAll();
  const [free] = await compareAnswers(visitor, people, { length_minutes: 60 });
  await book(owner, free!.id);
  await compareAll();
});
