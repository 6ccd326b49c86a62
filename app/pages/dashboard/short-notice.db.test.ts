import { expect, test } from "vitest";
import { AvailabilityQuery } from "~/contract/slots";
import { findFirstForGuests, findFirstSlots, findSlots } from "~/domain/slots/free-slots.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { aCustomer } from "~/testing/factory";
import { book, slotsOf } from "~/testing/booking-calls";
import { get, makeDesk, pathOf } from "~/testing/desk";
import * as booking from "./bookings/booking/route";
import * as newBooking from "./bookings/new/route";
import * as calendar from "./calendar/route";
import * as today from "./today/route";

// The times of the day after tomorrow are all within the guests' minimum notice.
const FIVE_DAYS = 5 * 1440;

test("guests' minimum notice hides no time from the desk, and such times say so", async () => {
  const { owner, court, schedule, date } = await makeDesk({
    min_notice_minutes: FIVE_DAYS,
    max_advance_days: 9,
  });
  const slots = (await slotsOf(schedule.id)).filter(({ starts_at }) =>
    starts_at.toISOString().startsWith(date),
  );
  const day = { from: date, to: date };
  const { json } = await readAvailability(owner, AvailabilityQuery.parse(day), 31, null);
  expect(JSON.parse(json!).days).toMatchObject([{ state: "too_soon", slots: [] }]); // the API's answer stays
  expect((await findFirstForGuests(owner))!.starts_at > `${date}T23`).toBe(true);

  const onDay = await findSlots(owner, day);
  expect(onDay.map(({ id }) => id)).toEqual(slots.map(({ id }) => id));
  expect(onDay.every(({ is_short_notice }) => is_short_notice)).toBe(true);
  expect(await findFirstSlots(owner, {}, 1, new Date(`${date}T00:00Z`))).toMatchObject([
    { id: slots[0]!.id, is_short_notice: true },
  ]);
  const range = { from: new Date(`${date}T00:00Z`), to: new Date(`${date}T23:59Z`) };
  const [free] = await readNextFree(owner, { ...range, resources: 1, times: 2 });
  expect(free!.times).toMatchObject([
    { slot_id: slots[0]!.id, is_short_notice: true },
    { slot_id: slots[1]!.id },
  ]);

  // The pages agree: the rail, New booking, Move and the calendar.
  const rail = await get(today, owner, `/dashboard?date=${date}`);
  expect(rail.next_free[0]!.times[0]).toMatchObject({
    slot_id: slots[0]!.id,
    is_short_notice: true,
  });
  const desk = await get(newBooking, owner, `/dashboard/bookings/new?day=${date}`);
  expect(desk.times.map(({ slot_id }) => slot_id)).toEqual(slots.map(({ id }) => id));
  expect(desk.times[0]!.more).toContain("short notice");
  const booked = await book(owner, slots[0]!.id, { customer: aCustomer() });
  const { move } = await get(booking, owner, `${pathOf(booked)}?show=move&day=${date}`, booked.id);
  expect(move!.people[0]!.choices.map(({ slot_id }) => slot_id)).toEqual(
    slots.slice(1).map(({ id }) => id),
  );
  const page = await get(calendar, owner, `/dashboard/calendar?date=${date}&resource=${court.id}`);
  if (page.shown.kind !== "grid") throw new Error("not a grid");
  expect(page.shown.model.columns[0]!.free.map(({ slot_id }) => slot_id)).toEqual(
    slots.slice(1).map(({ id }) => id),
  );
});

test("a time that has begun is offered to nobody, and one with enough notice says nothing", async () => {
  const { owner, date } = await makeDesk({ min_notice_minutes: 0 });
  const all = await findSlots(owner, { from: date, to: date });
  expect(all.every(({ is_short_notice }) => !is_short_notice)).toBe(true);
  const past = await findSlots(owner, { include: ["unavailable"] });
  for (const { starts_at, bookable } of past)
    if (Date.parse(starts_at) < Date.now()) expect(bookable).toBe(false);
});
