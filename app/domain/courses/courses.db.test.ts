import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import type { Booking } from "~/contract/bookings";
import type { ScheduleCourse } from "~/contract/course";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf, wallTimeOf, wallTimeToInstant } from "~/lib/time";
import { outcome, slotsOf } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { call, json } from "~/testing/request";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { widgetCalls } from "~/testing/widget-calls";
import { moveBooking } from "../bookings/change/move-booking.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import type { UserActor } from "../identity/actor";
import { closeDays } from "../schedules/closed-days.server";
import { updateSchedule } from "../schedules/schedules.server";

const ZONE = "Europe/Amsterdam";
let owner: UserActor;
let key: string;
let cookie: string;
const { make } = widgetCalls(() => ({ cookie, key, slots: [] }));

beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE, takes_payments: true });
  key = await makeKey(owner);
  cookie = await signIn(owner);
  await make(); // the default one
});

const dateIn = (days: number) => addDays(localDateOf(clock.now(), ZONE), days);
/** The instant of a local time some days ahead, as the API writes it. */
const at = (days: number, time = "09:00") =>
  new Date(wallTimeToInstant(dateIn(days), time, ZONE)).toISOString().replace(".000", "");

interface Yoga {
  schedule_id: string;
  resource_id: string;
}
let yoga: Yoga;

/** A class at nine each day, with a course of four dates from the day after tomorrow on. */
async function aClass(
  course: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  capacity = 10,
  by = owner,
): Promise<Yoga> {
  const { id: resource_id } = await makeResource(by, { capacity });
  const schedule = await makeSchedule(by, [resource_id], {
    time_zone: ZONE,
    max_advance_days: 60,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" }],
    price_amount: 2000,
    currency: "EUR",
    course: { starts_on: dateIn(2), dates: 4, ...course },
    ...more,
  });
  return { schedule_id: schedule.id, resource_id };
}
beforeEach(async () => {
  yoga = await aClass();
});

interface Answer extends Partial<ScheduleCourse> {
  status: number;
  bookings?: { id: string; starts_at: string; status: string; price_amount: number }[];
  id?: string;
  rrule?: string | null;
  location?: string | null;
  error?: {
    code: string;
    details?: {
      reason?: string;
      date?: { no: number };
      amount?: number;
      needs_override?: string[];
      alternatives?: unknown[];
    };
  };
}
async function answerOf(response: Response): Promise<Answer> {
  const location = response.headers.get("Location");
  return { ...((await json(response)) as object), status: response.status, location };
}
const post = async (
  path: string,
  body: Record<string, unknown>,
  by = key,
  headers: Record<string, string> = {},
) => answerOf(await call(path, { key: by, body, headers }));
const desk = async (path: string, body?: Record<string, unknown>) =>
  answerOf(await call(path, { cookie, ...(body && { body }) }));

const show = async (party: number | string = 1, by = key) =>
  answerOf(
    await call(
      `/api/widget/course?schedule_id=${yoga.schedule_id}&${
        typeof party === "number" ? "party_size" : "party"
      }=${party}`,
      { key: by },
    ),
  );
const join = (more: Record<string, unknown> = {}, by = key, headers = {}) =>
  post(
    "/api/widget/course",
    { schedule_id: yoga.schedule_id, customer: aCustomer(), ...more },
    by,
    headers,
  );
const joinAtDesk = (more: Record<string, unknown> = {}) =>
  desk("/api/bookings/course", {
    schedule_id: yoga.schedule_id,
    customer: aCustomer(),
    ...more,
  });

const startsOf = ({ bookings = [] }: Answer) => bookings.map(({ starts_at }) => starts_at);
const pricesOf = ({ bookings = [] }: Answer) => bookings.map(({ price_amount }) => price_amount);
const setCourse = (course: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  updateSchedule(owner, yoga.schedule_id, {
    course: {
      name: null,
      starts_on: dateIn(2),
      dates: 4,
      price_amount: null,
      single_dates: false,
      late_joining: false,
      ...course,
    },
    ...more,
  });

async function countBookings(): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int from booking where schedule_id = $1",
    [yoga.schedule_id],
  );
  return found.rows[0]!.count;
}
const list = async (): Promise<Booking[]> =>
  (
    await listBookings(
      owner,
      BookingFilter.parse({ schedule_id: yoga.schedule_id, sort: "starts_at" }),
    )
  ).data;
const slotAt = async (days: number) =>
  (await slotsOf(yoga.schedule_id)).find(
    ({ starts_at }) => starts_at.getTime() === Date.parse(at(days)),
  )!;
/** Takes places of one date, as an owner may. */
async function fill(days: number, party_size = 10) {
  const taken = await desk("/api/bookings", {
    resource_id: yoga.resource_id,
    schedule_id: yoga.schedule_id,
    starts_at: at(days),
    party_size,
    customer: aCustomer(),
    override: true,
  });
  expect(taken.status).toBe(201);
  return taken.id!;
}

describe("the course as it is shown", () => {
  test("its dates, places and price for the party", async () => {
    await fill(3, 7);
    const shown = await show(2);
    expect(shown).toMatchObject({
      status: 200,
      bookable: true,
      reason: null,
      remaining: 3,
      price_amount: 16_000,
      currency: "EUR",
      time_zone: ZONE,
    });
    expect(shown.dates!.map(({ no, starts_at, state }) => [no, starts_at, state])).toEqual(
      [2, 3, 4, 5].map((days, index) => [index + 1, at(days), "free"]),
    );
    expect(await desk(`/api/schedules/${yoga.schedule_id}/course?party_size=2`)).toMatchObject({
      status: 200,
      remaining: 3,
      price_amount: 16_000,
    });
  });

  test("a full date, and a party for which there is no room, refuse the course", async () => {
    await fill(3, 7);
    const shown = await show(4);
    expect(shown).toMatchObject({ bookable: false, reason: "taken", remaining: 0 });
    expect(shown.dates!.map(({ reason }) => reason)).toEqual([null, "full", null, null]);
  });

  test("dates beyond the horizon, and hours that have fewer", async () => {
    await updateSchedule(owner, yoga.schedule_id, { max_advance_days: 3 });
    const reasons = (await show()).dates!.map(({ reason }) => reason);
    // The second date is within three days or not, by the hour of the test.
    expect([reasons[0], reasons[2], reasons[3]]).toEqual([null, "too_far", "too_far"]);
    await updateSchedule(owner, yoga.schedule_id, { valid_to: dateIn(4) });
    expect(await show()).toMatchObject({ bookable: false, reason: "incomplete" });
    expect(await join()).toMatchObject({
      status: 409,
      error: { details: { reason: "incomplete" } },
    });
  });

  test("a schedule without a course, a private one and another company's are unknown", async () => {
    const stranger = await makeKey(await makeTenant());
    expect(await show(1, stranger)).toMatchObject({ status: 404 });
    expect(await join({}, stranger)).toMatchObject({ status: 404 });
    const elsewhere = await signIn(await makeTenant());
    const other = (path: string, body?: Record<string, unknown>) =>
      call(path, { cookie: elsewhere, ...(body && { body }) });
    expect((await other(`/api/schedules/${yoga.schedule_id}/course`)).status).toBe(404);
    const body = { schedule_id: yoga.schedule_id, customer: aCustomer() };
    expect((await other("/api/bookings/course", body)).status).toBe(404);
    await updateSchedule(owner, yoga.schedule_id, { private: true });
    expect(await show()).toMatchObject({ status: 404 });
    expect(await join()).toMatchObject({ status: 404 });
    await updateSchedule(owner, yoga.schedule_id, { private: false, course: null });
    expect(await show()).toMatchObject({ status: 404 });
    expect(await joinAtDesk()).toMatchObject({ status: 404 });
    expect(await countBookings()).toBe(0);
  });

  test("the widget's configuration names the course that guests can book", async () => {
    const read = async () => {
      const config = await json(await call("/api/widget/config", { key }));
      const schedules = config["schedules"] as unknown as { id: string }[];
      return schedules.find(({ id }) => id === yoga.schedule_id);
    };
    await setCourse({ name: "Yoga for beginners" }, { max_repeat_dates: 4 });
    expect(await read()).toMatchObject({
      course: { name: "Yoga for beginners", single_dates: false },
    });
    // Its times are in no list, so that they are neither repeated nor combined.
    expect(await read()).not.toHaveProperty("repeat_dates");
    expect(await read()).not.toHaveProperty("combines");
    await setCourse({ single_dates: true });
    expect(await read()).toMatchObject({ repeat_dates: 4, combines: true });
    await updateSchedule(owner, yoga.schedule_id, { requires_payment: true });
    expect(await read()).not.toHaveProperty("course");
    expect(await show()).toMatchObject({ bookable: false, reason: "payment" });
    expect(await join()).toMatchObject({ status: 409, error: { details: { reason: "payment" } } });
    expect(await joinAtDesk()).toMatchObject({ status: 201 });
  });
});

describe("booking", () => {
  test("all dates are one series with one email, and its answer is found by Location", async () => {
    const customer = aCustomer();
    const { dates } = await show(2);
    const booked = await join({
      customer,
      party_size: 2,
      expected_amount: 16_000,
      starts: dates!.map(({ starts_at }) => starts_at),
    });
    expect(booked).toMatchObject({ status: 201, price_amount: 16_000, currency: "EUR" });
    expect(startsOf(booked)).toEqual([2, 3, 4, 5].map((days) => at(days)));
    const data = await list();
    expect(
      data.map(({ series, source, party_size }) => [series?.no, series?.of, source, party_size]),
    ).toEqual([1, 2, 3, 4].map((no) => [no, 4, "widget", 2]));
    expect(new Set(data.map(({ customer_id }) => customer_id)).size).toBe(1);
    expect(await desk(`/api/bookings/series/${data[0]!.series!.id}`)).toMatchObject({
      rrule: null,
      state: "done",
    });
    await sendQueuedMails(owner);
    expect(await sentTo(customer.email)).toHaveLength(1);
    expect(await show()).toMatchObject({ remaining: 8 });
  });

  test("staff book it for a guest, and read it at its Location", async () => {
    const booked = await joinAtDesk({ expected_amount: 8000 });
    expect(booked).toMatchObject({ status: 201, rrule: null });
    expect(booked.location).toContain(`/api/bookings/series/${booked.id}`);
    const read = await desk(`/api/bookings/series/${booked.id}`);
    expect(read.dates!.map(({ state }) => state)).toEqual(Array(4).fill("booked"));
    expect((await list()).map(({ source }) => source)).toEqual(Array(4).fill("dashboard"));
    expect(await joinAtDesk({ expected_amount: 7999 })).toMatchObject({
      error: { code: "price_changed", details: { amount: 8000 } },
    });
    expect(await countBookings()).toBe(4);
  });

  test("a date that is taken refuses all of them, and is named", async () => {
    await fill(4);
    for (const refused of [await join(), await joinAtDesk()])
      expect(refused).toMatchObject({
        status: 409,
        error: { code: "slot_unavailable", details: { reason: "full", date: { no: 3 } } },
      });
    expect(await countBookings()).toBe(1);
  });

  test("a date whose last place is lost while the course is booked leaves no other date", async () => {
    yoga = await aClass({}, {}, 1);
    const answers = await Promise.all([join(), join(), joinAtDesk()]);
    const codes = answers.map(({ status, error }) => error?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === "slot_unavailable")).toHaveLength(2);
    expect(await countBookings()).toBe(4);
  });

  test("of fifty guests at once for ten places, ten have the whole course and no one a part", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => join()));
    const booked = answers.filter(({ status }) => status === 201);
    expect(booked).toHaveLength(10);
    expect(booked.map(({ bookings }) => bookings!.length)).toEqual(Array(10).fill(4));
    expect(
      answers.filter(({ status, error }) => status !== 201 && error?.code !== "slot_unavailable"),
    ).toEqual([]);
    expect(await countBookings()).toBe(40);
  });

  test("a repeated request gets the stored answer, and books nothing twice", async () => {
    const customer = aCustomer();
    const headers = { "Idempotency-Key": newId() };
    const first = await join({ customer }, key, headers);
    expect(await join({ customer }, key, headers)).toEqual(first);
    expect(await countBookings()).toBe(4);
  });

  test("another sum than the one shown books nothing and names the new sum", async () => {
    await updateSchedule(owner, yoga.schedule_id, { price_amount: 2500 });
    expect(await join({ expected_amount: 8000 })).toMatchObject({
      status: 409,
      error: { code: "price_changed", details: { amount: 10_000 } },
    });
    expect(await countBookings()).toBe(0);
  });

  test("dates that changed while the form was open book nothing", async () => {
    const starts = (await show()).dates!.map(({ starts_at }) => starts_at);
    await closeDays(owner, { days: [{ date: dateIn(3), name: "Closed" }], dry_run: false });
    try {
      const shown = await show();
      expect(shown.dates!.map(({ starts_at }) => starts_at)).toEqual(
        [2, 4, 5, 6].map((days) => at(days)),
      );
      for (const refused of [await join({ starts }), await joinAtDesk({ starts })])
        expect(refused).toMatchObject({ status: 409, error: { code: "version_conflict" } });
      expect(await countBookings()).toBe(0);
      const booked = await join({ starts: shown.dates!.map(({ starts_at }) => starts_at) });
      expect(startsOf(booked)).toEqual([2, 4, 5, 6].map((days) => at(days)));
    } finally {
      const reopened = await call(`/api/closed-days/${dateIn(3)}`, { cookie, method: "DELETE" });
      expect(reopened.status).toBe(204);
    }
  });

  test("a year of weekly dates keeps its local time", async () => {
    yoga = await aClass(
      { dates: 52 },
      {
        max_advance_days: 400,
        rules: [{ days: [1], start: "09:00", end: "10:00" }],
      },
    );
    const booked = await join();
    expect(booked.status).toBe(201);
    const times = startsOf(booked).map((start) => wallTimeOf(Date.parse(start), ZONE).slice(11));
    expect(times).toEqual(Array(52).fill("09:00"));
    // Both clock changes are in it.
    expect(new Set(startsOf(booked).map((start) => start.slice(11))).size).toBe(2);
  });

  test("a guest's limit of the service counts over the dates", async () => {
    await updateSchedule(owner, yoga.schedule_id, { max_upcoming_per_customer: 3 });
    expect(await join()).toMatchObject({
      status: 409,
      error: { details: { reason: "customer_limit", date: { no: 4 } } },
    });
    expect(await countBookings()).toBe(0);
  });
});

describe("the price of the whole course", () => {
  test.each([
    ["EUR", 10_000, [2500, 2500, 2500, 2500]],
    ["EUR", 9999, [2499, 2500, 2500, 2500]],
    ["JPY", 1002, [250, 251, 250, 251]],
    ["KWD", 10_010, [2500, 2500, 2500, 2510]],
  ])("%s %i is divided over its dates", async (currency, price_amount, shares) => {
    await updateSchedule(owner, yoga.schedule_id, { price_amount: null, currency: null });
    await setCourse({ price_amount }, { currency });
    expect(await show()).toMatchObject({ price_amount, currency });
    const booked = await join({ expected_amount: price_amount, party_size: 1 });
    expect(pricesOf(booked)).toEqual(shares);
    const two = await join({ expected_amount: 2 * price_amount, party_size: 2 });
    expect(pricesOf(two)).toEqual(shares.map((share) => 2 * share));
    expect(await join({ expected_amount: price_amount - 1 })).toMatchObject({
      error: { code: "price_changed" },
    });
  });

  test("staff agree to the same shares", async () => {
    await setCourse({ price_amount: 9999 });
    const booked = await joinAtDesk({ expected_amount: 9999 });
    expect(booked.status).toBe(201);
    expect((await list()).map(({ price_amount }) => price_amount)).toEqual([
      2499, 2500, 2500, 2500,
    ]);
  });

  test("a cancelled date gives its share back, and a smaller party its part", async () => {
    await setCourse({ price_amount: 9999 });
    await joinAtDesk({ party_size: 2 });
    const [first, second] = await list();
    const paid = await desk(`/api/bookings/${first!.id}/status`, {
      status: "paid",
      payment_method: "offline",
    });
    expect(paid.status).toBe(200);
    const cancelled = await desk(`/api/bookings/${first!.id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    const [after] = await list();
    expect(after).toMatchObject({ status: "cancelled", price_amount: 4998 });
    const smaller = await call(`/api/bookings/${second!.id}`, {
      cookie,
      method: "PATCH",
      body: { party_size: 1 },
    });
    expect(await json(smaller)).toMatchObject({ party_size: 1, price_amount: 2500 });
    expect(await show()).toMatchObject({ remaining: 8 });
  });

  test("a price that cannot be paid exactly is refused", async () => {
    expect(
      await outcome(setCourse({ price_amount: 1005 }, { currency: "KWD", price_amount: 10 })),
    ).toBe("validation_failed");
  });
});

describe("kinds of people", () => {
  const kinds = [
    { id: "adult", name: "Adult", price_amount: null },
    { id: "child", name: "Child", price_amount: 900 },
    { id: "baby", name: "Baby", price_amount: 0, takes_seat: false },
  ];
  const family = [
    { kind: "adult", count: 1 },
    { kind: "child", count: 1 },
  ];

  test("one adult and one child pay the shares and the child's price, as shown and frozen", async () => {
    yoga = await aClass({ price_amount: 9999 }, { person_kinds: kinds });
    const prices = [2499 + 900, 2500 + 900, 2500 + 900, 2500 + 900];
    const shown = await show("adult:1,child:1");
    expect(shown).toMatchObject({ status: 200, price_amount: 9999 + 4 * 900, remaining: 10 });
    expect(shown.dates!.map(({ price_amount }) => price_amount)).toEqual(prices);
    const atDesk = await desk(
      `/api/schedules/${yoga.schedule_id}/course?party=adult:1,child:1,baby:1`,
    );
    expect(atDesk).toMatchObject({ price_amount: shown.price_amount });

    const booked = await join({ party: family, expected_amount: shown.price_amount });
    expect(pricesOf(booked)).toEqual(prices);
    expect(await joinAtDesk({ party: family, expected_amount: shown.price_amount })).toMatchObject({
      status: 201,
    });
    const priced = (await list()).map(({ price_amount, party }) => [
      price_amount,
      ...party.map((each) => each.price_amount),
    ]);
    const [first, ...others] = [2499, 2500, 2500, 2500].map((share) => [share + 900, share, 900]);
    expect(priced).toEqual([first, first, ...others.flatMap((each) => [each, each])]);
    expect(await show()).toMatchObject({ remaining: 6 });

    // Prices of now no longer matter to them: a child stays at home, and comes again.
    await setCourse(
      { price_amount: 20_000 },
      { person_kinds: kinds.map((kind) => ({ takes_seat: true, ...kind, price_amount: 5000 })) },
    );
    const { id } = (await list()).at(-1)!;
    const change = async (party: object) =>
      json(await call(`/api/bookings/${id}`, { cookie, method: "PATCH", body: { party } }));
    expect(await change([{ kind: "adult", count: 2 }])).toMatchObject({ price_amount: 5000 });
    expect(await change([{ kind: "adult", count: 1 }])).toMatchObject({ price_amount: 2500 });
    expect((await list())[0]).toMatchObject({ price_amount: 3399 });
  });

  test("without a price of the course each date has its own", async () => {
    yoga = await aClass({}, { person_kinds: kinds });
    const shown = await show("adult:2,child:1");
    expect(shown).toMatchObject({ price_amount: 4 * 4900 });
    const party = [
      { kind: "adult", count: 2 },
      { kind: "child", count: 1 },
    ];
    expect(pricesOf(await join({ party, expected_amount: 4 * 4900 }))).toEqual(Array(4).fill(4900));
  });

  test("seats alone are of the first kind; an unknown kind or too many are refused", async () => {
    yoga = await aClass({ price_amount: 4000 }, { person_kinds: kinds }, 2);
    expect(await show(2)).toMatchObject({ price_amount: 8000, bookable: true });
    expect(await show("adult:2,child:1")).toMatchObject({ bookable: false, reason: "taken" });
    expect(await show("adult:2,baby:1")).toMatchObject({ bookable: true, price_amount: 8000 });
    for (const party of ["dog:1", "baby:1"])
      expect(await show(party)).toMatchObject({ status: 422 });
    for (const malformed of ["adult", "adult:0", "adult:1,adult:2", "adult:-1", "a".repeat(5000)])
      expect((await show(malformed)).status, malformed.slice(0, 20)).toBe(422);
    expect(await join({ party: [{ kind: "dog", count: 1 }] })).toMatchObject({ status: 422 });
    expect(await countBookings()).toBe(0);
  });
});

describe("a course that has begun", () => {
  beforeEach(async () => {
    yoga = await aClass({ starts_on: dateIn(-2), dates: 8, price_amount: 8004 });
  });

  test("is refused for guests, unless it can be joined; staff book the dates ahead", async () => {
    expect(await show()).toMatchObject({ bookable: false, reason: "begun" });
    expect(await join()).toMatchObject({
      status: 422,
      error: { code: "outside_booking_window", details: { reason: "begun" } },
    });
    expect((await joinAtDesk()).status).toBe(201);
  });

  test("is joined at the share of the dates ahead, which keep their numbers", async () => {
    await setCourse({ starts_on: dateIn(-2), dates: 8, price_amount: 8004, late_joining: true });
    const shown = await show();
    const ahead = shown.dates!.filter(({ state }) => state === "free");
    // Today's date is over or not, by the hour of the test.
    expect([5, 6]).toContain(ahead.length);
    expect(shown.dates!.filter(({ state }) => state === "past")).toHaveLength(8 - ahead.length);
    const share = [1000, 1001, 1000, 1001, 1000, 1001, 1000, 1001];
    const sum = ahead.reduce((all, { no }) => all + share[no - 1]!, 0);
    expect(shown).toMatchObject({ bookable: true, price_amount: sum });
    const booked = await join({
      expected_amount: sum,
      starts: ahead.map(({ starts_at }) => starts_at),
    });
    expect(booked.status).toBe(201);
    const data = await list();
    expect(data.map(({ series }) => [series?.no, series?.of])).toEqual(
      ahead.map(({ no }) => [no, 8]),
    );
  });

  test("is joined with the guest's verification, which is used up", async () => {
    await setCourse({ starts_on: dateIn(-2), dates: 8, late_joining: true });
    const { id: config_id } = await make({ verification: "email" });
    const customer = aCustomer();
    for (const verification_token of [undefined, "made up"])
      expect((await join({ config_id, customer, verification_token })).status).toBe(422);
    expect(await countBookings()).toBe(0);
    const proven = `proven ${customer.email}`;
    await pool.query(
      `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
       select tenant_id, $2, id, 'email', $3, now() + interval '10 minutes' from api_key where tenant_id = $1`,
      [owner.tenant.id, sha256(proven), customer.email],
    );
    const joined = { config_id, customer, verification_token: proven };
    expect(await join(joined)).toMatchObject({ status: 201 });
    expect(await join(joined)).toMatchObject({ error: { code: "verification_failed" } });
  });

  test("is over when no date is ahead", async () => {
    await setCourse({ starts_on: dateIn(-9), dates: 3, late_joining: true });
    expect(await show()).toMatchObject({ bookable: false, reason: "over", remaining: 0 });
    for (const refused of [await join(), await joinAtDesk()])
      expect(refused).toMatchObject({ error: { code: "outside_booking_window" } });
  });
});

describe("a single date of a course", () => {
  const refusal = {
    status: 409,
    error: { code: "slot_unavailable", details: { reason: "course_only", alternatives: [] } },
  };

  /** Each way in which a guest gets a single time. */
  const guestDoors: Record<string, (slot_id: string) => Promise<Answer>> = {
    "the widget, by slot": (slot_id) =>
      post("/api/widget/booking", { slot_id, customer: aCustomer() }),
    "the widget, by resource": () =>
      post("/api/widget/booking", {
        resource_id: yoga.resource_id,
        schedule_id: yoga.schedule_id,
        starts_at: at(3),
        customer: aCustomer(),
      }),
    "the widget, for anyone": () =>
      post("/api/widget/booking", {
        resource_id: "any",
        schedule_id: yoga.schedule_id,
        starts_at: at(3),
        customer: aCustomer(),
      }),
    "a hold": (slot_id) => post("/api/widget/hold", { slot_id }),
    "the waiting list": async (slot_id) => {
      await fill(3);
      return post("/api/widget/waitlist", { slot_id, customer: aCustomer() });
    },
  };

  test.each(Object.keys(guestDoors))("is refused at %s, and offered where it may", async (door) => {
    const { id } = await slotAt(3);
    expect(await guestDoors[door]!(id)).toMatchObject(refusal);
    await setCourse({ single_dates: true });
    yoga = await aClass({ single_dates: true });
    const allowed = await guestDoors[door]!((await slotAt(3)).id);
    expect([200, 201]).toContain(allowed.status);
  });

  test("is refused as part of a series of the guest's own", async () => {
    await updateSchedule(owner, yoga.schedule_id, { max_repeat_dates: 3 });
    const repeated = {
      schedule_id: yoga.schedule_id,
      resource_id: "any",
      starts_at: at(3),
      repeat: { every_weeks: 1, dates: 2 },
      customer: aCustomer(),
    };
    expect(await post("/api/widget/series", repeated)).toMatchObject({
      status: 409,
      error: { code: "slot_unavailable" },
    });
    expect(await countBookings()).toBe(0);
  });

  test("is in no guest's list of times, but in that of staff", async () => {
    const query = `schedule_id=${yoga.schedule_id}&from=${dateIn(2)}&to=${dateIn(5)}`;
    const slotsIn = async (path: string, by: { key?: string; cookie?: string }) => {
      const { days } = (await json(await call(`${path}?${query}`, by))) as {
        days: { slots: unknown[] }[];
      };
      return days.flatMap(({ slots }) => slots).length;
    };
    expect(await slotsIn("/api/widget/availability", { key })).toBe(0);
    expect(await slotsIn("/api/availability", { cookie })).toBe(4);
    await setCourse({ single_dates: true });
    expect(await slotsIn("/api/widget/availability", { key })).toBe(4);
  });

  test("is booked by staff with an override, by itself, in a series and in a visit", async () => {
    const { id: slot_id } = await slotAt(3);
    const customer = aCustomer();
    expect(await desk("/api/bookings", { slot_id, customer })).toMatchObject({
      ...refusal,
      error: { details: { needs_override: ["course_only"] } },
    });
    const staff = await signIn(await makeUser(owner, "staff"));
    const byStaff = await call("/api/bookings", {
      cookie: staff,
      body: { slot_id, customer, override: true },
    });
    expect(byStaff.status).toBe(403);
    const series = {
      schedule_id: yoga.schedule_id,
      resource_id: yoga.resource_id,
      starts_at: at(3),
      customer,
      repeat: { rrule: "FREQ=DAILY;COUNT=2" },
    };
    expect(await desk("/api/bookings/series", series)).toMatchObject({ status: 409 });
    const part = { schedule_id: yoga.schedule_id, resource_id: yoga.resource_id };
    const visit = { starts_at: at(3), customer, parts: [part, part] };
    expect(await desk("/api/bookings/visits", visit)).toMatchObject({ status: 409 });
    expect(await countBookings()).toBe(0);
    expect(await desk("/api/bookings", { slot_id, customer, override: true })).toMatchObject({
      status: 201,
    });
    expect(await desk("/api/bookings/series", { ...series, override: true })).toMatchObject({
      status: 200,
    });
  });

  test("isn't chosen by a guest who moves one, but by staff", async () => {
    const booked = await joinAtDesk();
    expect(booked.status).toBe(201);
    const [first] = await list();
    const guest = {
      kind: "customer",
      tenant: owner.tenant,
      request_id: null,
      booking_id: first!.id,
    } as const;
    const { id: slot_id } = await slotAt(8);
    const move = { target: { kind: "slot", slot_id } } as const;
    expect(await outcome(moveBooking(guest, first!.id, move))).toBe("slot_unavailable");
    expect((await list())[0]).toMatchObject({ starts_at: at(2) });
    await moveBooking(owner, first!.id, move);
    expect((await list()).at(-1)).toMatchObject({ starts_at: at(8), price_amount: 2000 });
    await setCourse({ single_dates: true });
    const [second] = await list();
    const other = { ...guest, booking_id: second!.id };
    const target = { kind: "slot", slot_id: (await slotAt(9)).id } as const;
    await moveBooking(other, second!.id, { target });
    expect((await list()).at(-1)).toMatchObject({ starts_at: at(9) });
  });
});
