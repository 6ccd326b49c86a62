import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { startOfDay } from "~/lib/time";
import { slotsOf } from "~/testing/booking-calls";
import { flashOf, get, makeDesk, post, refusalOf } from "~/testing/desk";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
} from "~/testing/factory";
import { call } from "~/testing/request";
import * as calendar from "./route";
import * as blockPage from "./block/route";
import * as resourcesForm from "./resources";
import * as toMove from "../bookings/to-move/route";

const BLOCK = "/dashboard/calendar/block";

async function shown(actor: UserActor, search: string) {
  const page = await get(calendar, actor, `/dashboard/calendar${search}`);
  if (page.shown.kind !== "grid") throw new Error("not a grid");
  return { ...page, model: page.shown.model };
}

async function form(actor: UserActor, search: string) {
  const { data } = await get(blockPage, actor, `${BLOCK}?${search}`);
  return data!; // it is there
}

const lunch = (resource: string, day: string) => ({
  intent: "create",
  resource,
  day,
  from: "12:00",
  until_day: day,
  until: "13:00",
  reason: "Lunch",
});
const idOf = (answer: unknown) => flashOf(answer).undo!.fields["id"]!;

test("time that is blocked is shown with who set it and why, and is no longer free", async () => {
  const { owner, court, date } = await makeDesk();
  const answer = await post(blockPage, owner, BLOCK, lunch(court.id, date));
  const words = { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" } as const;
  const message = new Intl.DateTimeFormat("en-NL", words)
    .format(new Date(`${date}T00:00:00Z`))
    .replace(",", "");
  expect(flashOf(answer)).toMatchObject({ text: `Blocked ${message}, 12:00–13:00 for Court 1.` });
  const [column] = (await shown(owner, `?date=${date}`)).model.columns;
  expect(column!.blocks).toMatchObject([
    {
      start: 720,
      end: 780,
      reason: "Lunch",
      label: `12:00 – 13:00, blocked: Lunch, set by ${owner.name}`,
    },
  ]);
  expect(column!.free.map(({ start }) => start)).not.toContain(720);
  const agenda = await get(calendar, owner, `/dashboard/calendar?view=agenda&date=${date}`);
  expect(agenda.shown).toMatchObject({
    days: [{ entries: [{ title: "Blocked: Lunch", detail: null }] }, {}, {}, {}, {}, {}, {}],
  });
});

test("time off is changed, and removed with a way back", async () => {
  const { owner, court, date } = await makeDesk();
  const id = idOf(await post(blockPage, owner, BLOCK, lunch(court.id, date)));
  const view = await form(owner, `id=${id}`);
  expect(view).toMatchObject({
    id,
    values: { from: "12:00", until: "13:00", reason: "Lunch" },
    in_the_way: { lines: [] },
  });
  await post(blockPage, owner, BLOCK, {
    ...lunch(court.id, date),
    intent: "save",
    id,
    until: "14:00",
    reason: "",
  });
  expect(await getBlock(owner, id)).toMatchObject({ ends_at: `${date}T14:00:00Z`, reason: null });
  const { undo } = flashOf(await post(blockPage, owner, BLOCK, { intent: "remove", id }));
  expect((await shown(owner, `?date=${date}`)).model.columns[0]!.blocks).toEqual([]);
  await post(blockPage, owner, BLOCK, undo!.fields);
  expect((await shown(owner, `?date=${date}`)).model.columns[0]!.blocks).toMatchObject([
    { start: 720, end: 840 },
  ]);
});

test("bookings in the time are shown before, the time is closed, and they are listed next", async () => {
  const { owner, court, date, book } = await makeDesk();
  const booked = await book(12, "Noor Bakker");
  const times = { resource: court.id, day: date, from: "11:30", until_day: date, until: "12:30" };
  const refused = await form(owner, new URLSearchParams(times).toString());
  const expected = [
    { text: expect.stringContaining("Noor Bakker"), href: `/dashboard/bookings/${booked.id}` },
  ];
  expect(refused.in_the_way).toEqual({ lines: expected, more: 0 });
  const wrong = refusalOf(
    await post(blockPage, owner, BLOCK, { ...lunch(court.id, date), until: "11:00" }),
  );
  expect(Object.values(wrong.result.error).flat()).toEqual([
    "The end is before the start. Choose a later end.",
  ]);
  expect((await shown(owner, `?date=${date}`)).model.columns[0]!.blocks).toEqual([]);
  const made = await post(blockPage, owner, BLOCK, { ...lunch(court.id, date), ...times });
  const next = `/dashboard/bookings/to-move?off=${idOf(made)}`;
  expect((made as Response).headers.get("Location")).toBe(next);
  const list = await get(toMove, owner, next);
  expect(list).toMatchObject({
    off: { name: "Court 1" },
    rows: [{ line: { id: booked.id }, offer: { distance: "1 h later" } }],
    all: { fields: [expect.stringContaining(booked.id)], to_colleagues: false },
  });
  const moved = await post(toMove, owner, next, { intent: "move", move: list.all.fields });
  expect(flashOf(moved).text).toBe("1 booking moved. The guest is emailed.");
  expect((await get(toMove, owner, next)).rows).toEqual([]);
  await post(toMove, owner, next, flashOf(moved).undo!.fields);
  expect((await get(toMove, owner, next)).rows).toMatchObject([{ line: { from: "12:00" } }]);
  const stayed = await post(toMove, owner, next, { intent: "keep", id: booked.id });
  expect((await get(toMove, owner, next)).rows).toEqual([]);
  await post(toMove, owner, next, flashOf(stayed).undo!.fields);
  expect((await get(toMove, owner, next)).rows).toHaveLength(1);
});

test("who is ill today is closed from now on, and a viewer cannot say so", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const sami = await makeResource(owner, { name: "Sami", type: "person" });
  await makeSchedule(owner, [sami.id]);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const column = async () => (await shown(owner, `?date=${today}`)).model.columns[0]!;
  expect((await column()).close_day).toBe("Ill today");
  const ill = { intent: "ill", resource: sami.id, day: today };
  const viewer = await makeUser(owner, "viewer");
  await expect(post(blockPage, viewer, BLOCK, ill)).rejects.toMatchObject({ status: 403 });
  const answer = await post(blockPage, owner, BLOCK, ill);
  expect((answer as Response).headers.get("Location")).toBe(
    `/dashboard/calendar?view=day&date=${today}`,
  );
  const { ends_at, starts_at, reason } = await getBlock(owner, idOf(answer));
  expect(reason).toBe("Ill");
  expect(Date.parse(starts_at)).toBeLessThanOrEqual(clock.now());
  expect(Date.parse(ends_at) - startOfDay(today, "UTC")).toBe(86_400_000);
  expect((await column()).close_day).toBeNull();
});

test("time that was clicked in the grid fills the form", async () => {
  const { owner, court, date } = await makeDesk();
  const at = new URLSearchParams({
    resource: court.id,
    starts_at: `${date}T14:15:00.000Z`,
    minutes: "45",
  });
  const { values } = await form(owner, at.toString());
  expect(values).toMatchObject({
    resource: court.id,
    day: date,
    from: "14:15",
    until_day: date,
    until: "15:00",
  });
});

test("viewers block nothing, and nobody blocks what is not theirs", async () => {
  const { owner, court, date } = await makeDesk();
  const viewer = await makeUser(owner, "viewer");
  await expect(post(blockPage, viewer, BLOCK, lunch(court.id, date))).rejects.toMatchObject({
    status: 403,
  });
  const staff = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  const refused = refusalOf(await post(blockPage, staff, BLOCK, lunch(court.id, date)));
  expect(refused.result.error).toEqual({ "": [expect.any(String)] });
  const id = idOf(await post(blockPage, owner, BLOCK, lunch(court.id, date)));
  expect(await get(blockPage, staff, `${BLOCK}?id=${id}`)).toMatchObject({
    data: null,
    init: { status: 404 },
  });
});

test("seats that a visitor holds count down, and are not shown when that is over", async () => {
  const { owner, schedule, date } = await makeDesk();
  const slot = (await slotsOf(schedule.id)).find(({ starts_at }) =>
    starts_at.toISOString().startsWith(date),
  )!;
  const held = await call("/api/widget/hold", {
    key: await makeKey(owner),
    body: { slot_id: slot.id },
  });
  const { expires_at } = (await held.json()) as { expires_at: string };
  const { model } = await shown(owner, `?date=${date}`);
  expect(model.columns[0]!.cards).toMatchObject([
    {
      title: "Someone is booking",
      until_ms: Date.parse(expires_at),
      href: `/dashboard/slots/${slot.id}`,
      booking: null,
    },
  ]);
  await pool.query("update hold set expires_at = now() where tenant_id = $1", [owner.tenant.id]);
  expect((await shown(owner, `?date=${date}`)).model.columns[0]!.cards).toEqual([]);
});

test("the time around a booking is shown", async () => {
  const { owner, date } = await makeDesk({ buffer_before_minutes: 10, buffer_after_minutes: 20 });
  const starts = (await shown(owner, `?date=${date}`)).model.columns[0]!.free[1]!;
  await createBooking(
    owner,
    NewBooking.parse({ slot_id: starts.slot_id, customer: aCustomer() }),
    null,
  );
  const cards = (await shown(owner, `?date=${date}`)).model.columns[0]!.cards;
  const card = cards.find(({ start }) => start === starts.start)!;
  expect(card.around).toEqual({ start: card.start - 10, end: card.end + 20 });
});

test("why nothing can be booked is answered in the grid, rule by rule, each with where it is", async () => {
  const { owner, court, schedule, date, book } = await makeDesk({ min_notice_minutes: 0 });
  const id = idOf(await post(blockPage, owner, BLOCK, lunch(court.id, date)));
  await book(9);
  const other = await makeSchedule(owner, [court.id], { name: "Lesson", rules: [] });
  const { why, model } = await shown(owner, `?date=${date}&why=${court.id}&on=${date}`);
  expect(model.columns[0]!.why).toContain(`why=${court.id}&on=${date}`);
  expect(why).toMatchObject({
    column: model.columns[0]!.key,
    service: "Tennis",
    planned: 8,
    bookable: 6,
  });
  expect(why!.steps).toMatchObject([
    {
      rule: "time_off",
      removed: 1,
      left: 7,
      note: expect.stringContaining("Lunch"),
      link: { href: `${BLOCK}?id=${id}` },
    },
    {
      rule: "full",
      removed: 1,
      left: 6,
      link: { href: expect.stringContaining("/dashboard/bookings?") },
    },
  ]);
  expect(why!.marks).toEqual([
    { start: 720, end: 780, words: "Time off" },
    { start: 540, end: 600, words: "Booked" },
  ]);
  expect(why!.others.map(({ name }) => name)).toEqual(["Lesson"]);
  const none = await shown(owner, `?date=${date}&why=${court.id}&on=${date}&service=${other.id}`);
  expect(none.why).toMatchObject({ service: "Lesson", planned: 0, bookable: 0 });
  expect(none.why!.steps.map(({ rule }) => rule)).toContain("weekly_hours");
  const staff = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  expect(
    (await shown(staff, `?date=${date}&why=${court.id}&on=${date}&service=${schedule.id}`)).why,
  ).toBeNull();
});

test("which resources are shown is remembered for the person, until they choose again", async () => {
  const { owner, court } = await makeDesk();
  const second = await makeResource(owner, { name: "Court 2" });
  const answer = await post(resourcesForm, owner, "/dashboard/calendar/resources", {
    resource: second.id,
    to: "/dashboard/calendar?view=day&date=2027-01-04",
  });
  expect((answer as Response).headers.get("Location")).toBe(
    `/dashboard/calendar?view=day&date=2027-01-04&resource=${second.id}`,
  );
  const remembered = await shown(owner, "");
  expect(remembered).toMatchObject({
    query: { resources: [second.id] },
    resources: [{ id: court.id }, { id: second.id }],
  });
  expect(remembered.model.columns.map(({ title }) => title)).toEqual(["Court 2"]);
  const other = await makeUser(owner, "viewer");
  expect((await shown(other, "")).model.columns).toHaveLength(2);
  expect((await shown(owner, "?resource=all")).model.columns).toHaveLength(2);
  expect(
    (await shown(owner, `?resource=${court.id}`)).model.columns.map(({ title }) => title),
  ).toEqual(["Court 1"]);
  await post(resourcesForm, owner, "/dashboard/calendar/resources", {});
  expect((await shown(owner, "")).model.columns).toHaveLength(2);
});

test("a calendar with nothing on it leads to the set-up those who may do it", async () => {
  const { owner } = await makeDesk();
  const [admin, staff] = [await makeUser(owner, "admin"), await makeUser(owner, "staff")];
  expect((await shown(admin, "")).maySetUp).toBe(true);
  expect((await shown(staff, "")).maySetUp).toBe(false);
});
