import { beforeAll, describe, expect, test } from "vitest";
import {
  BookingPatch,
  NewBooking,
  NewBookingSeries,
  NewBookingVisit,
  VisitTimesQuery,
} from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { NewHold } from "~/contract/holds";
import { type Availability, AvailabilityQuery } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import { claimsOf, outcome, type SlotRow, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../../api-keys/find-key.server";
import { takeHold } from "../../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { createSeries } from "../../series/create-series.server";
import { readAvailability } from "../../slots/availability.sql.server";
import { createVisit } from "../../visits/create-visit.server";
import { findVisitTimes } from "../../visits/visit-times.server";
import { editBooking } from "../change/edit-booking.server";
import { moveBooking } from "../change/move-booking.server";
import { undoMove } from "../change/undo-move.server";
import { createBooking } from "./create-booking.server";

let owner: UserActor;
let key: string;
let widget: KeyActor;

beforeAll(async () => {
  owner = await makeTenant({ policy: { hold_minutes: 20 }, time_zone: "UTC" });
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});

const MASK = { id: "mask", name: "Mask", price_amount: 500, max_quantity: 4, extra_minutes: 15 };
const DRINK = { id: "drink", name: "Drink", price_amount: 300 };
const MINUTE = 60_000;

interface Place {
  anna: string;
  ben: string;
  schedule: string;
  slots: Record<"anna" | "ben", SlotRow[]>;
}

/** An hour of two people, every quarter of an hour from 9:00 until 17:00. */
async function aPlace(more: Record<string, unknown> = {}): Promise<Place> {
  const anna = (await makeResource(owner, { name: "Anna" })).id;
  const ben = (await makeResource(owner, { name: "Ben" })).id;
  const { id } = await makeSchedule(owner, [anna, ben], {
    max_advance_days: 4,
    duration_minutes: 60,
    step_minutes: 15,
    price_amount: 4000,
    addons: [MASK, DRINK],
    ...more,
  });
  const slots = await slotsAfter(1, id);
  const day = slots[0]!.starts_at.toISOString().slice(0, 10);
  const of = (person: string) =>
    slots.filter(
      (slot) => slot.resource_id === person && slot.starts_at.toISOString().startsWith(day),
    );
  return { anna, ben, schedule: id, slots: { anna: of(anna), ben: of(ben) } };
}

const masks = (quantity: number) => ({ addons: [{ id: "mask", quantity }] });
const book = (slot: SlotRow, more: Record<string, unknown> = {}) =>
  createBooking(
    owner,
    NewBooking.parse({ slot_id: slot.id, customer: aCustomer(), ...more }),
    null,
  );
const patch = (id: string, more: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(more));
const move = (id: string, slot: SlotRow) =>
  moveBooking(owner, id, { target: { kind: "slot", slot_id: slot.id } });
const minutesOf = ({ starts_at, ends_at }: { starts_at: string | Date; ends_at: string | Date }) =>
  (+new Date(ends_at) - +new Date(starts_at)) / MINUTE;
const claimed = async (id: string) => (await claimsOf(id)).map((row) => minutesOf(row));
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  const { reason, alternatives } = error.extra.details as {
    reason: string;
    alternatives?: { starts_at: string }[];
  };
  return { code: error.code, reason, alternatives: alternatives?.map((at) => at.starts_at) };
};

/** The starts listed for visitors, in minutes from the first slot. */
async function listed(
  { schedule, slots }: Place,
  more: Record<string, unknown> = {},
  person: "anna" | "ben" = "anna",
): Promise<number[]> {
  const first = slots[person][0]!;
  const query = AvailabilityQuery.parse({
    resource_id: first.resource_id,
    schedule_id: schedule,
    ...more,
  });
  const { json } = await readAvailability(widget, query, 31, null);
  const { days } = JSON.parse(json!) as Availability;
  const date = first.starts_at.toISOString().slice(0, 10);
  return days
    .filter((day) => day.date === date)
    .flatMap((day) =>
      day.slots.map((slot) => (Date.parse(slot.starts_at) - +first.starts_at) / MINUTE),
    );
}
const wrong = async ({ anna, ben }: Place) => (await wrongCounts(anna)) + (await wrongCounts(ben));

describe("an add-on with minutes", () => {
  test("lengthens the booking by each of it, at the price of the service", async () => {
    const place = await aPlace();
    const booking = await book(place.slots.anna[0]!, {
      addons: [{ id: "mask", quantity: 2 }, { id: "drink" }],
    });
    expect(minutesOf(booking)).toBe(90);
    expect(booking).toMatchObject({
      price_amount: 4000 + 2 * 500 + 300,
      addons: [{ id: "mask", quantity: 2, extra_minutes: 15 }, { id: "drink" }],
    });
    expect(await claimed(booking.id)).toEqual([90]);
    expect((await listed(place))[0]).toBe(90);
    expect(await wrong(place)).toBe(0);
  });

  test("is listed only where it fits, and refused elsewhere with other times", async () => {
    const place = await aPlace();
    const [slot] = place.slots.anna;
    await book(place.slots.anna[4]!); // from 60 to 120
    expect((await listed(place)).slice(0, 2)).toEqual([0, 120]);
    expect((await listed(place, { extra_minutes: 15 })).slice(0, 2)).toEqual([120, 135]);
    const refused = await refusal(book(slot!, masks(1)));
    expect(refused).toMatchObject({ code: "slot_unavailable", reason: "full" });
    expect(refused.alternatives![0]).toBe(
      `${new Date(+slot!.starts_at + 120 * MINUTE).toISOString().slice(0, 19)}Z`,
    );
    // Not beyond the hours.
    const last = place.slots.anna.at(-1)!;
    expect((await refusal(book(last, masks(1)))).reason).toBe("closed");
    expect((await listed(place)).at(-1)).toBe(420);
    expect((await listed(place, { extra_minutes: 15 })).at(-1)).toBe(405);
    await book(slot!);
    expect(await wrong(place)).toBe(0);
  });

  test("is on top of a longer length", async () => {
    const place = await aPlace({ length_options: [{ minutes: 90, price_amount: 5500 }] });
    await book(place.slots.anna[8]!); // from 120 to 180
    const both = { length_minutes: 90, extra_minutes: 30 };
    expect((await listed(place, both)).slice(0, 2)).toEqual([0, 180]);
    expect((await listed(place, { length_minutes: 90 })).slice(0, 4)).toEqual([0, 15, 30, 180]);
    const longer = { length_minutes: 90, ...masks(2) };
    expect((await refusal(book(place.slots.anna[1]!, longer))).reason).toBe("full");
    const booking = await book(place.slots.anna[0]!, longer);
    expect(minutesOf(booking)).toBe(120);
    expect(booking.price_amount).toBe(5500 + 2 * 500);
    expect(await wrong(place)).toBe(0);
  });

  test("of anyone takes whoever has the time", async () => {
    const place = await aPlace();
    await book(place.slots.anna[4]!);
    const wish = {
      schedule_id: place.schedule,
      resource_id: "any",
      starts_at: place.slots.anna[0]!.starts_at.toISOString(),
      customer: aCustomer(),
      ...masks(1),
    };
    const booking = await createBooking(owner, NewBooking.parse(wish), null);
    expect(booking.resource_id).toBe(place.ben);
    expect(minutesOf(booking)).toBe(75);
    expect(await refusal(createBooking(owner, NewBooking.parse(wish), null))).toMatchObject({
      code: "slot_unavailable",
    });
  });

  test("becomes part of a booking whose time was held, if it is free", async () => {
    const place = await aPlace();
    const [slot] = place.slots.anna;
    const bookHeld = async (quantity: number) => {
      const held = await takeHold(
        widget,
        NewHold.parse({ slot_id: slot!.id }),
        `198.51.100.7/${newId()}`,
        null,
      );
      const body = {
        slot_id: slot!.id,
        customer: aCustomer(),
        hold_token: held.hold_token,
        ...masks(quantity),
      };
      const response = await call("/api/widget/booking", { key, body });
      return { status: response.status, body: (await response.json()) as { booking: Booking } };
    };
    await book(place.slots.anna[5]!); // from 75
    const refused = await bookHeld(2);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "slot_unavailable" } },
    });
    const place2 = await aPlace();
    const held = await takeHold(
      widget,
      NewHold.parse({ slot_id: place2.slots.anna[0]!.id }),
      `198.51.100.8/${newId()}`,
      null,
    );
    const body = {
      slot_id: place2.slots.anna[0]!.id,
      customer: aCustomer(),
      hold_token: held.hold_token,
      ...masks(2),
    };
    const response = await call("/api/widget/booking", { key, body });
    expect(response.status).toBe(201);
    const { booking } = (await response.json()) as { booking: Booking };
    expect(minutesOf(booking)).toBe(90);
    expect(await claimed(booking.id)).toEqual([90]);
    expect((await wrong(place)) + (await wrong(place2))).toBe(0);
  });

  test("goes with each date of a series, and each part of a visit", async () => {
    const place = await aPlace();
    const starts_at = place.slots.anna[0]!.starts_at.toISOString();
    const series = await createSeries(
      owner,
      NewBookingSeries.parse({
        schedule_id: place.schedule,
        resource_id: place.anna,
        starts_at,
        repeat: { rrule: "FREQ=DAILY;COUNT=2" },
        customer: aCustomer(),
        ...masks(1),
      }),
    );
    expect(series.dates.map(({ state }) => state)).toEqual(["booked", "booked"]);
    expect((await listed(place))[0]).toBe(75);

    const other = await aPlace();
    const parts = [
      { schedule_id: other.schedule, resource_id: other.anna, ...masks(2) },
      { schedule_id: other.schedule, resource_id: "same" },
    ];
    const wish = { starts_at, parts, customer: aCustomer() };
    const { bookings } = await createVisit(owner, NewBookingVisit.parse(wish), null);
    expect(bookings.map((each) => minutesOf(each))).toEqual([90, 60]);
    expect(bookings[1]!.starts_at).toBe(bookings[0]!.ends_at);
    expect(bookings.map(({ price_amount }) => price_amount)).toEqual([5000, 4000]);
    const date = starts_at.slice(0, 10);
    const { times } = await findVisitTimes(owner, VisitTimesQuery.parse({ date, parts }));
    expect(times[0]!.starts_at).toBe(bookings[1]!.ends_at);
  });
});

describe("a booking that changes", () => {
  test("grows and shrinks with its add-ons, where it is free", async () => {
    const place = await aPlace();
    const { id } = await book(place.slots.anna[0]!);
    const grown = await patch(id, masks(2));
    expect(minutesOf(grown)).toBe(90);
    expect(grown.price_amount).toBe(5000);
    const neighbour = await book(place.slots.anna[6]!); // from 90
    expect((await refusal(patch(id, masks(3)))).reason).toBe("full");
    expect(await claimed(id)).toEqual([90]);
    expect(minutesOf(await patch(id, { notes: "Hello" }))).toBe(90);
    const shrunk = await patch(id, { addons: [] });
    expect(minutesOf(shrunk)).toBe(60);
    expect(shrunk.price_amount).toBe(4000);
    expect((await listed(place))[0]).toBe(150);
    expect(neighbour.status).toBe("confirmed");
    expect(await wrong(place)).toBe(0);
  });

  test("not beyond the hours", async () => {
    const place = await aPlace();
    const { id } = await book(place.slots.anna.at(-1)!);
    expect((await refusal(patch(id, masks(1)))).reason).toBe("closed");
    expect(await claimed(id)).toEqual([60]);
  });

  test("keeps its length when it moves, at its price", async () => {
    const place = await aPlace({ length_options: [{ minutes: 90, price_amount: 5500 }] });
    const { id } = await book(place.slots.anna[0]!, masks(2));
    const moved = await move(id, place.slots.anna[4]!);
    expect(minutesOf(moved)).toBe(90);
    expect(moved).toMatchObject({ length_minutes: null, price_amount: 5000 });
    const undone = await undoMove(owner, id, { version: moved.version, minutes: 90 });
    expect(minutesOf(undone)).toBe(90);
    expect(undone.starts_at).toEqual(place.slots.anna[0]!.starts_at);
    expect(undone.slot_id).toBe(place.slots.anna[0]!.id);
    // To a start, as the calendar sends it.
    const starts_at = place.slots.ben[2]!.starts_at.toISOString();
    const dragged = await patch(id, { starts_at, resource_id: place.ben });
    expect(minutesOf(dragged)).toBe(90);
    expect(dragged.price_amount).toBe(5000);
    await book(place.slots.anna[9]!); // from 135
    expect((await refusal(patch(id, { slot_id: place.slots.anna[4]!.id }))).reason).toBe("full");
    const longer = await patch(id, { length_minutes: 90 });
    expect(minutesOf(longer)).toBe(120);
    expect(longer.price_amount).toBe(6500);
    expect(minutesOf(await patch(id, { addons: [] }))).toBe(90);
    expect(await wrong(place)).toBe(0);
  });

  test("keeps the minutes it was booked with, whatever the service says now", async () => {
    const place = await aPlace();
    const { id } = await book(place.slots.anna[0]!, masks(1));
    await updateSchedule(owner, place.schedule, {
      addons: [{ ...MASK, extra_minutes: 30 }],
    });
    const more = await patch(id, masks(2));
    expect(minutesOf(more)).toBe(90);
    const moved = await move(id, place.slots.anna[8]!);
    expect(minutesOf(moved)).toBe(90);
    expect(minutesOf(await book(place.slots.ben[0]!, masks(1)))).toBe(90);
  });
});

test("what is listed with minutes can be booked with them, and nothing else", async () => {
  const place = await aPlace();
  let seed = 5;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const counts = { booked: 0, refused: 0 };
  const bookings: string[] = [];
  for (let step = 0; step < 40; step++) {
    if (bookings.length > 4) {
      const [id] = bookings.splice(random(bookings.length), 1);
      await editBooking(owner, id!, BookingPatch.parse({ addons: [] }));
    }
    const at = random(place.slots.anna.length);
    const quantity = random(4);
    const starts = await listed(place, { extra_minutes: quantity * 15 });
    const isOffered = starts.includes(at * 15);
    const made = await outcome(book(place.slots.anna[at]!, quantity > 0 ? masks(quantity) : {}));
    expect(typeof made === "string" ? made : "booked", `step ${step}`).toBe(
      isOffered ? "booked" : "slot_unavailable",
    );
    if (typeof made !== "string") bookings.push(made.id);
    counts[typeof made === "string" ? "refused" : "booked"] += 1;
  }
  expect(Math.min(counts.booked, counts.refused)).toBeGreaterThan(3);
  expect(await wrong(place)).toBe(0);
});
