import { beforeAll, describe, expect, test } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import { NewSlot, SlotPatch } from "~/contract/slots";
import { addDays, localDateOf } from "~/lib/time";
import { book, outcome, type SlotRow, slotsOf, wrongCounts } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { updateSlot } from "./edit-slot.server";
import { createSlot } from "./manual-slots.server";

// An edit overrides the fields it names; the slot's other fields follow its schedule.

const ZONE = "Europe/Amsterdam";
const day = addDays(localDateOf(Date.now(), ZONE), 5);
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
const dateOf = (slot: SlotRow) => localDateOf(slot.starts_at.getTime(), ZONE);

let owner: UserActor;
beforeAll(async () => void (owner = await makeTenant({ time_zone: ZONE })));

const change = (id: string, patch: Record<string, unknown>) =>
  updateSchedule(owner, id, SchedulePatch.parse(patch));
const edit = (slot: SlotRow, patch: Record<string, unknown>) =>
  updateSlot(owner, slot.id, SlotPatch.parse(patch));
async function setUpService(input: Record<string, unknown> = {}) {
  const room = await makeResource(owner, { capacity: 5 });
  const service = await makeSchedule(owner, [room.id], {
    max_advance_days: 10,
    price_amount: 4200,
    ...input,
  });
  const slots = (await slotsOf(service.id)).filter((slot) => dateOf(slot) === day);
  return { room, service, slots };
}
const now = async (scheduleId: string, { id }: SlotRow) =>
  (await slotsOf(scheduleId)).find((slot) => slot.id === id);

describe.each([
  ["price", { price_amount: 1000 }, { price_amount: 1000, capacity: 5 }],
  ["seats", { capacity: 2 }, { price_amount: 4200, capacity: 2 }],
])("a slot with its own %s", (_what, patch, expected) => {
  test.each([
    ["a closed day", { overrides: [{ date: day, closed: true }] }],
    ["other hours", { rules: daily("13:00", "17:00") }],
    ["a later first day", { valid_from: addDays(day, 1) }],
  ])("follows its schedule to %s, and returns with its own values", async (_why, closes) => {
    const { room, service, slots } = await setUpService();
    const [free, booked] = slots;
    for (const slot of [free!, booked!])
      expect(await edit(slot, patch)).toMatchObject({ origin: "generated" });
    const booking = await book(owner, booked!.id);
    const saved = await change(service.id, closes);
    expect(saved.outside_bookings.map(({ id }) => id)).toEqual([booking.id]);
    for (const slot of [free!, booked!])
      expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
    await change(service.id, { overrides: [], rules: daily("09:00", "17:00"), valid_from: null });
    for (const slot of [free!, booked!])
      expect(await now(service.id, slot)).toMatchObject({
        ...expected,
        status: "open",
        origin: "generated",
      });
    expect(await wrongCounts(room.id)).toBe(0);
  });
});

test("only own fields survive changes of schedule and resource; null resets them", async () => {
  const { room, service, slots } = await setUpService();
  const [priced, sized] = slots;
  await edit(priced!, { price_amount: 1000 });
  await edit(sized!, { capacity: 2 });
  await change(service.id, { price_amount: 5000, duration_minutes: 45, buffer_after_minutes: 15 });
  await updateResource(owner, room.id, { capacity: 7 });
  const minutes = (slot: SlotRow | undefined) =>
    (slot!.ends_at.getTime() - slot!.starts_at.getTime()) / 60_000;
  const [first, second] = [await now(service.id, priced!), await now(service.id, sized!)];
  expect(first).toMatchObject({ price_amount: 1000, capacity: 7 });
  expect(second).toMatchObject({ price_amount: 5000, capacity: 2 });
  expect([minutes(first), minutes(second)]).toEqual([45, 45]);
  expect(await edit(priced!, { price_amount: null })).toMatchObject({
    price_amount: 5000,
    currency: "EUR",
    overrides: [],
  });
  expect(await edit(sized!, { capacity: null })).toMatchObject({ capacity: 7, overrides: [] });
  await change(service.id, { price_amount: 6000 });
  expect(await now(service.id, priced!)).toMatchObject({ price_amount: 6000 });
});

test("0 is free, whatever the schedule's price", async () => {
  const { service, slots } = await setUpService();
  expect(await edit(slots[0]!, { price_amount: 0 })).toMatchObject({
    price_amount: 0,
    overrides: ["price_amount"],
  });
  await change(service.id, { price_amount: 9900 });
  expect(await book(owner, slots[0]!.id)).toMatchObject({ price_amount: 0 });
});

test("a manual slot has the schedule's price and the resource's seats by default", async () => {
  const { room, service } = await setUpService();
  const made = async (more: Record<string, unknown>, hour: string) => {
    const at = { starts_at: `${day}T${hour}:00Z`, duration_minutes: 30 };
    const { id } = await createSlot(
      owner,
      NewSlot.parse({ resource_id: room.id, schedule_id: service.id, ...at, ...more }),
    );
    return async () => (await slotsOf(service.id)).find((slot) => slot.id === id);
  };
  const [follows, own] = [
    await made({}, "20:00"),
    await made({ price_amount: 100, capacity: 3 }, "21:00"),
  ];
  expect(await follows()).toMatchObject({ price_amount: 4200, capacity: 5, origin: "manual" });
  await change(service.id, {
    price_amount: 5000,
    overrides: [{ date: day, closed: true }],
    buffer_before_minutes: 10,
  });
  await updateResource(owner, room.id, { capacity: 6 });
  expect(await follows()).toMatchObject({
    price_amount: 5000,
    capacity: 6,
    status: "open",
    origin: "manual",
  });
  expect(await own()).toMatchObject({
    price_amount: 100,
    capacity: 3,
    status: "open",
    origin: "manual",
  });
});

test("resetting a manually closed slot returns it to the schedule, or deletes it", async () => {
  const { service, slots } = await setUpService();
  expect(await edit(slots[0]!, { status: "closed" })).toMatchObject({ overrides: ["status"] });
  expect(await edit(slots[0]!, { status: null })).toMatchObject({ status: "open", overrides: [] });
  await book(owner, slots[0]!.id);
  await edit(slots[0]!, { status: "closed" });
  await change(service.id, { overrides: [{ date: day, closed: true }] });
  expect(await edit(slots[0]!, { status: null })).toMatchObject({
    status: "closed",
    origin: "generated",
  });
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  expect(await edit(slots[0]!, { status: "open" })).toMatchObject({
    status: "open",
    origin: "manual",
  });
});
