import { standIn } from "./payments-on";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import type { Booking } from "~/contract/bookings";
import type { UserActor } from "~/domain/identity/actor";
import { createGroup } from "~/domain/resource-groups/resource-groups.server";
import { pool } from "~/lib/db.server";
import { slotsAfter, wrongCounts } from "./booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant, signIn } from "./factory";
import { atProvider, connectAccount, takeWebhooks } from "./payment-calls";
import { call, json, type Sent } from "./request";

// Each operation on bookings, with each shape that a booking can have: it changes all that the
// booking consists of, and nothing else.

let owner: UserActor;
let cookie: string;
let key: string;

beforeAll(async () => {
  owner = await makeTenant({ currency: "EUR", time_zone: "UTC" });
  await connectAccount(owner);
  cookie = await signIn(owner);
  key = await makeKey(owner);
});
beforeEach(() => {
  standIn.received.length = 0;
});

const PRICE = 2000;
/** Of a time that is booked on its own, where the course costs less per date. */
const SINGLE_PRICE = PRICE + 500;
const ADDON = { id: "racket", name: "Racket", price_amount: 500, max_quantity: 4 };

const KINDS = [
  { id: "adult", name: "Adult", price_amount: null },
  { id: "dog", name: "Dog", price_amount: 500, takes_seat: false },
];

interface Made {
  /** In the order of their starts. */
  bookings: Booking[];
  /** The service and the resource of the first one. */
  schedule_id: string;
  resource_id: string;
  slot_id: string;
  /** All resources, rooms included. */
  resources: string[];
  /** Price of one of its times for somebody else. */
  single_price?: number;
  /** Free times of the first service before anything was booked. */
  times_before: string;
}

const asOwner = (path: string, sent: Sent = {}) => call(path, { cookie, ...sent });
async function ok<T>(path: string, sent: Sent = {}): Promise<T> {
  const response = await asOwner(path, sent);
  expect(response.ok, `${path}: ${await response.clone().text()}`).toBe(true);
  return (await json(response)) as T;
}

async function aPlace(more: (rooms: string[]) => Promise<object> | object = () => ({})) {
  const { id: resource_id } = await makeResource(owner, { capacity: 2 });
  const rooms = [(await makeResource(owner)).id, (await makeResource(owner)).id];
  const schedule = await makeSchedule(owner, [resource_id], {
    price_amount: PRICE,
    currency: "EUR",
    max_advance_days: 20,
    ...(await more(rooms)),
  });
  const [slot] = await slotsAfter(2, schedule.id);
  return {
    schedule_id: schedule.id,
    resource_id,
    slot_id: slot!.id, // the service has times every day
    starts_at: new Date(slot!.starts_at).toISOString(),
    resources: [resource_id, ...rooms],
    times_before: await timesOf(schedule.id),
  };
}

/** Free times of a service, as visitors see them. */
async function timesOf(schedule_id: string): Promise<string> {
  const response = await call(`/api/widget/availability?schedule_id=${schedule_id}`, { key });
  const { days } = (await json(response)) as {
    days: { slots: { starts_at: string; remaining: number }[] }[];
  };
  return days
    .flatMap(({ slots }) => slots.map(({ starts_at, remaining }) => `${starts_at} ${remaining}`))
    .join("\n");
}

async function single(place: Awaited<ReturnType<typeof aPlace>>, more: object = {}): Promise<Made> {
  const body = { slot_id: place.slot_id, customer: aCustomer(), ...more };
  return { ...place, bookings: [await ok<Booking>("/api/bookings", { body })] };
}

const SHAPES: Record<string, () => Promise<Made>> = {
  "one service": async () => single(await aPlace()),
  "a need": async () => single(await aPlace(([room]) => ({ needs: [{ resource_id: room }] }))),
  "a need of a group": async () =>
    single(
      await aPlace(async (resource_ids) => {
        const { id } = await createGroup(owner, { name: "Rooms", resource_ids });
        return { needs: [{ group_id: id }] };
      }),
    ),
  "an add-on": async () =>
    single(await aPlace(() => ({ addons: [ADDON] })), { addons: [{ id: ADDON.id, quantity: 2 }] }),
  "kinds of people": async () =>
    single(await aPlace(() => ({ person_kinds: KINDS })), {
      party: [
        { kind: "adult", count: 1 },
        { kind: "dog", count: 2 },
      ],
    }),
  "processing time": async () =>
    single(await aPlace(() => ({ processing: { after_minutes: 20, minutes: 20 } }))),
  "two services": async () => {
    const place = await aPlace();
    const second = await makeSchedule(owner, [place.resource_id], {
      price_amount: PRICE,
      currency: "EUR",
      max_advance_days: 20,
    });
    const times_before = await timesOf(place.schedule_id);
    const parts = [{ schedule_id: place.schedule_id }, { schedule_id: second.id }];
    const body = { starts_at: place.starts_at, parts, customer: aCustomer() };
    const visit = await ok<{ bookings: Booking[] }>("/api/bookings/visits", { body });
    return { ...place, times_before, bookings: visit.bookings };
  },
  "three dates": async () => {
    const place = await aPlace();
    const { schedule_id, resource_id, starts_at } = place;
    const body = {
      schedule_id,
      resource_id,
      starts_at,
      customer: aCustomer(),
      repeat: { rrule: "FREQ=DAILY;COUNT=3" },
    };
    const { dates } = await ok<{ dates: { booking_id: string }[] }>("/api/bookings/series", {
      body,
    });
    const bookings = await Promise.all(
      dates.map(({ booking_id }) => ok<Booking>(`/api/bookings/${booking_id}`)),
    );
    return { ...place, bookings };
  },
  "a course": async () => {
    const place = await aPlace();
    const { schedule_id, resource_id } = place;
    // Its share of the course is the price of a date.
    const course = { starts_on: place.starts_at.slice(0, 10), dates: 3, price_amount: 3 * PRICE };
    const changed = { price_amount: SINGLE_PRICE, course: { ...course, single_dates: true } };
    await ok(`/api/schedules/${schedule_id}`, { method: "PATCH", body: changed });
    const body = { schedule_id, customer: aCustomer() };
    const { dates } = await ok<{ dates: { booking_id: string }[] }>("/api/bookings/course", {
      body,
    });
    const bookings = await Promise.all(
      dates.map(({ booking_id }) => ok<Booking>(`/api/bookings/${booking_id}`)),
    );
    expect(bookings.map((booking) => booking.resource_id)).toEqual(Array(3).fill(resource_id));
    return { ...place, bookings, single_price: SINGLE_PRICE };
  },
};

const isGroup = ({ bookings }: Made) => bookings.length > 1;
const peoplePrice = ({ party_size, party }: Booking, price: number) =>
  party.length === 0
    ? price * party_size
    : party.reduce((sum, { count, price_amount }) => sum + count * price_amount!, 0);
const priceOf = (booking: Booking, price = PRICE) =>
  peoplePrice(booking, price) +
  booking.addons.reduce((sum, one) => sum + one.price_amount * one.quantity, 0);

async function now(made: Made): Promise<Booking[]> {
  return Promise.all(made.bookings.map(({ id }) => ok<Booking>(`/api/bookings/${id}`)));
}

/** Each booking has just its claims and its price, and the counts of all slots are right. */
async function expectWhole(made: Made, price = PRICE): Promise<Booking[]> {
  const bookings = await now(made);
  for (const booking of bookings) {
    const found = await pool.query<{ own: number; needed: number }>(
      `select count(booking_id)::int as own, count(need_of)::int as needed from claim
       where tenant_id = $1 and (booking_id = $2 or need_of = $2)`,
      [owner.tenant.id, booking.id],
    );
    const isLive = ["pending", "confirmed", "paid"].includes(booking.status);
    expect(found.rows[0], booking.status).toEqual({
      own: isLive ? booking.party_size : 0,
      // The time after a processing time is a claim like a need's.
      needed: isLive
        ? booking.needs.length + (booking.processing === null ? 0 : booking.party_size)
        : 0,
    });
    expect(booking.price_amount).toBe(priceOf(booking, price));
  }
  for (const id of made.resources) expect(await wrongCounts(id)).toBe(0);
  return bookings;
}

const statusesOf = (bookings: Booking[]) => bookings.map(({ status }) => status);
const others = ({ bookings }: Made, status: string) => bookings.slice(1).map(() => status);

async function pay(made: Made): Promise<Booking> {
  const [{ id }] = made.bookings as [Booking];
  const { session_id, amount } = await ok<{ session_id: string; amount: number }>(
    "/api/payments/create-session",
    { body: { booking_id: id } },
  );
  expect(amount).toBe(priceOf(made.bookings[0]!));
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  return ok<Booking>(`/api/bookings/${id}`);
}

/** Another room of its group serves a need; any other room, or a need that it has not, is refused. */
async function changeRoom(made: Made, id: string): Promise<void> {
  const [first, ...rest] = await now(made);
  const [, ...rooms] = made.resources;
  const other = rooms.find((room) => !first!.needs.some(({ resource_id }) => resource_id === room));
  const response = await asOwner(`/api/bookings/${id}`, {
    method: "PATCH",
    body: { needs: [{ no: 1, resource_id: other }] },
  });
  const mayChange = first!.needs.length > 0 && (await hasGroup(made.schedule_id));
  expect(response.status).toBe(mayChange ? 200 : 422);
  const [after, ...others] = await expectWhole(made);
  const taken = ({ needs }: Booking) => needs.map(({ resource_id }) => resource_id);
  expect(taken(after!)).toEqual(mayChange ? [other] : taken(first!));
  expect(after!.starts_at).toBe(first!.starts_at);
  expect(others).toEqual(rest);
}

type Check = (made: Made, first: Booking) => Promise<void>;

const ON_BOOKINGS: Record<string, Check> = {
  "bookings.list": async ({ bookings }, { customer }) => {
    const found = await ok<{ data: Booking[] }>(
      `/api/bookings?search=${encodeURIComponent(customer.email!)}&limit=10`,
    );
    expect(found.data.map(({ id }) => id).toSorted()).toEqual(
      bookings.map(({ id }) => id).toSorted(),
    );
  },
  "bookings.get": async (made, first) => {
    const { needs, addons, party, series, visit } = await ok<Booking>(`/api/bookings/${first.id}`);
    expect({ needs, addons, party, series, visit }).toEqual({
      needs: first.needs,
      party: first.party,
      addons: first.addons,
      series: first.series,
      visit: first.visit,
    });
  },
  "bookings.previewCancellation": async (made, { id }) => {
    await pay(made);
    const found = await ok<object>(`/api/bookings/${id}/cancellation`);
    expect(found).toMatchObject({ allowed: true, refund_amount: priceOf(made.bookings[0]!) });
  },
  "bookings.update": async (made, { id }) => {
    await ok(`/api/bookings/${id}`, { method: "PATCH", body: { party_size: 2 } });
    const bookings = await expectWhole(made);
    expect(bookings.map(({ party_size }) => party_size)).toEqual([
      2,
      ...made.bookings.slice(1).map(() => 1),
    ]);
    await changeRoom(made, id);
  },
  "bookings.changeStatus": async (made, { id }) => {
    await ok(`/api/bookings/${id}/status`, { body: { status: "cancelled" } });
    expect(statusesOf(await expectWhole(made))).toEqual([
      "cancelled",
      ...others(made, "confirmed"),
    ]);
  },
  "bookings.cancel": async (made, { id }) => {
    const scope = isGroup(made) ? "all" : "this";
    const cancel = (dry_run: boolean) =>
      ok<{ bookings: object[] }>(`/api/bookings/${id}/cancel`, { body: { scope, dry_run } });
    await cancel(true);
    expect(statusesOf(await expectWhole(made))).toEqual([
      "confirmed",
      ...others(made, "confirmed"),
    ]);
    await cancel(false);
    expect(statusesOf(await expectWhole(made))).toEqual([
      "cancelled",
      ...others(made, "cancelled"),
    ]);
    expect(await timesOf(made.schedule_id)).toBe(made.times_before);
  },
  "bookings.move": async (made, { id, starts_at }) => {
    const scope = isGroup(made) ? "all" : "this";
    const later = new Date(Date.parse(starts_at) + 4 * 86_400_000).toISOString();
    await ok(`/api/bookings/${id}/move`, { body: { scope, starts_at: later } });
    const bookings = await expectWhole(made);
    expect(bookings.map((one) => Date.parse(one.starts_at))).toEqual(
      made.bookings.map((one) => Date.parse(one.starts_at) + 4 * 86_400_000),
    );
  },
  "bookingSeries.get": async (made, { series }) => {
    if (series === null) return;
    const { dates } = await ok<{ dates: object[] }>(`/api/bookings/series/${series.id}`);
    expect(dates).toHaveLength(made.bookings.length);
  },
  "bookingVisits.get": async (made, { visit }) => {
    if (visit === null) return;
    const { bookings } = await ok<{ bookings: Booking[] }>(`/api/bookings/visits/${visit.id}`);
    expect(bookings.map(({ id }) => id)).toEqual(made.bookings.map(({ id }) => id));
  },
  "payments.createSession": async (made) => {
    expect(await pay(made)).toMatchObject({ status: "paid", balance_amount: 0 });
    expect(statusesOf(await expectWhole(made))).toEqual(["paid", ...others(made, "confirmed")]);
  },
  "payments.payLink": async (made, { id }) => {
    const link = (expected_amount: number) =>
      asOwner(`/api/bookings/${id}/pay-link`, { body: { send: false, expected_amount } });
    const price = priceOf(made.bookings[0]!);
    expect((await link(price + 1)).status).toBe(409);
    expect((await link(price)).status).toBe(200);
  },
  "payments.refund": async (made, { id }) => {
    await pay(made);
    await ok(`/api/bookings/${id}/refund`, { body: { amount: 700 } });
    await takeWebhooks(owner);
    const [first] = await expectWhole(made);
    expect(first).toMatchObject({ status: "paid", payment_status: "partially_refunded" });
  },
  "payments.handBack": async (made, { id }) => {
    const paid = { status: "paid", payment_method: "offline" };
    await ok(`/api/bookings/${id}/status`, { body: paid });
    await ok(`/api/bookings/${id}/status`, { body: { status: "cancelled" } });
    const [first] = await expectWhole(made);
    expect(first!.owed_amount).toBe(priceOf(first!));
    await ok(`/api/bookings/${id}/handed-back`, { body: {} });
    const [after] = await expectWhole(made);
    expect(after!.owed_amount).toBe(0);
  },
  "payments.decideFee": async (made, { id }) => {
    const body = { kind: "no_show", decision: "charge" };
    expect((await asOwner(`/api/bookings/${id}/fees`, { body })).status).toBe(409);
    await expectWhole(made);
  },
  "waitlist.add": async (made, { id }) => {
    const body = { slot_id: made.slot_id, party_size: 2, customer: aCustomer() };
    await ok("/api/waitlist", { body });
    await ok(`/api/bookings/${id}/cancel`, { body: { scope: "this" } });
    const offered = await pool.query<{ id: string }>(
      "select id from booking where tenant_id = $1 and slot_id = $2 and pending_reason = 'offer'",
      [owner.tenant.id, made.slot_id],
    );
    expect(offered.rowCount).toBe(1);
    const booking = await ok<Booking>(`/api/bookings/${offered.rows[0]!.id}`);
    expect(booking.needs.length).toBe(made.bookings[0]!.needs.length);
    await expectWhole({ ...made, bookings: [booking] }, made.single_price);
  },
  "blocks.create": async (made) => {
    const taken = made.bookings.flatMap(({ id, resource_id, needs, starts_at, ends_at }) =>
      [resource_id, ...needs.map((need) => need.resource_id)].map((resource) => ({
        id,
        body: { resource_id: resource, starts_at, ends_at },
      })),
    );
    for (const { id, body } of taken) {
      const response = await asOwner("/api/blocks", { body });
      expect(response.status).toBe(409);
      expect(await json(response)).toMatchObject({
        error: { details: { bookings: expect.arrayContaining([expect.objectContaining({ id })]) } },
      });
    }
    await expectWhole(made);
  },
  "holds.take": async (made, { needs }) => {
    const hold = async (party_size: number) => {
      const body = { slot_id: made.slot_id, party_size };
      const response = await call("/api/widget/hold", { key, body });
      if (response.ok) held.push(((await json(response)) as { hold_token: string }).hold_token);
      return response.status;
    };
    const held: string[] = [];
    expect(await hold(2)).toBe(409);
    // One seat of two is free; the only room is not.
    const isOnlyRoom = needs.length > 0 && !(await hasGroup(made.schedule_id));
    expect(await hold(1)).toBe(isOnlyRoom ? 409 : 201);
    for (const hold_token of held)
      await call("/api/widget/hold/release", { key, body: { hold_token } });
    await expectWhole(made);
  },
  "widget.availability": async (made) => {
    const during = await timesOf(made.schedule_id);
    expect(during).not.toBe(made.times_before);
    for (const { id } of made.bookings)
      await ok(`/api/bookings/${id}/cancel`, { body: { scope: "this" } });
    expect(await timesOf(made.schedule_id)).toBe(made.times_before);
  },
};

async function hasGroup(schedule_id: string): Promise<boolean> {
  const found = await pool.query(
    "select from service_need where schedule_id = $1 and group_id is not null",
    [schedule_id],
  );
  return found.rowCount === 1;
}

/** Operations of the same nouns that have nothing to do with the shape of one booking. */
const WITHOUT_SHAPE: Record<string, string> = {
  "bookings.create": "makes the shapes",
  "bookingSeries.create": "makes the shapes",
  "bookingVisits.create": "makes the shapes",
  "bookingVisits.times": "lists times before anything is booked",
  "bookings.deleteTests": "deletes bookings of test keys with all their rows",
  "bookings.bySession": "finds the booking of a checkout",
  "calendars.ofBooking": "reads the calendars of the booking's resource",
  "calendars.resolve": "settles a conflict with an event outside",
  "waitlist.list": "entries have no booking until they get an offer",
  "waitlist.get": "entries have no booking until they get an offer",
  "waitlist.remove": "entries have no booking until they get an offer",
  "waitlist.join": "the visitor's waitlist.add",
  "blocks.list": "reads blocks",
  "blocks.get": "reads a block",
  "blocks.update": "checks like blocks.create",
  "blocks.remove": "has no bookings under it",
  "widget.config": "reads settings",
  "widget.book": "makes the shapes of one date and one service, see create-widget-booking",
  "widget.planSeries": "reads the dates of a series, see guest-series",
  "widget.bookSeries": "makes a series, see guest-series",
  "widget.visitTimes": "reads the times of a visit, see guest-visits",
  "widget.bookVisit": "makes a visit, see guest-visits",
  "courses.get": "reads the dates of a course, see courses",
  "courses.book": "makes the shape of a course",
  "widget.course": "reads the dates of a course, see courses",
  "widget.bookCourse": "makes a course, see courses",
  "holds.release": "frees what holds.take claimed, see service-needs",
};

const isAboutBookings = ({ name, operation: { path } }: (typeof operations)[number]) =>
  /^\/api\/(bookings|test-bookings|waitlist|blocks|widget\/(booking|series|visits|course|hold|waitlist|availability|config)|payments\/create-session)/.test(
    path,
  ) || /^(bookings?|courses)\./.test(name);

test("each operation on bookings is in the table, and none that is gone", () => {
  const named = operations.filter(isAboutBookings).map(({ name }) => name);
  expect([...Object.keys(ON_BOOKINGS), ...Object.keys(WITHOUT_SHAPE)].toSorted()).toEqual(
    named.toSorted(),
  );
});

describe.each(Object.keys(SHAPES))("a booking of %s", (shape) => {
  test.each(Object.keys(ON_BOOKINGS))("%s", async (name) => {
    const made = await SHAPES[shape]!();
    await expectWhole(made);
    await ON_BOOKINGS[name]!(made, made.bookings[0]!);
  });
});
