import { beforeAll, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import { ExplainQuery } from "~/contract/slots";
import { addDays, localDateOf } from "~/lib/time";
import {
  book,
  claimsOf,
  outcome,
  type SlotRow,
  slotsOf,
  wrongCounts,
} from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import type { UserActor } from "../identity/actor";
import { explain } from "../slots/explain.sql.server";
import { updateSchedule } from "./schedules.server";

// A booked slot whose schedule changes length or buffers: guests keep their time, the other seats
// are sold on the new terms.

const ZONE = "Europe/Amsterdam";
const day = addDays(localDateOf(Date.now(), ZONE), 5);
let owner: UserActor;
beforeAll(async () => void (owner = await makeTenant({ time_zone: ZONE })));

const change = (id: string, patch: Record<string, unknown>) =>
  updateSchedule(owner, id, SchedulePatch.parse(patch));
async function setUpService(capacity: number, input: Record<string, unknown> = {}) {
  const room = await makeResource(owner, { capacity });
  const service = await makeSchedule(owner, [room.id], {
    max_advance_days: 10,
    step_minutes: 60,
    ...input,
  });
  const onDay = async () =>
    (await slotsOf(service.id)).filter(
      (slot) => localDateOf(slot.starts_at.getTime(), ZONE) === day,
    );
  return { room, service, onDay, slots: await onDay() };
}
const minutes = (a: { starts_at: string | Date; ends_at: string | Date }) =>
  (new Date(a.ends_at).getTime() - new Date(a.starts_at).getTime()) / 60_000;
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);

test("with one guest in it, a start is sold to nine others in the new length", async () => {
  const { room, service, onDay, slots } = await setUpService(10);
  const first = await book(owner, slots[0]!.id);
  const saved = await change(service.id, { duration_minutes: 90 });
  expect(saved.outside_bookings).toEqual([]);
  const slot = (await onDay())[0]!;
  expect(slot).toMatchObject({ id: slots[0]!.id, status: "open", taken: 1, outside_hours: false });
  expect(minutes(slot)).toBe(90);
  const query = { schedule_id: service.id, resource_id: room.id, date: day, party_size: 9 };
  const { bookable, steps } = await explain(owner, ExplainQuery.parse(query));
  expect(bookable).toContain(slot.starts_at.toISOString().replace(".000Z", "Z"));
  expect(steps.find(({ rule }) => rule === "closed_by_hand")!.removed).toEqual([]);
  const others = await book(owner, slot.id, { party_size: 9 });
  expect([minutes(first), minutes(others)]).toEqual([60, 90]);
  expect((await claimsOf(first.id)).map(minutes)).toEqual([60]);
  expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
  expect(await wrongCounts(room.id)).toBe(0);
});

test("the existing guest keeps the old length when the party changes and when the booking is reopened", async () => {
  const { room, service, slots } = await setUpService(10);
  const first = await book(owner, slots[0]!.id);
  await change(service.id, { duration_minutes: 90, buffer_after_minutes: 30 });
  const larger = await editBooking(owner, first.id, BookingPatch.parse({ party_size: 3 }));
  expect(minutes(larger)).toBe(60);
  expect((await claimsOf(first.id)).map(minutes)).toEqual([60, 60, 60]);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("when the new length does not fit next to a booking, the reason is that it is booked", async () => {
  const { room, service, onDay, slots } = await setUpService(1);
  await book(owner, slots[1]!.id);
  await change(service.id, { duration_minutes: 90 });
  const first: SlotRow = (await onDay())[0]!;
  expect(first).toMatchObject({ status: "open", taken: 1 });
  const query = { schedule_id: service.id, resource_id: room.id, date: day };
  const { steps } = await explain(owner, ExplainQuery.parse(query));
  expect(steps.find(({ rule }) => rule === "full")!.removed).toContain(
    first.starts_at.toISOString().replace(".000Z", "Z"),
  );
});

test("new bookings of a booked slot claim the new buffers, existing ones keep theirs", async () => {
  const { room, service, slots } = await setUpService(5, { buffer_after_minutes: 30 });
  const first = await book(owner, slots[0]!.id);
  await change(service.id, { buffer_before_minutes: 15, buffer_after_minutes: 0 });
  const second = await book(owner, slots[0]!.id);
  const { starts_at, ends_at } = slots[0]!;
  expect(await claimsOf(first.id)).toMatchObject([
    { starts_at, ends_at: new Date(ends_at.getTime() + 1_800_000) },
  ]);
  expect(await claimsOf(second.id)).toMatchObject([
    { starts_at: new Date(starts_at.getTime() - 900_000), ends_at },
  ]);
  await cancel(first.id);
  expect(await wrongCounts(room.id)).toBe(0);
});

test("hours that meet at midnight allow two hours from 23:00, unless the next day is closed", async () => {
  const room = await makeResource(owner);
  const always = {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
    time_zone: "UTC",
  };
  const service = await makeSchedule(owner, [room.id], {
    ...always,
    duration_minutes: 120,
    step_minutes: 60,
    max_advance_days: 10,
  });
  const at = (date: string) => new Date(`${date}T23:00:00Z`).getTime();
  const late = async () =>
    (await slotsOf(service.id)).filter(({ starts_at }) => starts_at.getTime() === at(day));
  expect(await late()).toHaveLength(1);
  const booking = await book(owner, (await late())[0]!.id);
  expect(
    (await change(service.id, { overrides: [], max_advance_days: 9 })).outside_bookings,
  ).toEqual([]);
  const saved = await change(service.id, { overrides: [{ date: addDays(day, 1), closed: true }] });
  expect(saved.outside_bookings.map(({ id }) => id)).toEqual([booking.id]);
  expect(await late()).toMatchObject([{ status: "closed" }]);
  await change(service.id, { overrides: [] });
  expect(await late()).toMatchObject([{ status: "open" }]);
});

test("naming a booking's own time is not a move, whatever length its slot has now", async () => {
  const { service, slots } = await setUpService(10);
  const first = await book(owner, slots[0]!.id);
  await change(service.id, { duration_minutes: 90 });
  const same = { starts_at: first.starts_at, resource_id: first.resource_id, duration_minutes: 60 };
  const edited = await editBooking(owner, first.id, BookingPatch.parse(same));
  expect(edited).toMatchObject({ slot_id: slots[0]!.id, version: first.version });
});
