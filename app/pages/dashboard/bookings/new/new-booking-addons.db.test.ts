import { beforeAll, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { newId } from "~/lib/ids";
import { flashOf, get, makeDesk, post, refusalOf } from "~/testing/desk";
import { makeSchedule } from "~/testing/factory";
import * as newBooking from "./route";

// Add-ons in the new-booking form, posted as a browser without JavaScript does.

const PATH = "/dashboard/bookings/new";
const guest = { name: "Anna Jansen", email: "anna@example.test" };
const RACKET = {
  id: "racket",
  name: "Racket",
  price_amount: 400,
  max_quantity: 4,
  extra_minutes: 0,
};
const LIGHT = { id: "light", name: "Light", price_amount: 600, max_quantity: 1, extra_minutes: 0 };

let owner: UserActor;
let service: string;
let other: string;

beforeAll(async () => {
  const desk = await makeDesk({ price_amount: 3500, addons: [RACKET, LIGHT] });
  ({ owner } = desk);
  service = desk.schedule.id;
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }];
  const massage = { name: "Massage", price_amount: 2000, addons: [{ ...LIGHT, name: "Candles" }] };
  other = (await makeSchedule(owner, [desk.court.id], { ...massage, rules })).id;
});

const show = (more = "") => get(newBooking, owner, `${PATH}?new=1&q=x&service=${service}${more}`);
const SHOWN = { "shown.addons.racket": "400", "shown.addons.light": "600" };
const send = (fields: Record<string, string>) =>
  post(newBooking, owner, PATH, { ...guest, service, key: newId(), ...fields });
const latest = async () =>
  (await listBookings(owner, BookingFilter.parse({ sort: "-created_at" }))).data;

test("only a service with add-ons shows them, with the quantities of the address", async () => {
  const { addons, currency } = await show("&addons.racket=2&addons.light=7&addons.towel=1");
  expect({ addons, currency }).toMatchObject({
    addons: [
      { id: "racket", price: "€4.00", amount: 400, max: 4, quantity: 2 },
      { id: "light", price: "€6.00", max: 1, quantity: 1 },
    ],
    currency: "EUR",
  });
  expect((await get(newBooking, owner, `${PATH}?new=1&q=x&service=any`)).addons).toEqual([]);
});

test("a slot, now and a custom time are booked with add-ons at the price that was shown", async () => {
  const { times } = await show();
  const { slot_id, amount } = times[0]!;
  const addons = { "addons.racket": "2", "addons.light": "" };
  const fields = { ...addons, ...SHOWN, time: slot_id, expected_amount: String(amount) };
  expect(flashOf(await send(fields)).text).toContain("Booked");
  expect((await latest())[0]).toMatchObject({
    price_amount: 4300,
    addons: [{ id: "racket", name: "Racket", price_amount: 400, quantity: 2 }],
  });
  const custom = {
    time: "custom",
    custom_day: dayOf(5),
    custom_time: "03:00",
    custom_minutes: "60",
    override: "on",
    "addons.light": "1",
  };
  expect(flashOf(await send(custom)).text).toContain("Booked");
  expect((await latest())[0]).toMatchObject({
    price_amount: 4100,
    addons: [{ id: "light", quantity: 1 }],
  });
});
const dayOf = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test("too many, none of the service's and no number are refused, and nothing is booked", async () => {
  const before = (await latest()).length;
  const { times } = await show();
  const time = times[0]!.slot_id;
  for (const fields of [
    { "addons.racket": "5" },
    { "addons.towel": "1" },
    { "addons.racket": "two" },
    { "addons.racket": "-1" },
  ] as Record<string, string>[])
    expect(refusalOf(await send({ time, ...fields })).result.error).toBeTruthy();
  expect(await latest()).toHaveLength(before);
});

test("an add-on that costs more than shown asks for the new total first", async () => {
  const { times } = await show();
  const { slot_id, amount } = times[1]!;
  await updateSchedule(owner, service, { addons: [{ ...RACKET, price_amount: 500 }, LIGHT] });
  const fields = { ...SHOWN, time: slot_id, "addons.racket": "2", expected_amount: String(amount) };
  const refused = refusalOf(await send(fields));
  await updateSchedule(owner, service, { addons: [RACKET, LIGHT] });
  expect(refused).toMatchObject({
    result: {
      error: { "": ["The price is now €45.00 instead of €43.00. Book again at the new price?"] },
    },
    price: { shown: 4300, now: 4500 },
  });
});

test("every date of a series has the add-ons", async () => {
  const { times } = await show();
  const fields = { time: times[2]!.slot_id, repeat: "weekly", repeat_count: "2" };
  expect(flashOf(await send({ ...fields, "addons.racket": "1" })).text).toContain("Booked 2 of 2");
  const [first, second] = await latest();
  expect([first!.price_amount, second!.price_amount]).toEqual([3900, 3900]);
});

test("each service of a visit has its own add-ons", async () => {
  const visit = { services: "2", service_2: other, resource_2: "same" };
  const state = await show(`&${new URLSearchParams({ ...visit, "addons_2.light": "1" })}`);
  expect(state.parts[0]!.addons).toMatchObject([{ name: "Candles", quantity: 1 }]);
  const [time] = state.times;
  const fields = {
    ...visit,
    ...SHOWN,
    "shown.addons_2.light": "600",
    "addons.racket": "1",
    "addons_2.light": "1",
    time: time!.slot_id,
    expected_amount: String(time!.amount),
  };
  expect(flashOf(await send(fields)).text).toContain("Booked");
  const booked = (await latest()).filter(({ visit }) => visit !== null);
  expect(
    booked.map(({ schedule_id, addons }) => [schedule_id, addons.map(({ name }) => name)]),
  ).toEqual(
    expect.arrayContaining([
      [service, ["Racket"]],
      [other, ["Candles"]],
    ]),
  );
});
