import { beforeAll, beforeEach, expect, test } from "vitest";
import { NewHold } from "~/contract/holds";
import { BookingFilter } from "~/contract/booking-filter";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf, wallTimeToInstant } from "~/lib/time";
import { book as bookSlot, slotsOf } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { call, json } from "~/testing/request";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { widgetCalls } from "~/testing/widget-calls";
import { findKey } from "../api-keys/find-key.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import { sendMessage } from "../email/send-message.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { readSeries } from "../series/read-series.server";
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

/** The instant of a local time some days ahead, as the API writes it. */
const at = (days: number, time = "09:00") =>
  new Date(wallTimeToInstant(addDays(localDateOf(clock.now(), ZONE), days), time, ZONE))
    .toISOString()
    .replace(".000", "");

interface Court {
  schedule_id: string;
  resource_id: string;
  ids: string[];
}
let court: Court;

/** A service with times at nine and ten each day, at 20 euros. */
async function aCourt(more: Record<string, unknown> = {}, rooms = 1): Promise<Court> {
  const ids: string[] = [];
  while (ids.length < rooms) ids.push((await makeResource(owner, { capacity: 1 })).id);
  const schedule = await makeSchedule(owner, ids, {
    time_zone: ZONE,
    max_advance_days: 60,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "11:00" }],
    price_amount: 2000,
    currency: "EUR",
    max_repeat_dates: 6,
    ...more,
  });
  return { schedule_id: schedule.id, resource_id: ids[0]!, ids };
}
beforeEach(async () => {
  court = await aCourt();
});

interface Answer {
  status: number;
  dates?: { no: number; starts_at: string; state: string; reason: string | null }[];
  bookings?: { id: string; starts_at: string; status: string; price_amount: number }[];
  manage_url?: string;
  location?: string | null;
  price_amount?: number | null;
  currency?: string | null;
  error?: {
    code: string;
    details?: { reason?: string; date?: { no: number }; amount?: number };
    issues?: { path: string; code: string }[];
  };
}
async function post(
  path: string,
  body: Record<string, unknown>,
  by = key,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await call(path, { key: by, body, headers });
  const location = response.headers.get("Location");
  return { ...((await json(response)) as object), status: response.status, location };
}
const wish = (dates: number, more: Record<string, unknown> = {}) => ({
  schedule_id: court.schedule_id,
  resource_id: court.resource_id,
  starts_at: at(2),
  repeat: { every_weeks: 1, dates },
  ...more,
});
const preview = (dates: number, more: Record<string, unknown> = {}, by = key) =>
  post("/api/widget/series/preview", wish(dates, more), by);
const repeat = (
  dates: number,
  more: Record<string, unknown> = {},
  by = key,
  headers: Record<string, string> = {},
) => post("/api/widget/series", wish(dates, { customer: aCustomer(), ...more }), by, headers);

const statesOf = ({ dates = [] }: Answer) => dates.map(({ state, reason }) => reason ?? state);
const startsOf = ({ bookings = [] }: Answer) => bookings.map(({ starts_at }) => starts_at);

async function slotAt(starts_at: string, resource = court.resource_id) {
  const slots = await slotsOf(court.schedule_id, resource);
  return slots.find((slot) => slot.starts_at.getTime() === Date.parse(starts_at))!;
}
const takeDate = async (days: number) => bookSlot(owner, (await slotAt(at(days))).id);

async function countBookings({ schedule_id } = court): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int from booking where schedule_id = $1",
    [schedule_id],
  );
  return found.rows[0]!.count;
}

const setService = (change: Record<string, unknown>) =>
  updateSchedule(owner, court.schedule_id, change);

test("each date's state and the sum are shown, and nothing is booked", async () => {
  await takeDate(9);
  const shown = await preview(3);
  expect(shown).toMatchObject({ status: 200, price_amount: 4000, currency: "EUR" });
  expect(statesOf(shown)).toEqual(["free", "full", "free"]);
  expect(shown.dates!.map(({ starts_at }) => starts_at)).toEqual([at(2), at(9), at(16)]);
  expect(await countBookings()).toBe(1);
  const fortnightly = await preview(2, { repeat: { every_weeks: 2, dates: 2 } });
  expect(fortnightly.dates!.map(({ starts_at }) => starts_at)).toEqual([at(2), at(16)]);
});

test("dates beyond the horizon, outside hours or on a closed day are not free", async () => {
  await setService({ max_advance_days: 10 });
  expect(statesOf(await preview(3))).toEqual(["free", "free", "too_far"]);
  expect(statesOf(await preview(2, { starts_at: at(2, "13:00") }))).toEqual(["closed", "closed"]);
});

test("all dates are booked at once, as one series, with one email that lists them", async () => {
  const customer = aCustomer();
  const booked = await repeat(3, { customer, expected_amount: 6000 });
  expect(booked).toMatchObject({ status: 201, price_amount: 6000, currency: "EUR" });
  expect(startsOf(booked)).toEqual([at(2), at(9), at(16)]);
  expect(booked.bookings!.map(({ status }) => status)).toEqual(Array(3).fill("confirmed"));
  expect(booked.manage_url).toContain("/manage/");
  expect(booked.location).toBe(booked.manage_url);
  const { data } = await listBookings(
    owner,
    BookingFilter.parse({ schedule_id: court.schedule_id, sort: "starts_at" }),
  );
  expect(data.map(({ series, source }) => [series?.no, series?.of, source])).toEqual(
    [1, 2, 3].map((no) => [no, 3, "widget"]),
  );
  expect(new Set(data.map(({ customer_id }) => customer_id)).size).toBe(1);
  const stored = await readSeries(owner, data[0]!.series!.id);
  expect(stored).toMatchObject({ state: "done", rrule: "FREQ=WEEKLY;INTERVAL=1;COUNT=3" });
  await sendQueuedMails(owner);
  const mails = await sentTo(customer.email);
  expect(mails).toHaveLength(1);
});

test("a date left out is not booked, all others are", async () => {
  await takeDate(9);
  const booked = await repeat(3, { leave_out: [2], expected_amount: 4000 });
  expect(startsOf(booked)).toEqual([at(2), at(16)]);
  const { data } = await listBookings(
    owner,
    BookingFilter.parse({ schedule_id: court.schedule_id, sort: "starts_at" }),
  );
  const { series } = data.find(({ source }) => source === "widget")!;
  expect((await readSeries(owner, series!.id)).dates[1]).toMatchObject({
    state: "skipped",
    reason: "full",
  });
});

test("a date that is taken and not left out refuses all, and is named", async () => {
  await takeDate(9);
  const refused = await repeat(3);
  expect(refused).toMatchObject({
    status: 409,
    error: { code: "slot_unavailable", details: { reason: "full", date: { no: 2 } } },
  });
  expect(await countBookings()).toBe(1);
});

test("another sum than the one shown books nothing and names the new sum", async () => {
  await setService({ price_amount: 2500 });
  const refused = await repeat(3, { expected_amount: 6000 });
  expect(refused).toMatchObject({
    status: 409,
    error: { code: "price_changed", details: { amount: 7500 } },
  });
  expect(await countBookings()).toBe(0);
});

test("add-ons are booked with each date, and count in the sum", async () => {
  await setService({
    addons: [{ id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 }],
  });
  const addons = [{ id: "racket", quantity: 2 }];
  expect(await preview(2, { addons })).toMatchObject({ price_amount: 5600 });
  const booked = await repeat(2, { addons, expected_amount: 5600 });
  expect(booked.bookings!.map(({ price_amount }) => price_amount)).toEqual([2800, 2800]);
  const tooMany = { addons: [{ id: "racket", quantity: 5 }], starts_at: at(3) };
  expect(await repeat(2, tooMany)).toMatchObject({ status: 422 });
});

test("only a service that the company allows is repeated, up to its number of dates", async () => {
  expect(await repeat(7)).toMatchObject({
    status: 422,
    error: { issues: [{ path: "repeat.dates", code: "too_big" }] },
  });
  await setService({ max_repeat_dates: null });
  for (const answer of [await preview(2), await repeat(2)])
    expect(answer).toMatchObject({
      status: 422,
      error: { issues: [{ path: "repeat", code: "not_enabled" }] },
    });
  expect(await countBookings()).toBe(0);
});

test("dates that are paid online one by one are not repeated; approved ones are", async () => {
  await setService({ requires_payment: true });
  expect(await preview(2)).toMatchObject({ status: 422 });
  expect(await repeat(2)).toMatchObject({ status: 422 });
  await setService({ requires_approval: true });
  const asked = await repeat(2);
  expect(asked.bookings!.map(({ status }) => status)).toEqual(["pending", "pending"]);
});

test("another company's and private services are unknown", async () => {
  const stranger = await makeTenant();
  const other = await makeKey(stranger);
  expect(await preview(2, {}, other)).toMatchObject({ status: 404 });
  expect(await repeat(2, {}, other)).toMatchObject({ status: 404 });
  const room = await makeResource(stranger);
  expect(await preview(2, { resource_id: room.id })).toMatchObject({ status: 404 });
  expect(await repeat(2, { resource_id: room.id })).toMatchObject({ status: 404 });
  await setService({ private: true });
  expect(await preview(2)).toMatchObject({ status: 404 });
  expect(await repeat(2)).toMatchObject({ status: 404 });
});

test("a configuration's services, questions and fields count for the series", async () => {
  const elsewhere = await aCourt();
  const { id: config_id } = await make({ schedule_ids: [elsewhere.schedule_id] });
  expect(await preview(2, { config_id })).toMatchObject({ status: 404 });
  const { id } = await make({ terms_url: "https://example.com/terms" });
  expect(await repeat(2, { config_id: id })).toMatchObject({
    status: 422,
    error: { issues: [{ path: "terms_accepted" }] },
  });
  expect(await repeat(2, { config_id: id, terms_accepted: true })).toMatchObject({ status: 201 });
  expect(await repeat(2, { website: "https://spam.example" })).toMatchObject({ status: 422 });
});

test("one verification proves all dates, and is used up", async () => {
  const { id: config_id } = await make({ verification: "email" });
  const customer = aCustomer();
  expect(await repeat(2, { config_id, customer })).toMatchObject({
    error: { code: "verification_required" },
  });
  const started = await call("/api/widget/verify", {
    key,
    body: { channel: "email", destination: customer.email, config_id },
  });
  expect(started.status).toBe(202);
  const { verification_id } = await json(started);
  const waiting = await pool.query<{ id: string }>(
    "select id from message where recipient = $1 and status = 'queued'",
    [customer.email],
  );
  for (const { id } of waiting.rows) await sendMessage({ message_id: id });
  const code = /\b\d{6}\b/.exec((await sentTo(customer.email)).at(-1)!.text)![0];
  const confirmed = await call("/api/widget/verify/confirm", {
    key,
    body: { verification_id, code },
  });
  expect(confirmed.status).toBe(200);
  const { verification_token } = await json(confirmed);
  const proven = { config_id, customer, verification_token };
  expect(await repeat(3, proven)).toMatchObject({ status: 201 });
  expect(await repeat(2, { ...proven, starts_at: at(3) })).toMatchObject({
    error: { code: "verification_failed" },
  });
  expect(await countBookings()).toBe(3);
});

test("a guest's limit of the service counts over the dates", async () => {
  await setService({ max_upcoming_per_customer: 2 });
  const refused = await repeat(3);
  expect(refused).toMatchObject({
    status: 409,
    error: { code: "slot_unavailable", details: { reason: "customer_limit", date: { no: 3 } } },
  });
  expect(await countBookings()).toBe(0);
  expect(await repeat(2)).toMatchObject({ status: 201 });
});

test("limits of a resource count over the dates", async () => {
  await setService({ max_per_week: 1 });
  expect(await repeat(6)).toMatchObject({ status: 201 });
  expect(await preview(2, { starts_at: at(2, "10:00") })).toMatchObject({
    dates: [{ reason: "weekly_limit" }, { reason: "weekly_limit" }],
  });
});

test("the first date is the one that the visitor holds, at its price", async () => {
  const widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
  const slot = await slotAt(at(2));
  const { hold_token } = await takeHold(
    widget,
    NewHold.parse({ slot_id: slot.id }),
    `198.51.100.7/${newId()}`,
    null,
  );
  expect(statesOf(await preview(2))).toEqual(["held", "free"]);
  expect(statesOf(await preview(2, { hold_token }))).toEqual(["free", "free"]);
  await setService({ price_amount: 3000 });
  expect(await preview(2, { hold_token })).toMatchObject({ price_amount: 5000 });
  const booked = await repeat(2, { hold_token, expected_amount: 5000 });
  expect(booked.bookings!.map(({ price_amount }) => price_amount)).toEqual([2000, 3000]);
  const holds = await pool.query("select from hold where slot_id = $1", [slot.id]);
  expect(holds.rowCount).toBe(0);
});

test("for anyone each date gets a free resource, and nobody who costs more than was shown", async () => {
  court = await aCourt({}, 2);
  await setService({
    resource_terms: [{ resource_id: court.ids[1], price_amount: 5000 }],
  });
  const anyone = { resource_id: "any" };
  expect(await preview(3, anyone)).toMatchObject({ price_amount: 6000 });
  await takeDate(9); // of the cheaper one
  expect(await preview(3, anyone)).toMatchObject({ price_amount: 9000 });
  expect(await repeat(3, { ...anyone, expected_amount: 6000 })).toMatchObject({
    error: { code: "price_changed", details: { amount: 9000 } },
  });
  const booked = await repeat(3, { ...anyone, expected_amount: 9000 });
  expect(booked.bookings!.map(({ price_amount }) => price_amount)).toEqual([2000, 5000, 2000]);
});

test("a repeated request gets the stored answer, and books nothing twice", async () => {
  const customer = aCustomer();
  const headers = { "Idempotency-Key": newId() };
  const first = await repeat(3, { customer }, key, headers);
  const again = await repeat(3, { customer }, key, headers);
  expect(again).toEqual(first);
  expect(await countBookings()).toBe(3);
  expect(await repeat(2, { customer }, key, headers)).toMatchObject({
    error: { code: "idempotency_mismatch" },
  });
});

test("of twenty guests at once one gets all dates, and the others none", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => repeat(4)));
  const codes = answers.map(({ status, error }) => error?.code ?? status);
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === "slot_unavailable")).toHaveLength(19);
  expect(await countBookings()).toBe(4);
});

test("of twenty for anyone, on three courts, each has all of its dates", async () => {
  court = await aCourt({}, 3);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => repeat(4, { resource_id: "any" })),
  );
  const booked = answers.filter(({ status }) => status === 201);
  expect(booked).toHaveLength(3);
  expect(booked.map(({ bookings }) => bookings!.length)).toEqual([4, 4, 4]);
  expect(await countBookings()).toBe(12);
});

test("the widget's configuration names the number of dates of a service that is repeated", async () => {
  const read = async () => {
    const config = await json(await call("/api/widget/config", { key }));
    const schedules = config["schedules"] as unknown as { id: string; repeat_dates?: number }[];
    return schedules.find(({ id }) => id === court.schedule_id)?.repeat_dates;
  };
  expect(await read()).toBe(6);
  await setService({ requires_payment: true });
  expect(await read()).toBeUndefined();
  await setService({ requires_payment: false, max_repeat_dates: null });
  expect(await read()).toBeUndefined();
});
