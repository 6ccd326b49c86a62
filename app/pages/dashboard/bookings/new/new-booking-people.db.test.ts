import { beforeAll, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { NewBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { newId } from "~/lib/ids";
import * as list from "~/pages/dashboard/bookings/route";
import * as page from "~/pages/dashboard/bookings/booking/route";
import * as sheet from "~/pages/dashboard/calendar/sheet/route";
import { flashOf, get, makeDesk, pathOf, post, refusalOf } from "~/testing/desk";
import { aCustomer, makeSchedule } from "~/testing/factory";
import * as newBooking from "./route";

// Kinds of people in the new-booking and the edit form, posted as a browser without JavaScript does.

const PATH = "/dashboard/bookings/new";
const guest = { name: "Anna Jansen", email: "anna@example.test" };
const ADULT = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const CHILD = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const BABY = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };

let owner: UserActor;
let service: string;
let other: string;
let court: string;
let date: string;

beforeAll(async () => {
  const desk = await makeDesk({ price_amount: 2000, person_kinds: [ADULT, CHILD, BABY] });
  ({ owner, date } = desk);
  service = desk.schedule.id;
  court = desk.court.id;
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }];
  const lunch = { name: "Lunch", price_amount: 1500, person_kinds: [ADULT, CHILD] };
  other = (await makeSchedule(owner, [court], { ...lunch, rules })).id;
});

const show = (more = "") => get(newBooking, owner, `${PATH}?new=1&q=x&service=${service}${more}`);
const send = (fields: Record<string, string>) =>
  post(newBooking, owner, PATH, { ...guest, service, key: newId(), ...fields });
const latest = async () =>
  (await listBookings(owner, BookingFilter.parse({ sort: "-created_at" }))).data;
const countsOf = ({ party }: Booking) =>
  Object.fromEntries(party.map(({ kind, count }) => [kind, count]));

test("the page has the service's kinds, with the seats and the price they make", async () => {
  const first = await show("&party_size=1");
  expect(first.people).toMatchObject([
    { id: "adult", quantity: 1, price: "€20.00" },
    { id: "child", quantity: 0, price: "€10.00" },
    { id: "baby", quantity: 0, price: "Free", max: 100 },
  ]);
  expect(first.times[0]!.amount).toBe(2000);
  const family = await show("&party.adult=1&party.baby=2");
  expect([family.party, family.times[0]!.amount]).toEqual([1, 2000]);
  const any = await get(newBooking, owner, `${PATH}?new=1&q=x&service=any`);
  expect(any.people).toEqual([]);
});

test("a slot, a custom time and a series are booked with the people", async () => {
  const { times } = await show("&party.adult=1&party.baby=1");
  const { slot_id, amount } = times[0]!;
  const people = { "party.adult": "1", "party.child": "", "party.baby": "1", party_size: "1" };
  const fields = { ...people, time: slot_id, expected_amount: String(amount) };
  expect(flashOf(await send(fields)).text).toContain("Booked");
  expect((await latest())[0]).toMatchObject({ price_amount: 2000, party_size: 1 });
  const custom = {
    time: "custom",
    custom_day: date,
    custom_time: "03:00",
    custom_minutes: "60",
    override: "on",
  };
  expect(flashOf(await send({ ...custom, "party.child": "2" })).text).toContain("Booked");
  expect((await latest())[0]).toMatchObject({ price_amount: 2000, party_size: 2 });
  const series = { time: times[1]!.slot_id, repeat: "weekly", repeat_count: "2" };
  const weekly = { ...series, "party.child": "1", "party.baby": "1" };
  expect(flashOf(await send(weekly)).text).toContain("Booked 2 of 2");
  expect((await latest()).slice(0, 2).map(({ price_amount }) => price_amount)).toEqual([
    1000, 1000,
  ]);
});

test("nobody, nobody with a seat and another price than shown are refused", async () => {
  const before = (await latest()).length;
  const { times } = await show();
  const time = times[2]!.slot_id;
  expect(refusalOf(await send({ time, party_size: "2" })).result.error).toMatchObject({
    "": ["Choose who comes."],
  });
  expect(refusalOf(await send({ time, "party.baby": "1" })).result.error).toBeTruthy();
  const changed = await send({ time, "party.child": "1", expected_amount: "2000" });
  expect(refusalOf(changed)).toMatchObject({ price: { shown: 2000, now: 1000 } });
  expect(await latest()).toHaveLength(before);
});

test("each service of a visit has its own people", async () => {
  const visit = { services: "2", service_2: other, resource_2: "same" };
  const people = { "party.adult": "1", "party.baby": "1", "party_2.child": "1" };
  const state = await show(`&${new URLSearchParams({ ...visit, ...people })}`);
  expect(state.parts[0]!.people).toMatchObject([{ quantity: 0 }, { quantity: 1 }]);
  const [time] = state.times;
  expect(time!.amount).toBe(3000);
  const fields = { ...visit, ...people, time: time!.slot_id, expected_amount: "3000" };
  expect(flashOf(await send(fields)).text).toContain("Booked");
  const booked = (await latest()).filter(({ visit }) => visit !== null);
  expect(booked.map(countsOf)).toEqual(
    expect.arrayContaining([{ adult: 1, baby: 1 }, { child: 1 }]),
  );
});

test("Edit changes the people at the price shown, lists name them", async () => {
  const booked = await createBooking(
    owner,
    NewBooking.parse({
      resource_id: court,
      schedule_id: service,
      starts_at: `${date}T15:00:00Z`,
      duration_minutes: 45,
      override: true,
      customer: aCustomer("Kim de Wit"),
      party: [
        { kind: "adult", count: 1 },
        { kind: "baby", count: 1 },
      ],
    }),
    null,
  );
  const open = () => get(page, owner, `${pathOf(booked)}?show=edit`, booked.id);
  const edit = async (fields: Record<string, string>) => {
    const { version, edit: values } = await open();
    const { name, email, phone } = values!;
    const form = { intent: "edit", name, email, phone, party_size: "1", version: String(version) };
    return post(page, owner, pathOf(booked), { ...form, ...fields }, booked.id);
  };
  const view = await open();
  expect(view.people).toMatchObject([{ quantity: 1 }, { quantity: 0 }, { quantity: 1 }]);
  expect(view.line.party).toBe("1 × Adult, 1 × Baby");
  expect(view.money.map(({ label, amount }) => `${label} ${amount}`)).toEqual(
    expect.arrayContaining(["Adult €20.00", "Baby €0.00", "Total €20.00"]),
  );
  await edit({ "party.adult": "1", "party.baby": "1" });
  expect((await getBooking(owner, booked.id)).version).toBe(booked.version);
  await updateSchedule(owner, service, { price_amount: 3000 });
  expect((await open()).people).toMatchObject([{ amount: 2000 }, { amount: 1000 }, {}]);
  const asked = refusalOf(await edit({ "party.child": "1", expected_amount: "1" }));
  expect(asked).toMatchObject({ party_price: { amount: 1000, typed: { party: { child: "1" } } } });
  expect(refusalOf(await edit({})).result.error).toMatchObject({ "": ["Choose who comes."] });
  const fewer = { "party.child": "1", expected_amount: "1000" };
  expect(flashOf(await edit(fewer)).text).toContain("Saved");
  const now = await getBooking(owner, booked.id);
  expect([countsOf(now), now.price_amount]).toEqual([{ child: 1 }, 1000]);
  const rows = await get(list, owner, "/dashboard/bookings?view=all");
  expect(JSON.stringify(rows)).toContain('"label":"People","text":"1 × Child"');
  const day = await get(sheet, owner, `/dashboard/calendar/sheet?date=${date}`);
  expect(day.sheets[0]!.bookings.map(({ party }) => party)).toContain("1 × Child");
  await updateSchedule(owner, service, { price_amount: 2000 });
});
