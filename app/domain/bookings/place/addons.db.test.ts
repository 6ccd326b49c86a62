import { beforeAll, expect, test } from "vitest";
import { BookingPatch, NewBookingSeries, NewBookingVisit } from "~/contract/booking-inputs";
import { NewHold } from "~/contract/holds";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../../api-keys/find-key.server";
import { takeHold } from "../../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { createSeries } from "../../series/create-series.server";
import { createVisit } from "../../visits/create-visit.server";
import { editBooking } from "../change/edit-booking.server";

const RACKET = {
  id: "racket",
  name: "Racket",
  price_amount: 400,
  max_quantity: 4,
  extra_minutes: 0,
};
const LIGHT = { id: "light", name: "Light", price_amount: 600, max_quantity: 1, extra_minutes: 0 };
const racket = { id: "racket", name: "Racket", price_amount: 400 };

let owner: UserActor;
let key: string;
let court: string;
let service: string;
let slots: SlotRow[];
let next = 0;

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  court = (await makeResource(owner, { capacity: 6 })).id;
  const schedule = await makeSchedule(owner, [court], {
    price_amount: 2000,
    currency: "EUR",
    addons: [RACKET, LIGHT],
  });
  service = schedule.id;
  slots = await slotsAfter(2, service, court);
});

const free = () => slots[next++]!;
const bookCourt = (more: Record<string, unknown> = {}) => book(owner, free().id, more);
const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));

test("add-ons are booked at their price, once for the whole party", async () => {
  const addons = [{ id: "racket", quantity: 2 }, { id: "light" }];
  const booked = await bookCourt({ party_size: 3, addons, expected_amount: 7400 });
  expect(booked).toMatchObject({
    price_amount: 7400,
    currency: "EUR",
    addons: [
      { ...racket, quantity: 2 },
      { id: "light", name: "Light", price_amount: 600, quantity: 1 },
    ],
  });
});

test("unknown add-ons, too many and an outdated price are refused at their field", async () => {
  const refused = async (addons: unknown, more = {}) => {
    try {
      await book(owner, slots[next]!.id, { addons, ...more });
      return "ok";
    } catch (error) {
      const { code, extra } = error as { code: string; extra: { issues?: { path: string }[] } };
      return [code, extra.issues?.[0]?.path].filter(Boolean).join(" ");
    }
  };
  expect([
    await refused([{ id: "towel" }]),
    await refused([{ id: "light" }, { id: "racket", quantity: 5 }]),
    await refused([{ id: "racket" }], { expected_amount: 2000 }),
  ]).toEqual([
    "validation_failed addons.0.id",
    "validation_failed addons.1.quantity",
    "price_changed",
  ]);
});

test("a change of price names each line", async () => {
  const wish = { addons: [{ id: "racket", quantity: 3 }], party_size: 2, expected_amount: 1 };
  await expect(bookCourt(wish)).rejects.toMatchObject({
    extra: {
      details: {
        amount: 5200,
        lines: [
          { kind: "service", quantity: 2, amount: 4000 },
          { kind: "addon", label: "Racket", quantity: 3, amount: 1200 },
        ],
      },
    },
  });
});

test("a party that grows and shrinks pays its seats, and its add-ons once", async () => {
  const { id } = await bookCourt({ party_size: 3, addons: [{ id: "racket", quantity: 2 }] });
  const prices = [];
  for (const party_size of [2, 4, 1, 3]) prices.push((await edit(id, { party_size })).price_amount);
  expect(prices).toEqual([4800, 8800, 2800, 6800]);
});

test("booked add-ons keep their price and name; new ones cost what they cost now", async () => {
  const { id } = await bookCourt({ addons: [{ id: "racket", quantity: 1 }] });
  await updateSchedule(owner, service, {
    addons: [{ ...RACKET, name: "Padel racket", price_amount: 500, max_quantity: 2 }, LIGHT],
  });
  const more = await edit(id, { addons: [{ id: "racket", quantity: 2 }, { id: "light" }] });
  expect(more).toMatchObject({
    price_amount: 3400,
    addons: [{ ...racket, quantity: 2 }, LIGHT_OF_ONE],
  });
  await updateSchedule(owner, service, { addons: [LIGHT] });
  const withBooked = await edit(id, { addons: [{ id: "racket", quantity: 1 }] });
  expect(withBooked).toMatchObject({ price_amount: 2400 });
  const grown = edit(id, { addons: [{ id: "racket", quantity: 2 }] });
  expect(await outcome(grown)).toBe("validation_failed");
  expect(await edit(id, { addons: [] })).toMatchObject({ price_amount: 2000, addons: [] });
  await updateSchedule(owner, service, { addons: [RACKET, LIGHT] });
});
const LIGHT_OF_ONE = { id: "light", name: "Light", price_amount: 600, quantity: 1 };

test("sending the same add-ons again changes nothing", async () => {
  const addons = [{ id: "racket", quantity: 2 }];
  const { id, version } = await bookCourt({ addons });
  expect(await edit(id, { addons })).toMatchObject({ version });
});

test("a move and another price of the time keep the add-ons", async () => {
  const { id } = await bookCourt({ party_size: 2, addons: [{ id: "racket", quantity: 2 }] });
  const moved = await edit(id, { slot_id: free().id });
  expect(moved).toMatchObject({ price_amount: 4800, addons: [{ ...racket, quantity: 2 }] });
  await updateSchedule(owner, service, { price_amount: 3000 });
  expect(await edit(id, { reprice: true })).toMatchObject({ price_amount: 6800 });
  await updateSchedule(owner, service, { price_amount: 2000 });
});

test("a price set for everything below its add-ons stays with another party", async () => {
  const addons = [{ id: "racket", quantity: 4 }];
  const { id } = await bookCourt({ party_size: 2, addons, price_amount: 1000 });
  expect(await edit(id, { party_size: 3 })).toMatchObject({ price_amount: 1000 });
  expect(await edit(id, { addons: [] })).toMatchObject({ price_amount: 0 });
});

test("a free service with a paid add-on costs the add-on", async () => {
  const { id } = await makeSchedule(owner, [court], {
    price_amount: null,
    currency: "EUR",
    addons: [RACKET],
    time_zone: "Asia/Tokyo",
  });
  const [first, second] = await slotsAfter(3, id, court);
  expect(await book(owner, first!.id, { addons: [] })).toMatchObject({
    price_amount: null,
    currency: null,
  });
  const addons = [{ id: "racket" }];
  const booked = await book(owner, second!.id, { addons });
  expect(booked).toMatchObject({ price_amount: 400, currency: "EUR" });
  expect(await edit(booked.id, { party_size: 2 })).toMatchObject({ price_amount: 400 });
});

test("visitors book add-ons with the price of their hold", async () => {
  const widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
  const slot = free();
  const held = NewHold.parse({ slot_id: slot.id, expected_amount: 2000 });
  const { hold_token } = await takeHold(widget, held, "198.51.100.7/a", null);
  await updateSchedule(owner, service, { addons: [{ ...RACKET, price_amount: 900 }, LIGHT] });
  const body = {
    slot_id: slot.id,
    hold_token,
    customer: aCustomer(),
    addons: [{ id: "racket", quantity: 2 }],
    expected_amount: 2800,
  };
  const answer = await call("/api/widget/booking", { key, body });
  await updateSchedule(owner, service, { addons: [RACKET, LIGHT] });
  expect(await answer.json()).toMatchObject({
    booking: { price_amount: 2800, addons: [{ ...racket, quantity: 2 }] },
  });
});

test("each date of a series and each part of a visit has its own", async () => {
  const addons = [{ id: "racket", quantity: 1 }];
  const made = await createSeries(
    owner,
    NewBookingSeries.parse({
      resource_id: court,
      schedule_id: service,
      starts_at: free().starts_at.toISOString(),
      customer: aCustomer(),
      addons,
      expected_amount: 2400,
      repeat: { rrule: "FREQ=DAILY;COUNT=2" },
    }),
  );
  expect(made.dates.map(({ booking_id }) => booking_id)).toHaveLength(2);
  const visit = await createVisit(
    owner,
    NewBookingVisit.parse({
      starts_at: free().starts_at.toISOString(),
      customer: aCustomer(),
      parts: [
        { schedule_id: service, resource_id: court, addons },
        { schedule_id: service, resource_id: court },
      ],
      expected_amount: 4400,
    }),
    null,
  );
  expect(visit.bookings.map(({ price_amount }) => price_amount)).toEqual([2400, 2000]);
});

test("an add-on's price has a currency and is payable", async () => {
  const none = { price_amount: null, currency: null };
  const free = { ...RACKET, price_amount: 0 };
  const fils = { ...RACKET, price_amount: 1005 };
  expect(await makeSchedule(owner, [court], { ...none, addons: [RACKET] })).toMatchObject({
    currency: "EUR",
  });
  expect(await makeSchedule(owner, [court], { ...none, addons: [free] })).toMatchObject(none);
  const dinars = { price_amount: 5000, currency: "KWD", addons: [fils] };
  expect(await outcome(makeSchedule(owner, [court], dinars))).toBe("validation_failed");
});
