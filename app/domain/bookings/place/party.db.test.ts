import { beforeAll, expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { book, outcome, slotsAfter, type SlotRow, wrongCounts } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../../identity/actor";
import { pool } from "~/lib/db.server";
import { updateSchedule } from "../../schedules/schedules.server";
import { editBooking } from "../change/edit-booking.server";

const ADULT = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const CHILD = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const BABY = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };
const KINDS = [ADULT, CHILD, BABY];

let owner: UserActor;
let cookie: string;
let key: string;
let boat: string;
let service: string;
let slots: SlotRow[];
let next = 0;

beforeAll(async () => {
  owner = await makeTenant({ currency: "EUR", time_zone: "UTC" });
  cookie = await signIn(owner);
  key = await makeKey(owner);
  boat = (await makeResource(owner, { capacity: 6 })).id;
  const schedule = await makeSchedule(owner, [boat], {
    price_amount: 2000,
    currency: "EUR",
    max_advance_days: 20,
    max_repeat_dates: 4,
    person_kinds: KINDS,
  });
  service = schedule.id;
  slots = await slotsAfter(2, service, boat);
});

const free = () => slots[next++]!;
const party = (counts: Record<string, number>) =>
  Object.entries(counts).map(([kind, count]) => ({ kind, count }));
const bookBoat = (counts: Record<string, number>, more = {}) =>
  book(owner, free().id, { party: party(counts), ...more });
const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));
const countsOf = ({ party }: Pick<Booking, "party">) =>
  Object.fromEntries(party.map(({ kind, count }) => [kind, count]));
const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
    return "ok";
  } catch (error) {
    const { code, extra } = error as { code: string; extra: { issues?: { path: string }[] } };
    return [code, extra.issues?.[0]?.path].filter(Boolean).join(" ");
  }
};
const claimsOf = async (id: string) => {
  const found = await pool.query<{ seats: number }>(
    "select count(*)::int as seats from claim where tenant_id = $1 and booking_id = $2",
    [owner.tenant.id, id],
  );
  return found.rows[0]!.seats;
};

test("each kind has its price, and takes a seat or not", async () => {
  const booked = await bookBoat({ adult: 2, child: 1, baby: 2 }, { expected_amount: 5000 });
  expect(booked).toMatchObject({
    party_size: 3,
    price_amount: 5000,
    currency: "EUR",
    party: [
      { kind: "adult", name: "Adult", count: 2, price_amount: 2000, own_price: false },
      { kind: "child", count: 1, price_amount: 1000, own_price: true, takes_seat: true },
      { kind: "baby", count: 2, price_amount: 0, takes_seat: false },
    ],
  });
  expect(await claimsOf(booked.id)).toBe(3);
  expect(await wrongCounts(boat)).toBe(0);
});

test("without a party all are of the first kind that takes a seat", async () => {
  const booked = await book(owner, free().id, { party_size: 3 });
  expect(countsOf(booked)).toEqual({ adult: 3 });
  expect(countsOf(await book(owner, free().id, {}))).toEqual({ adult: 1 });
});

test("a party is refused at its field", async () => {
  const { id } = free();
  const refused = (given: Record<string, number>, more = {}) =>
    refusal(book(owner, id, { party: party(given), ...more }));
  expect([
    await refused({ baby: 1 }),
    await refused({ adult: 1, baby: 1 }, { party_size: 2 }),
    await refused({ adult: 1, dog: 1 }),
    await refused({ adult: 1, baby: 101 }),
    await refused({ adult: 7 }),
    await refused({ adult: 1, child: 1 }, { expected_amount: 4000 }),
  ]).toEqual([
    "validation_failed party",
    "validation_failed party_size",
    "validation_failed party.1.kind",
    "validation_failed party.1.count",
    "validation_failed party_size",
    "price_changed",
  ]);
});

test("a service without kinds refuses a party", async () => {
  const { id } = await makeSchedule(owner, [boat], { time_zone: "Asia/Tokyo" });
  const [slot] = await slotsAfter(3, id, boat);
  expect(await refusal(book(owner, slot!.id, { party: party({ adult: 1 }) }))).toBe(
    "validation_failed party",
  );
});

test("who has no seat fits where the last seat is taken", async () => {
  const slot = free();
  await book(owner, slot.id, { party: party({ adult: 5 }) });
  const last = await book(owner, slot.id, { party: party({ adult: 1, baby: 4 }) });
  expect(last.party_size).toBe(1);
  expect(await outcome(book(owner, slot.id, { party_size: 1 }))).toBe("slot_unavailable");
});

test("booked kinds keep name and price; new ones cost what they cost now", async () => {
  const { id } = await bookBoat({ adult: 1, child: 1 });
  await updateSchedule(owner, service, {
    price_amount: 3000,
    person_kinds: [ADULT, { ...CHILD, name: "Kid", price_amount: 1500 }, BABY],
  });
  const grown = await edit(id, { party: party({ adult: 2, child: 2, baby: 1 }) });
  expect(grown).toMatchObject({
    party_size: 4,
    price_amount: 6000,
    party: [
      { kind: "adult", price_amount: 2000 },
      { name: "Child", price_amount: 1000 },
      { kind: "baby" },
    ],
  });
  // The service's price follows the time; a kind's own stays as booked.
  expect(await edit(id, { reprice: true })).toMatchObject({ price_amount: 8000 });
  await updateSchedule(owner, service, { price_amount: 2000, person_kinds: [ADULT, BABY] });
  expect(await refusal(edit(id, { party: party({ adult: 2, child: 3 }) }))).toBe(
    "validation_failed party.1.count",
  );
  const fewer = await edit(id, { party: party({ adult: 1, child: 1 }) });
  expect(fewer).toMatchObject({ price_amount: 4000, party_size: 2 });
  await updateSchedule(owner, service, { person_kinds: KINDS });
});

test("another number of seats is that of the first kind with one", async () => {
  const { id, version } = await bookBoat({ child: 2, adult: 1, baby: 1 });
  const same = await edit(id, { party: party({ baby: 1, adult: 1, child: 2 }) });
  expect(same.version).toBe(version);
  const more = await edit(id, { party_size: 5 });
  expect([countsOf(more), more.price_amount]).toEqual([{ adult: 3, child: 2, baby: 1 }, 8000]);
  const fewer = await edit(id, { party_size: 2 });
  expect([countsOf(fewer), fewer.price_amount]).toEqual([{ child: 2, baby: 1 }, 2000]);
  const { id: other } = await bookBoat({ adult: 1, child: 2 });
  expect(await refusal(edit(other, { party_size: 1 }))).toBe("validation_failed party");
  expect(await refusal(edit(other, { party: party({ baby: 1 }) }))).toBe("validation_failed party");
});

test("a price set by staff differs by as much with another party", async () => {
  const { id } = await bookBoat({ adult: 2 }, { price_amount: 3500 });
  const more = await edit(id, { party: party({ adult: 2, child: 1 }) });
  expect(more.price_amount).toBe(4500);
  expect((await edit(id, { party: party({ adult: 2 }) })).price_amount).toBe(3500);
});

test("a booking from before there were kinds keeps none until a party is named", async () => {
  await updateSchedule(owner, service, { person_kinds: [] });
  const { id } = await book(owner, free().id, { party_size: 2, price_amount: 3000 });
  await updateSchedule(owner, service, { person_kinds: KINDS });
  expect(await edit(id, { party_size: 3 })).toMatchObject({ price_amount: 4500, party: [] });
  const named = await edit(id, { party: party({ adult: 1, child: 1 }) });
  expect(named).toMatchObject({ price_amount: 2500, party_size: 2 });
});

test("a move keeps the people", async () => {
  const { id } = await bookBoat({ adult: 1, child: 1, baby: 1 });
  const moved = await edit(id, { slot_id: free().id });
  expect(moved).toMatchObject({ price_amount: 3000, party_size: 2 });
  expect(countsOf(moved)).toEqual({ adult: 1, child: 1, baby: 1 });
});

test("a custom time and a resource for anyone take a party", async () => {
  const day = new Date(Date.parse(`${free().starts_at.toISOString().slice(0, 10)}T00:00:00Z`));
  day.setUTCDate(day.getUTCDate() + 1);
  const body = (more: object) => ({
    schedule_id: service,
    customer: aCustomer(),
    party: party({ child: 2, baby: 1 }),
    ...more,
  });
  const custom = await call("/api/bookings", {
    cookie,
    body: body({
      resource_id: boat,
      starts_at: new Date(day.getTime() + 11 * 3_600_000 + 300_000).toISOString(),
      duration_minutes: 35,
      override: true,
    }),
  });
  expect(await json(custom)).toMatchObject({ party_size: 2, price_amount: 2000 });
  const anyone = await call("/api/bookings", {
    cookie,
    body: body({ resource_id: "any", starts_at: free().starts_at.toISOString() }),
  });
  expect(await json(anyone)).toMatchObject({ party_size: 2, price_amount: 2000 });
});

test("visitors hold and book a party at the terms of their hold", async () => {
  const slot = free();
  const wish = { slot_id: slot.id, party: party({ adult: 1, child: 1, baby: 1 }) };
  const held = await call("/api/widget/hold", { key, body: { ...wish, expected_amount: 3000 } });
  const { hold_token, party_size, price_amount } = (await json(held)) as Record<string, unknown>;
  expect([party_size, price_amount]).toEqual([2, 3000]);
  await updateSchedule(owner, service, { person_kinds: [ADULT, { ...CHILD, price_amount: 9000 }] });
  const answer = await call("/api/widget/booking", {
    key,
    body: { ...wish, hold_token, customer: aCustomer(), expected_amount: 3000 },
  });
  await updateSchedule(owner, service, { person_kinds: KINDS });
  expect(await json(answer)).toMatchObject({
    booking: { price_amount: 3000, party_size: 2, party: [{}, {}, { kind: "baby" }] },
  });
});

test("each date of a series and each part of a visit has its party", async () => {
  const wish = {
    resource_id: boat,
    schedule_id: service,
    party: party({ adult: 1, child: 1 }),
  };
  const series = await call("/api/bookings/series", {
    cookie,
    body: {
      ...wish,
      starts_at: free().starts_at.toISOString(),
      customer: aCustomer(),
      expected_amount: 3000,
      repeat: { rrule: "FREQ=DAILY;COUNT=2" },
    },
  });
  const { dates } = (await json(series)) as { dates: { booking_id: string }[] };
  const second = await call(`/api/bookings/${dates[1]!.booking_id}`, { cookie });
  expect(await json(second)).toMatchObject({ price_amount: 3000, party_size: 2 });

  const parts = [wish, { ...wish, party: party({ child: 3, baby: 1 }) }];
  const at = free().starts_at.toISOString();
  const times = await call("/api/bookings/visits/times", {
    cookie,
    method: "POST",
    body: { date: at.slice(0, 10), parts },
  });
  const { times: found } = (await json(times)) as { times: { price_amount: number }[] };
  expect(found[0]!.price_amount).toBe(6000);
  const visit = await call("/api/bookings/visits", {
    cookie,
    body: { starts_at: at, parts, customer: aCustomer(), expected_amount: 6000 },
  });
  expect(await json(visit)).toMatchObject({
    bookings: [
      { price_amount: 3000, party_size: 2 },
      { price_amount: 3000, party_size: 3 },
    ],
  });
  const refused = await call("/api/bookings/visits", {
    cookie,
    body: {
      starts_at: free().starts_at.toISOString(),
      parts: [wish, { ...wish, party: party({ baby: 1 }) }],
      customer: aCustomer(),
    },
  });
  expect(await json(refused)).toMatchObject({ error: { issues: [{ path: "parts.1.party" }] } });
});

test("a guest's series has the party on each date", async () => {
  const body = {
    schedule_id: service,
    resource_id: boat,
    starts_at: free().starts_at.toISOString(),
    party: party({ adult: 1, child: 1, baby: 1 }),
    repeat: { every_weeks: 1, dates: 2 },
  };
  const plan = await call("/api/widget/series/preview", { key, method: "POST", body });
  expect(await json(plan)).toMatchObject({ price_amount: 6000 });
  const made = await call("/api/widget/series", {
    key,
    body: { ...body, customer: aCustomer(), expected_amount: 6000 },
  });
  expect(await json(made)).toMatchObject({
    price_amount: 6000,
    bookings: [{ party_size: 2 }, { party_size: 2, party: [{}, {}, { kind: "baby" }] }],
  });
});

test("prices of kinds have a currency and are payable", async () => {
  const none = { price_amount: null, currency: null };
  expect(await makeSchedule(owner, [boat], { ...none, person_kinds: KINDS })).toMatchObject({
    currency: "EUR",
  });
  const fils = { ...CHILD, price_amount: 1005 };
  const dinars = { price_amount: 5000, currency: "KWD", person_kinds: [ADULT, fils] };
  expect(await refusal(makeSchedule(owner, [boat], dinars))).toBe(
    "validation_failed person_kinds.1.price_amount",
  );
});
