import { beforeAll, beforeEach, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { NewBooking } from "~/contract/booking-inputs";
import { NewBlock } from "~/contract/blocks";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
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
import { createBlock } from "../blocks/change-block.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import { sendMessage } from "../email/send-message.server";
import type { UserActor } from "../identity/actor";
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

const day = (days: number) => addDays(localDateOf(clock.now(), ZONE), days);
/** The instant of a local time some days ahead, as the API writes it. */
const at = (time: string, days = 2) => toRfc3339(wallTimeToInstant(day(days), time, ZONE));

interface Salon {
  sami: string;
  noor: string;
  /** 30 minutes at 20.00, on the hour. */
  cut: string;
  /** 90 minutes at 60.00. */
  colour: string;
}
let salon: Salon;

async function aSalon(more: { cut?: object; colour?: object } = {}, by = owner): Promise<Salon> {
  const sami = await makeResource(by, { name: "Sami", capacity: 1 });
  const noor = await makeResource(by, { name: "Noor", capacity: 1 });
  const service = async (given: object) =>
    (
      await makeSchedule(by, [sami.id, noor.id], {
        time_zone: ZONE,
        max_advance_days: 40,
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "13:00" }],
        currency: "EUR",
        step_minutes: 60,
        ...given,
      })
    ).id;
  return {
    sami: sami.id,
    noor: noor.id,
    cut: await service({ name: "Cut", duration_minutes: 30, price_amount: 2000, ...more.cut }),
    colour: await service({
      name: "Colour",
      duration_minutes: 90,
      price_amount: 6000,
      ...more.colour,
    }),
  };
}
beforeEach(async () => {
  salon = await aSalon();
});

interface Time {
  starts_at: string;
  ends_at: string;
  price_amount: number | null;
  currency: string | null;
}
interface Answer {
  status: number;
  times?: Time[];
  bookings?: {
    id: string;
    starts_at: string;
    status: string;
    resource: { name: string };
    schedule: { name: string };
  }[];
  manage_url?: string;
  location?: string | null;
  price_amount?: number | null;
  error?: {
    code: string;
    message: string;
    details?: {
      reason?: string;
      part?: { no: number };
      amount?: number;
      alternatives?: Time[];
      needs_override?: unknown;
    };
    issues?: { path: string; code: string }[];
  };
}
async function post(
  path: string,
  body: object,
  by = key,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await call(`/api/widget/${path}`, { key: by, body, headers });
  const location = response.headers.get("Location");
  return { ...((await json(response)) as object), status: response.status, location };
}

type Who = [first: string, second: string];
const partsOf = ([first, second]: Who, { cut, colour } = salon) => [
  { schedule_id: cut, resource_id: first },
  { schedule_id: colour, resource_id: second },
];
const visit = (
  who: Who,
  more: object = {},
  by = key,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  post(
    "visits",
    { starts_at: at("10:00"), parts: partsOf(who), customer: aCustomer(), ...more },
    by,
    headers,
  );
const timesOf = (who: Who, more: object = {}, by = key): Promise<Answer> =>
  post("visits/times", { from: day(2), to: day(2), parts: partsOf(who), ...more }, by);
const startsOf = ({ times = [] }: Answer) => times.map(({ starts_at }) => starts_at);

const take = (resource_id: string, time: string, duration_minutes = 30) =>
  createBooking(
    owner,
    NewBooking.parse({
      schedule_id: salon.cut,
      resource_id,
      starts_at: at(time),
      duration_minutes,
      customer: aCustomer(),
    }),
    null,
  );

async function countBookings({ cut, colour } = salon): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int from booking where schedule_id in ($1, $2)",
    [cut, colour],
  );
  return found.rows[0]!.count;
}

test("the starts at which all services fit, with their minutes and price together", async () => {
  expect(await timesOf(["any", "any"])).toMatchObject({
    status: 200,
    times: ["09:00", "10:00", "11:00"].map((time, index) => ({
      starts_at: at(time),
      ends_at: at(["11:00", "12:00", "13:00"][index]!),
      price_amount: 8000,
      currency: "EUR",
    })),
  });
  const days = await timesOf(["any", "any"], { to: day(32) });
  expect(days.times).toHaveLength(3 * 31);
  for (const [path, to] of [
    ["to", day(33)],
    ["to", day(1)],
  ])
    expect(await timesOf(["any", "any"], { to })).toMatchObject({
      status: 422,
      error: { issues: [{ path }] },
    });
});

test("all are booked, one after another, with one email that lists them", async () => {
  const customer = aCustomer();
  const booked = await visit([salon.sami, salon.noor], { customer, expected_amount: 8000 });
  expect(booked).toMatchObject({ status: 201, price_amount: 8000, currency: "EUR" });
  expect(
    booked.bookings!.map(({ starts_at, status, resource, schedule }) => [
      schedule.name,
      resource.name,
      starts_at,
      status,
    ]),
  ).toEqual([
    ["Cut", "Sami", at("10:00"), "confirmed"],
    ["Colour", "Noor", at("10:30"), "confirmed"],
  ]);
  expect(booked.manage_url).toContain("/manage/");
  expect(booked.location).toBe(booked.manage_url);
  const { data } = await listBookings(
    owner,
    BookingFilter.parse({ id: booked.bookings!.map(({ id }) => id), sort: "starts_at" }),
  );
  expect(data.map(({ visit: place, source }) => [place?.no, place?.of, source])).toEqual([
    [1, 2, "widget"],
    [2, 2, "widget"],
  ]);
  expect(new Set(data.map(({ customer_id }) => customer_id)).size).toBe(1);
  await sendQueuedMails(owner);
  expect(await sentTo(customer.email)).toHaveLength(1);
});

test("a taken second service refuses all, is named, and other starts are offered", async () => {
  await take(salon.noor, "11:00");
  const refused = await visit([salon.sami, salon.noor]);
  expect(refused).toMatchObject({
    status: 409,
    error: {
      code: "slot_unavailable",
      message: "2. Colour: Noor is taken at 10:30.",
      details: {
        reason: "full",
        part: { no: 2 },
        alternatives: [
          { starts_at: at("09:00"), price_amount: 8000 },
          { starts_at: at("11:00"), price_amount: 8000 },
        ],
      },
    },
  });
  expect(await countBookings()).toBe(1);
});

test("what is listed is what can be booked, for each choice of people", async () => {
  await take(salon.noor, "09:00");
  await take(salon.sami, "11:00");
  for (const who of [
    ["any", "any"],
    ["any", "same"],
    [salon.sami, salon.noor],
    [salon.noor, "same"],
  ] satisfies Who[]) {
    const listed = startsOf(await timesOf(who));
    const bookable: string[] = [];
    for (const time of ["09:00", "10:00", "11:00", "12:00"]) {
      const booked = await visit(who, { starts_at: at(time), expected_amount: 8000 });
      if (booked.status !== 201) continue;
      bookable.push(at(time));
      for (const { id } of booked.bookings!)
        await changeBookingStatus(owner, id, { status: "cancelled", notify: false }, null);
    }
    expect(listed).toEqual(bookable);
    expect(listed.length).toBeGreaterThan(0);
  }
});

test("a visit begins at an offered start only, within notice and horizon of each service", async () => {
  expect(await visit([salon.sami, salon.noor], { starts_at: at("10:15") })).toMatchObject({
    error: { code: "slot_unavailable", details: { part: { no: 1 } } },
  });
  await updateSchedule(owner, salon.colour, { max_advance_days: 3 });
  expect(startsOf(await timesOf(["any", "any"]))).toHaveLength(3);
  expect(startsOf(await timesOf(["any", "any"], { from: day(4), to: day(6) }))).toEqual([]);
  const late = await visit(["any", "any"], { starts_at: at("10:00", 5) });
  expect(late).toMatchObject({
    error: { code: "outside_booking_window", details: { part: { no: 2 } } },
  });
  expect(late.error!.details!.needs_override).toBeUndefined();
  await updateSchedule(owner, salon.colour, {
    max_advance_days: 40,
    min_notice_minutes: 4 * 1440,
  });
  expect(startsOf(await timesOf(["any", "any"]))).toEqual([]);
  expect(await visit(["any", "any"])).toMatchObject({
    error: { code: "outside_booking_window", details: { part: { no: 2 } } },
  });
  expect(await countBookings()).toBe(0);
});

test("blocked time and slots that were closed by hand are taken for every service", async () => {
  await createBlock(
    owner,
    NewBlock.parse({ resource_id: salon.noor, starts_at: at("11:00"), ends_at: at("12:00") }),
  );
  const who: Who = [salon.sami, salon.noor];
  expect(startsOf(await timesOf(who))).not.toContain(at("10:00"));
  expect(await visit(who)).toMatchObject({ status: 409 });
  await pool.query(
    "update slot set status = 'closed' where schedule_id = $1 and resource_id = $2 and starts_at = $3",
    [salon.colour, salon.noor, at("11:00", 3)],
  );
  const days = { from: day(3), to: day(3) };
  expect(startsOf(await timesOf(who, days))).toEqual([at("09:00", 3)]);
  expect(await visit(who, { starts_at: at("10:00", 3) })).toMatchObject({
    error: { details: { reason: "closed", part: { no: 2 } } },
  });
  expect(await countBookings()).toBe(0);
});

test("limits of a resource count on their days only", async () => {
  await updateSchedule(owner, salon.colour, { max_per_day: 1 });
  expect(await visit([salon.sami, salon.noor], { starts_at: at("09:00") })).toMatchObject({
    status: 201,
  });
  const listed = await timesOf([salon.sami, salon.noor], { to: day(3) });
  expect(startsOf(listed)).toEqual(["09:00", "10:00", "11:00"].map((time) => at(time, 3)));
  expect(await visit([salon.sami, salon.noor], { starts_at: at("11:00") })).toMatchObject({
    error: { details: { reason: "daily_limit" } },
  });
});

test("another sum than the one shown books nothing and names the new sum", async () => {
  await updateSchedule(owner, salon.colour, { price_amount: 7000 });
  expect(await visit(["any", "any"], { expected_amount: 8000 })).toMatchObject({
    status: 409,
    error: { code: "price_changed", details: { amount: 9000 } },
  });
  expect(await countBookings()).toBe(0);
  expect(await visit(["any", "any"], { expected_amount: 9000 })).toMatchObject({ status: 201 });
});

test("add-ons lengthen and count in the sum, and lengths are those that are offered", async () => {
  await updateSchedule(owner, salon.cut, {
    length_options: [{ minutes: 60, price_amount: 3500 }],
    addons: [{ id: "wash", name: "Wash", price_amount: 500, max_quantity: 1, extra_minutes: 30 }],
  });
  const [cut, colour] = partsOf(["any", "any"]);
  const parts = [{ ...cut, length_minutes: 60, addons: [{ id: "wash", quantity: 1 }] }, colour];
  const listed = await timesOf(["any", "any"], { parts });
  expect(listed.times).toMatchObject([
    { starts_at: at("09:00"), ends_at: at("12:00"), price_amount: 10_000 },
    { starts_at: at("10:00"), ends_at: at("13:00"), price_amount: 10_000 },
  ]);
  expect(await visit(["any", "any"], { parts, expected_amount: 10_000 })).toMatchObject({
    status: 201,
    price_amount: 10_000,
  });
  const wrong = [{ ...cut, length_minutes: 45 }, colour];
  expect(await visit(["any", "any"], { parts: wrong })).toMatchObject({
    status: 422,
    error: { issues: [{ path: "parts.0.length_minutes" }] },
  });
});

test("services that another widget shows, private, inactive or foreign ones are unknown", async () => {
  const refused = async (more: object = {}, by = key) => [
    (await timesOf(["any", "any"], more, by)).status,
    (await visit(["any", "any"], more, by)).status,
  ];
  const { id: config_id } = await make({ schedule_ids: [salon.cut] });
  expect(await refused({ config_id })).toEqual([404, 404]);
  const stranger = await makeTenant({ time_zone: ZONE });
  expect(await refused({}, await makeKey(stranger))).toEqual([404, 404]);
  const theirs = await aSalon({}, stranger);
  const parts = [partsOf(["any", "any"])[0], { schedule_id: theirs.colour, resource_id: "any" }];
  expect(await refused({ parts })).toEqual([404, 404]);
  const room = partsOf([salon.sami, theirs.noor]);
  expect(await refused({ parts: room })).toEqual([404, 404]);
  const only = await make({ resource_ids: [salon.sami] });
  expect(await refused({ parts: partsOf([salon.noor, "any"]), config_id: only.id })).toEqual([
    404, 404,
  ]);
  for (const change of [{ private: true }, { private: false, active: false }]) {
    await updateSchedule(owner, salon.colour, change);
    expect(await refused()).toEqual([404, 404]);
  }
  expect(await countBookings()).toBe(0);
});

test("of a configuration with one person, anyone is that person", async () => {
  const { id: config_id } = await make({ resource_ids: [salon.sami] });
  await take(salon.sami, "10:30");
  expect(startsOf(await timesOf(["any", "any"], { config_id }))).toEqual([at("11:00")]);
  expect(await visit(["any", "any"], { config_id })).toMatchObject({ status: 409 });
});

test("services paid or secured by a card before they are confirmed are booked alone", async () => {
  const refusal = { status: 422, error: { issues: [{ path: "parts.1.schedule_id" }] } };
  await updateSchedule(owner, salon.colour, { requires_payment: true });
  expect(await timesOf(["any", "any"])).toMatchObject(refusal);
  expect(await visit(["any", "any"])).toMatchObject(refusal);
  await updateSchedule(owner, salon.colour, { requires_approval: true });
  const asked = await visit(["any", "any"]);
  expect(asked.bookings!.map(({ status }) => status)).toEqual(["confirmed", "pending"]);
  await updateSchedule(owner, salon.cut, {
    card_on_file: {
      late_cancellation: { percent: 50 },
      no_show: { percent: 100 },
      window_minutes: 60,
    },
  });
  expect(await visit(["any", "any"], { starts_at: at("09:00", 3) })).toMatchObject({
    status: 422,
    error: { issues: [{ path: "parts.0.schedule_id", code: "not_enabled" }] },
  });
  const config = await json(await call("/api/widget/config", { key }));
  const schedules = config["schedules"] as unknown as { id: string; combines?: true }[];
  const flags = [salon.cut, salon.colour].map(
    (id) => schedules.find((one) => one.id === id)?.combines,
  );
  expect(flags).toEqual([undefined, true]);
});

test("the form of the configuration counts, with each service's own questions", async () => {
  await updateSchedule(owner, salon.colour, {
    questions: [{ id: "shade", type: "text", label: "Shade", required: true, sensitive: false }],
  });
  const { id: config_id } = await make({
    terms_url: "https://example.com/terms",
    questions: [{ id: "heard", type: "text", label: "Heard", required: true }],
  });
  expect(await visit(["any", "any"], { config_id })).toMatchObject({
    error: { issues: [{ path: "terms_accepted" }] },
  });
  const form = {
    config_id,
    terms_accepted: true,
    answers: [{ question_id: "heard", value: "a friend" }],
  };
  expect(await visit(["any", "any"], form)).toMatchObject({
    error: { issues: [{ path: "parts.1.answers.shade" }] },
  });
  const [cut, colour] = partsOf(["any", "any"]);
  const answers = [{ question_id: "shade", value: "red" }];
  const parts = [cut, { ...colour, answers }];
  expect(await visit(["any", "any"], { ...form, parts })).toMatchObject({ status: 201 });
  const stored = await pool.query<{ answers: { question_id: string }[] }>(
    "select answers from booking where schedule_id in ($1, $2) order by starts_at",
    [salon.cut, salon.colour],
  );
  expect(stored.rows.map((row) => row.answers.map(({ question_id }) => question_id))).toEqual([
    ["heard", "terms.accepted"],
    ["heard", "shade", "terms.accepted"],
  ]);
  expect(await visit(["any", "any"], { website: "https://spam.example" })).toMatchObject({
    status: 422,
  });
  const [big] = partsOf(["any", "any"]);
  expect(await visit(["any", "any"], { parts: [{ ...big, party_size: 2 }, colour] })).toMatchObject(
    { status: 422, error: { issues: [{ path: "parts.0.party_size" }] } },
  );
});

test("one verification proves all services, and is used up", async () => {
  const { id: config_id } = await make({ verification: "email" });
  const customer = aCustomer();
  expect(await visit(["any", "any"], { config_id, customer })).toMatchObject({
    error: { code: "verification_required" },
  });
  expect(await countBookings()).toBe(0);
  const started = await call("/api/widget/verify", {
    key,
    body: { channel: "email", destination: customer.email, config_id },
  });
  const { verification_id } = await json(started);
  const waiting = await pool.query<{ id: string }>(
    "select id from message where recipient = $1 and status = 'queued'",
    [customer.email],
  );
  for (const { id } of waiting.rows) await sendMessage({ message_id: id });
  const code = /\b\d{6}\b/.exec((await sentTo(customer.email)).at(-1)!.text)![0];
  const { verification_token } = await json(
    await call("/api/widget/verify/confirm", { key, body: { verification_id, code } }),
  );
  const proven = { config_id, customer, verification_token };
  expect(await visit(["any", "any"], proven)).toMatchObject({ status: 201 });
  expect(await visit(["any", "any"], { ...proven, starts_at: at("10:00", 3) })).toMatchObject({
    error: { code: "verification_failed" },
  });
  expect(await countBookings()).toBe(2);
});

test("a guest's limit of a service counts over the parts", async () => {
  await updateSchedule(owner, salon.cut, { max_upcoming_per_customer: 1 });
  const [cut] = partsOf([salon.sami, "any"]);
  const refused = await visit(["any", "any"], { parts: [cut, { ...cut, resource_id: "same" }] });
  expect(refused).toMatchObject({
    error: { code: "slot_unavailable", details: { reason: "customer_limit", part: { no: 2 } } },
  });
  expect(await countBookings()).toBe(0);
});

test("a repeated request gets the stored answer, and books nothing twice", async () => {
  const customer = aCustomer();
  const headers = { "Idempotency-Key": newId() };
  const first = await visit(["any", "any"], { customer }, key, headers);
  expect(await visit(["any", "any"], { customer }, key, headers)).toEqual(first);
  expect(await countBookings()).toBe(2);
  const other = { customer, starts_at: at("09:00") };
  expect(await visit(["any", "any"], other, key, headers)).toMatchObject({
    error: { code: "idempotency_mismatch" },
  });
});

test("of twenty guests at once two get all services on two people, and the others none", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(["any", "any"])));
  const codes = answers.map(({ status, error }) => error?.code ?? status);
  expect(codes.filter((code) => code === 201)).toHaveLength(2);
  expect(codes.filter((code) => code === "slot_unavailable")).toHaveLength(18);
  expect(await countBookings()).toBe(4);
});

test("where the widget has it turned off, no service combines, and neither times nor visits are served", async () => {
  const by = await makeTenant({ time_zone: ZONE });
  const [own, desk] = [await makeKey(by), await signIn(by)];
  const calls = widgetCalls(() => ({ cookie: desk, key: own, slots: [] }));
  const { id } = await calls.make({ steps: { add_service: false } });
  const { cut, colour } = await aSalon({}, by);
  const combining = async () => {
    const response = await call("/api/widget/config", { key: own });
    const { schedules } = (await json(response)) as { schedules: { combines?: true }[] };
    return schedules.filter(({ combines }) => combines).length;
  };
  const parts = [{ schedule_id: cut }, { schedule_id: colour }];
  const times = () => post("visits/times", { from: day(2), to: day(2), parts }, own);
  const book = () => post("visits", { starts_at: at("09:00"), parts, customer: aCustomer() }, own);
  expect(await combining()).toBe(0);
  for (const refused of [await times(), await book()]) {
    expect(refused.status).toBe(422);
    expect(refused.error?.issues).toMatchObject([{ path: "parts", code: "not_enabled" }]);
  }
  await calls.change(id, { steps: { add_service: true } });
  expect(await combining()).toBe(2);
  expect((await times()).status).toBe(200);
  expect((await book()).status).toBe(201);
});
