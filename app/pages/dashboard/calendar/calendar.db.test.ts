import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { addDays } from "~/lib/time";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { action, loader } from "./route";

async function show(actor: UserActor, search: string) {
  const request = new Request(`${env.BASE_URL}/dashboard/calendar${search}`, {
    headers: { Cookie: await signIn(actor) },
  });
  const { shown, ...page } = await loader({
    request,
    params: {},
    context: {},
  } as LoaderFunctionArgs);
  return { ...page, shown };
}

async function grid(actor: UserActor, search: string) {
  const { shown } = await show(actor, search);
  if (shown.kind !== "grid") throw new Error("not a grid");
  return shown.model;
}

async function move(actor: UserActor, fields: Record<string, string>) {
  const request = new Request(`${env.BASE_URL}/dashboard/calendar`, {
    method: "POST",
    headers: {
      Cookie: await signIn(actor),
      Origin: env.BASE_URL,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields),
  });
  return action({ request, params: {}, context: {} } as ActionFunctionArgs);
}

/** The day after tomorrow, on which everything of these tests happens. */
const DAY = () => new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);

/** An owner with a room open 09:00 to 12:00 each day, in times of an hour. */
async function aRoom(schedule: Record<string, unknown> = {}) {
  const owner = await makeTenant({ time_zone: "UTC" });
  const room = await makeResource(owner, {
    name: "Room",
    capacity: (schedule["capacity"] as number | undefined) ?? 1,
  });
  const { capacity: _, ...rest } = schedule;
  const service = await makeSchedule(owner, [room.id], {
    name: "Consultation",
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "12:00" }],
    ...rest,
  });
  const book = (time: string, more: Record<string, unknown> = {}) =>
    createBooking(
      owner,
      NewBooking.parse({
        resource_id: room.id,
        starts_at: `${DAY()}T${time}:00Z`,
        customer: aCustomer("Noor Bakker"),
        ...more,
      }),
      null,
    );
  return { owner, room, service, book };
}

test("a day shows its bookings where they are, what is closed and what is still free", async () => {
  const { owner, book } = await aRoom();
  const booked = await book("10:00", { notes: "Rings the bell" });
  const model = await grid(owner, `?date=${DAY()}`);
  const [column] = model.columns;
  expect(model.columns).toHaveLength(1);
  expect(column).toMatchObject({
    title: "Room",
    closed: [
      { start: 0, end: 540 },
      { start: 720, end: 1440 },
    ],
    cards: [
      {
        key: booked.id,
        href: `/dashboard/bookings/${booked.id}`,
        start: 600,
        end: 660,
        title: "Noor Bakker",
        detail: "Consultation",
        status: "confirmed",
        label: "10:00 – 11:00, Noor Bakker, Consultation, Confirmed, has a note",
        booking: { id: booked.id, version: booked.version, minutes: 60 },
      },
    ],
  });
  expect(column!.free.map(({ start }) => start)).toEqual([540, 660]);
  expect([model.from_minute, model.to_minute]).toEqual([540, 1020]);
});

test("bookings of a time with several seats are one card that counts them", async () => {
  const { owner, book } = await aRoom({ capacity: 12 });
  await book("10:00", { party_size: 2 });
  await book("10:00", { customer: aCustomer("Sam") });
  const [column] = (await grid(owner, `?date=${DAY()}`)).columns;
  const cards = column!.cards.filter(({ start }) => start === 600);
  expect(cards).toMatchObject([{ title: "Consultation", detail: "3/12", booking: null }]);
  expect(cards[0]!.href).toMatch(/^\/dashboard\/slots\//);
  expect(column!.free).toEqual([]);
});

test("what was cancelled is not shown, nor another company's bookings", async () => {
  const { owner } = await aRoom();
  const other = await aRoom();
  await other.book("09:00");
  expect((await grid(owner, `?date=${DAY()}`)).columns.flatMap(({ cards }) => cards)).toEqual([]);
});

test("a month names closed days and says what is full", async () => {
  const { owner, book } = await aRoom();
  for (const time of ["09:00", "10:00", "11:00"]) await book(time);
  await pool.query(
    "insert into closed_day (tenant_id, date, name) values ($1, $2::date + 1, 'Christmas')",
    [owner.tenant.id, DAY()],
  );
  const { shown } = await show(owner, `?view=month&date=${DAY()}`);
  const days = shown.kind === "month" ? shown.weeks.flat() : [];
  const index = days.findIndex(({ date }) => date === DAY());
  expect(days[index]).toMatchObject({ bookings: 3, share: "100%", is_full: true });
  const after = await show(owner, `?view=month&date=${addDays(DAY(), 1)}`);
  const next = after.shown.kind === "month" ? after.shown.weeks.flat() : [];
  expect(next.find(({ date }) => date === addDays(DAY(), 1))?.closed).toBe("Closed · Christmas");
});

test("a week has a column for each day, a month counts, an agenda lists", async () => {
  const { owner, book } = await aRoom();
  await book("10:00");
  const week = await grid(owner, `?view=week&date=${DAY()}`);
  expect(week.columns.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(week.columns.flatMap(({ cards }) => cards)).toHaveLength(1);
  const month = await show(owner, `?view=month&date=${DAY()}`);
  const day =
    month.shown.kind === "month" && month.shown.weeks.flat().find(({ date }) => date === DAY());
  expect(day).toMatchObject({
    bookings: 1,
    share: "33%",
    bar: 33,
    is_full: false,
    is_open: true,
    closed: null,
    label: expect.stringMatching(/, 1 booking, 33%$/),
  });
  const agenda = await show(owner, `?view=agenda&date=${DAY()}`);
  expect(agenda.shown).toMatchObject({
    kind: "agenda",
    days: [
      {
        entries: [{ title: "Noor Bakker", resource: "Room", from: "10:00", state: null }],
        gaps: [
          { from: "09:00", length: "1 h" },
          { from: "11:00", length: "1 h" },
        ],
      },
      ...Array(6).fill({ entries: [] }),
    ],
  });
});

test("a week of several people has a row for each, and one of them has a grid", async () => {
  const { owner, room, book } = await aRoom();
  const other = await makeResource(owner, { name: "Other" });
  const booked = await book("10:00");
  const { shown } = await show(owner, `?view=week&date=${DAY()}`);
  const people = shown.kind === "week" ? shown.week.people : [];
  expect(people.map(({ name }) => name)).toEqual(["Room", "Other"]);
  const cell = people[0]!.cells.find(({ date }) => date === DAY())!;
  expect(cell).toMatchObject({
    is_off: false,
    share: 1 / 3,
    entries: [{ id: booked.id, name: "Noor B.", detail: "Consultation" }],
    book: `resource=${room.id}&day=${DAY()}`,
  });
  expect(people[1]!.cells.every(({ is_off }) => is_off)).toBe(true);
  for (const id of [room.id, other.id])
    expect((await grid(owner, `?view=week&resource=${id}`)).columns).toHaveLength(7);
  const staff = await makeUser(owner, "staff", { resource_ids: [room.id] });
  expect((await grid(staff, "?view=week")).columns).toHaveLength(7);
});

test("the day the clock goes back is drawn with its 25 hours", async () => {
  const owner = await makeTenant({ time_zone: "Europe/Amsterdam" });
  await makeResource(owner);
  const model = await grid(owner, "?date=2027-10-31");
  expect(model.days[0]).toMatchObject({ minutes: 1500 });
  expect(model.days[0]!.hours).toHaveLength(25);
});

test("an address that cannot be read shows today", async () => {
  const { owner } = await aRoom();
  const { query, today } = await show(owner, "?date=2026-02-30&view=year&resource=none&colour=red");
  expect(query).toEqual({
    view: "day",
    date: today,
    resources: [],
    all: false,
    colour: "status",
    page: 1,
    at: null,
    why: null,
  });
});

test("people who are limited to some resources see and move those alone", async () => {
  const { owner, room, book } = await aRoom();
  const other = await makeResource(owner, { name: "Other" });
  const booked = await book("10:00");
  const staff = await makeUser(owner, "staff", { resource_ids: [other.id] });
  expect((await grid(staff, `?date=${DAY()}&resource=${room.id}`)).columns).toEqual([]);
  expect((await grid(staff, `?date=${DAY()}`)).columns.map(({ title }) => title)).toEqual([
    "Other",
  ]);
  await expect(
    move(staff, { id: booked.id, starts_at: `${DAY()}T11:00:00Z` }),
  ).resolves.toMatchObject({
    kind: "refused",
  });
  expect((await getBooking(owner, booked.id)).starts_at).toBe(`${DAY()}T10:00:00Z`);
});

test("a move that is free is done at once, and its inverse brings it back", async () => {
  const { owner, room, book } = await aRoom();
  const booked = await book("10:00");
  const [column] = (await grid(owner, `?date=${DAY()}`)).columns;
  const slot = column!.free.find(({ start }) => start === 660)!;
  const answer = await move(owner, {
    id: booked.id,
    version: String(booked.version),
    slot_id: slot.slot_id,
  });
  expect(answer).toMatchObject({
    kind: "moved",
    starts_ms: Date.parse(`${DAY()}T11:00:00Z`),
    resource_id: room.id,
  });
  const { version } = answer as { version: number };
  const back = { starts_at: `${DAY()}T10:00:00Z`, resource_id: room.id, duration_minutes: "60" };
  await move(owner, { id: booked.id, version: String(version), ...back });
  expect(await getBooking(owner, booked.id)).toMatchObject({
    starts_at: `${DAY()}T10:00:00Z`,
    slot_id: booked.slot_id,
  });
});

test("a longer time is the desk's own, and keeps its price", async () => {
  const { owner, room, book } = await aRoom({ price_amount: 4000, currency: "EUR" });
  const booked = await book("10:00");
  const fields = { starts_at: `${DAY()}T10:00:00Z`, resource_id: room.id, duration_minutes: "90" };
  await expect(move(owner, { id: booked.id, ...fields })).resolves.toMatchObject({ kind: "moved" });
  expect(await getBooking(owner, booked.id)).toMatchObject({
    ends_at: `${DAY()}T11:30:00Z`,
    price_amount: 4000,
  });
});

test("a place that is taken refuses with free times, and one that changed meanwhile says so", async () => {
  const { owner, book } = await aRoom();
  const [first, second] = [
    await book("10:00"),
    await book("11:00", { customer: aCustomer("Sam") }),
  ];
  const refused = await move(owner, { id: second.id, slot_id: first.slot_id! });
  expect(refused).toMatchObject({
    kind: "refused",
    alternatives: expect.arrayContaining([
      expect.objectContaining({ starts_ms: expect.any(Number) }),
    ]),
  });
  const stale = await move(owner, {
    id: second.id,
    version: String(second.version + 1),
    starts_at: `${DAY()}T09:00:00Z`,
  });
  expect(stale).toMatchObject({ kind: "refused", alternatives: [] });
});

test("an owner moves over capacity when they say so again, and staff are not offered it", async () => {
  const { owner, book } = await aRoom();
  const [first, second] = [
    await book("10:00"),
    await book("11:00", { customer: aCustomer("Sam") }),
  ];
  const there = { id: second.id, version: String(second.version), slot_id: first.slot_id! };
  const staff = await makeUser(owner, "staff");
  expect(await move(staff, there)).toMatchObject({ kind: "refused", override: null });
  expect(await move(staff, { ...there, override: "on" })).toMatchObject({
    kind: "refused",
    override: null,
  });
  expect((await getBooking(owner, second.id)).starts_at).toBe(`${DAY()}T11:00:00Z`);
  expect(await move(owner, there)).toMatchObject({ kind: "refused", override: "full" });
  expect(await move(owner, { ...there, override: "on" })).toMatchObject({ kind: "moved" });
  expect((await getBooking(owner, second.id)).starts_at).toBe(`${DAY()}T10:00:00Z`);
  const { rows } = await pool.query(
    "select diff from audit_row where tenant_id = $1 and entity_id = $2 order by at desc",
    [owner.tenant.id, second.id],
  );
  expect(rows[0]).toMatchObject({ diff: { override: true } });
});

test("a drop outside hours or on a closed day is asked about, and moved there when an owner says so again", async () => {
  const { owner, book } = await aRoom();
  const booked = await book("10:00");
  const staff = await makeUser(owner, "staff");
  const night = {
    id: booked.id,
    version: String(booked.version),
    starts_at: `${DAY()}T03:00:00Z`,
    duration_minutes: "60",
  };
  expect(await move(staff, night)).toMatchObject({
    kind: "refused",
    message: "Outside opening hours.",
    override: null,
  });
  expect(await move(owner, night)).toMatchObject({
    kind: "refused",
    message: "Outside opening hours. Move anyway?",
    override: "outside_hours",
  });
  expect((await getBooking(owner, booked.id)).version).toBe(booked.version);
  expect(await move(owner, { ...night, override: "on" })).toMatchObject({ kind: "moved" });
  const { rows } = await pool.query(
    "select diff from audit_row where tenant_id = $1 and entity_id = $2 order by at desc",
    [owner.tenant.id, booked.id],
  );
  expect(rows[0]).toMatchObject({ diff: { override: true, overridden: ["outside_hours"] } });
});

test("a viewer sees the calendar and moves nothing", async () => {
  const { owner, book } = await aRoom();
  const booked = await book("10:00");
  const viewer = await makeUser(owner, "viewer");
  expect(await show(viewer, `?date=${DAY()}`)).toMatchObject({ mayEdit: false });
  await expect(
    move(viewer, { id: booked.id, starts_at: `${DAY()}T11:00:00Z` }),
  ).rejects.toMatchObject({ status: 403 });
});

test("of many people a view shows a part, says so, and leads to the others", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  for (let at = 1; at <= 15; at++) await makeResource(owner, { name: `Person ${at}` });
  const first = await show(owner, `?date=${DAY()}`);
  expect(first.people).toMatchObject({
    first: 1,
    last: 12,
    total: 15,
    previous: null,
    next: { count: 3 },
  });
  const rest = await show(owner, first.people!.next!.href.replace(/^[^?]+/, ""));
  const titles = rest.shown.kind === "grid" ? rest.shown.model.columns.map((c) => c.title) : [];
  expect(titles).toEqual(["Person 13", "Person 14", "Person 15"]);
  expect(rest.people).toMatchObject({ first: 13, last: 15, previous: { count: 12 }, next: null });
  // Another day keeps these people, a page that is not there is the first.
  expect((await show(owner, `?date=${DAY()}&page=9`)).people).toMatchObject({ first: 1 });
  const week = await show(owner, `?view=week&date=${DAY()}`);
  expect(week.people).toMatchObject({ first: 1, last: 12, total: 15, next: { count: 3 } });
  const others = await show(owner, week.people!.next!.href.replace(/^[^?]+/, ""));
  const names = others.shown.kind === "week" ? others.shown.week.people.map((p) => p.name) : [];
  expect(names).toEqual(["Person 13", "Person 14", "Person 15"]);
});

test("an agenda with more than a page goes on, and names each booking once", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const room = await makeResource(owner);
  const customer = await pool.query<{ id: string }>(
    `insert into customer (tenant_id, id, name, email) values ($1, gen_random_uuid(), 'Anna', 'anna@example.test') returning id`,
    [owner.tenant.id],
  );
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
        customer_name, source)
      select $1, gen_random_uuid(), 'AGENDA' || n, $2, 'Room', 'confirmed', at, at + interval '25 minutes', 'UTC', $3, 'Guest ' || n, 'dashboard'
      from generate_series(1, 450) n, lateral (select $4::timestamptz + n * interval '20 minutes' - interval '7 minutes' as at) t`,
    [owner.tenant.id, room.id, customer.rows[0]!.id, `${DAY()}T00:00Z`],
  );
  const seen: string[] = [];
  let pages = 0;
  for (let next: string | null = `?view=agenda&date=${DAY()}`; next !== null; pages++) {
    const { shown, more, left_out } = await show(owner, next.replace(/^[^?]+/, ""));
    expect(left_out).toBeNull();
    if (shown.kind === "agenda")
      for (const { entries } of shown.days)
        // What goes on over midnight is in both days.
        seen.push(...entries.filter(({ start }) => start > 0).map(({ title }) => title));
    next = more?.next ?? null;
  }
  expect(pages).toBe(3);
  expect(seen).toEqual(Array.from({ length: 450 }, (_, at) => `Guest ${at + 1}`));
});
