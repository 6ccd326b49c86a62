import { beforeAll, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { flashOf, get, makeDesk, pathOf, post, refusalOf } from "~/testing/desk";
import { aCustomer } from "~/testing/factory";
import * as sheet from "~/pages/dashboard/calendar/sheet/route";
import * as list from "~/pages/dashboard/bookings/route";
import * as page from "./route";

// Add-ons of a booking in its edit form, posted as a browser without JavaScript does, and on lists.

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
let booked: Booking;
let date: string;

beforeAll(async () => {
  const desk = await makeDesk({ price_amount: 2000, addons: [RACKET, LIGHT] });
  ({ owner, date } = desk);
  service = desk.schedule.id;
  booked = await createBooking(
    owner,
    NewBooking.parse({
      resource_id: desk.court.id,
      schedule_id: service,
      starts_at: `${date}T12:00:00Z`,
      customer: aCustomer("Anna Jansen"),
      party_size: 1,
      addons: [{ id: "racket", quantity: 2 }],
    }),
    null,
  );
});

const open = () => get(page, owner, `${pathOf(booked)}?show=edit`, booked.id);
async function edit(fields: Record<string, string>) {
  const { version, edit: values } = await open();
  const { name, email, phone } = values!;
  const form = { intent: "edit", name, email, phone, party_size: "1", version: String(version) };
  return post(page, owner, pathOf(booked), { ...form, ...fields }, booked.id);
}
const now = () => getBooking(owner, booked.id);

test("the form has the offered add-ons with what is booked, and the price its lines", async () => {
  const view = await open();
  expect(view.addons).toMatchObject([
    { id: "racket", quantity: 2, max: 4, price: "€4.00" },
    { id: "light", quantity: 0, max: 1, price: "€6.00" },
  ]);
  expect(view.line.addons).toEqual(["2 × Racket"]);
  expect(view.money.slice(0, 3)).toMatchObject([
    { amount: "€20.00" },
    { label: "Racket", about: "× 2", amount: "€8.00" },
    { label: "Total", amount: "€28.00" },
  ]);
});

test("the same quantities change nothing; others are saved at the price shown", async () => {
  const before = (await now()).version;
  expect(flashOf(await edit({ "addons.racket": "2", "addons.light": "" })).text).toContain("Saved");
  expect((await now()).version).toBe(before);
  const fields = { "addons.racket": "3", "addons.light": "1", expected_amount: "3800" };
  expect(flashOf(await edit(fields)).text).toContain("Saved");
  expect(await now()).toMatchObject({ price_amount: 3800 });
});

test("another price than shown is asked about first, and too many are refused", async () => {
  const asked = refusalOf(await edit({ "addons.racket": "1", expected_amount: "1" }));
  expect(asked).toMatchObject({
    party_price: { amount: 2400, typed: { addons: { racket: "1" } } },
  });
  expect(refusalOf(await edit({ "addons.racket": "5" })).result.error).toBeTruthy();
  expect(await now()).toMatchObject({ price_amount: 3800 });
});

test("what is no longer offered stays at its price, or is taken away", async () => {
  await updateSchedule(owner, service, { addons: [{ ...RACKET, price_amount: 900 }] });
  const { addons } = await open();
  expect(addons).toMatchObject([
    { id: "racket", amount: 400, quantity: 3, max: 4 },
    { id: "light", amount: 600, quantity: 1, max: 1 },
  ]);
  await edit({ "addons.racket": "1", "addons.light": "1", expected_amount: "3000" });
  expect(await now()).toMatchObject({ price_amount: 3000 });
  await edit({ "addons.racket": "1" });
  expect(await now()).toMatchObject({ price_amount: 2400, addons: [{ id: "racket" }] });
});

test("the list and the day sheet name them", async () => {
  const rows = await get(list, owner, "/dashboard/bookings?view=all");
  expect(JSON.stringify(rows)).toContain('"label":"Add-ons","text":"Racket"');
  const day = await get(sheet, owner, `/dashboard/calendar/sheet?date=${date}`);
  expect(day.sheets[0]!.bookings.map(({ addons }) => addons)).toContainEqual(["Racket"]);
});
