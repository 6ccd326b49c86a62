import { beforeAll, expect, test } from "vitest";
import type { BookingVisit } from "~/contract/booking-visits";
import type { Booking } from "~/contract/bookings";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { createGroup } from "~/domain/resource-groups/resource-groups.server";
import { clock } from "~/lib/clock";
import { get, post } from "~/testing/desk";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
} from "~/testing/factory";
import { call } from "~/testing/request";
import * as calendar from "./route";
import type { CalendarCard } from "./calendar-cards";
import type { MoveAnswer } from "./move-answer";
import * as sheet from "./sheet/route";

// Bookings that belong together: the services of a visit, and the rooms that they take.

let owner: UserActor;
let key: string;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC", currency: "EUR" });
  key = await makeSecretKey(owner);
});

const date = new Date(clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${date}T${time}:00Z`;

interface Salon {
  anna: string;
  ben: string;
  chairs: string[];
  cut: string;
  colour: string;
}

/** Two stylists, two chairs as a group, a cut, and a colour that needs a chair. */
async function aSalon(): Promise<Salon> {
  const idOf = async (name: string) => (await makeResource(owner, { name })).id;
  const [anna, ben] = [await idOf("Anna"), await idOf("Ben")];
  const chairs = [await idOf("Chair 1"), await idOf("Chair 2")];
  const { id: group_id } = await createGroup(owner, { name: "Chairs", resource_ids: chairs });
  const service = async (name: string, more: Record<string, unknown>) =>
    (
      await makeSchedule(owner, [anna, ben], {
        name,
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "18:00" }],
        step_minutes: 30,
        currency: "EUR",
        ...more,
      })
    ).id;
  const cut = await service("Cut", { duration_minutes: 30, price_amount: 3000 });
  const colour = await service("Colour", {
    duration_minutes: 120,
    price_amount: 8000,
    processing: { after_minutes: 30, minutes: 60 },
    needs: [{ group_id }],
  });
  return { anna, ben, chairs, cut, colour };
}

async function answered<T>(path: string, body: object): Promise<T> {
  const response = await call(path, { key, body });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as T;
}

const visit = async ({ cut, colour, anna }: Salon, time: string, other = "same") =>
  (
    await answered<BookingVisit>("/api/bookings/visits", {
      starts_at: at(time),
      parts: [
        { schedule_id: cut, resource_id: anna },
        { schedule_id: colour, resource_id: other },
      ],
      customer: aCustomer("Mia Kok"),
    })
  ).bookings as [Booking, Booking];
const book = (schedule_id: string, resource_id: string, time: string) =>
  answered<Booking>("/api/bookings", {
    schedule_id,
    resource_id,
    starts_at: at(time),
    customer: aCustomer("Noa Smit"),
  });

async function grid(actor: UserActor, resources: string[], view = "day") {
  const shown = resources.map((id) => `&resource=${id}`).join("");
  const page = await get(calendar, actor, `/dashboard/calendar?view=${view}&date=${date}${shown}`);
  if (page.shown.kind !== "grid") throw new Error("not a grid");
  return page.shown.model;
}
async function cardsOf(actor: UserActor, resources: string[]): Promise<CalendarCard[][]> {
  return (await grid(actor, resources)).columns.map(({ cards }) => cards);
}
const move = async (fields: Record<string, string>, actor = owner) =>
  (await post(calendar, actor, "/dashboard/calendar", fields)) as MoveAnswer;

test("the services of a visit have the same mark, and the chair shows what it is taken for", async () => {
  const salon = await aSalon();
  const [cut, colour] = await visit(salon, "10:00", salon.ben);
  const [annas, bens, chairs] = await cardsOf(owner, [salon.anna, salon.ben, salon.chairs[0]!]);
  const [first, second, chair] = [annas![0]!, bens![0]!, chairs![0]!];
  expect(first).toMatchObject({
    booking_id: cut.id,
    together: cut.visit!.id,
    visit: { no: 1, of: 2 },
    is_need: false,
    label: expect.stringMatching(/part 1 of 2 of .*Mia Kok.*’s visit/),
  });
  expect(second).toMatchObject({
    booking_id: colour.id,
    together: cut.visit!.id,
    visit: { no: 2, of: 2, color: first.visit!.color },
    detail: expect.stringContaining("Chair 1"),
    gap: { start: 660, end: 720 },
    label: expect.stringMatching(/Chair 1.*part 2 of 2.*processing 11:00 – 12:00/),
  });
  expect(chair).toMatchObject({
    booking_id: colour.id,
    together: cut.visit!.id,
    is_need: true,
    is_repeated: true,
    start: second.start,
    end: second.end,
    detail: expect.stringMatching(/Ben.*Colour/),
    label: expect.stringMatching(/for .*Mia Kok.*, with .*Ben/),
    booking: { id: colour.id, need_no: 1 },
  });
});

test("a booking without others stands alone, and one with a chair belongs to its chair", async () => {
  const salon = await aSalon();
  await book(salon.cut, salon.anna, "09:00");
  const colour = await book(salon.colour, salon.anna, "10:00");
  const [annas, chairs] = await cardsOf(owner, [salon.anna, salon.chairs[0]!]);
  expect(annas).toMatchObject([
    { together: null, visit: null },
    { together: colour.id, visit: null },
  ]);
  expect(chairs).toMatchObject([{ together: colour.id, visit: null }]);
});

test("people limited to some resources see of a chair only what is theirs", async () => {
  const salon = await aSalon();
  await book(salon.colour, salon.ben, "10:00");
  const chair = salon.chairs[0]!;
  const annas = await makeUser(owner, "staff", { resource_ids: [salon.anna, chair] });
  expect(await cardsOf(annas, [chair])).toEqual([[]]);
  const bens = await makeUser(owner, "staff", { resource_ids: [salon.ben, chair] });
  expect(await cardsOf(bens, [chair])).toMatchObject([[{ is_need: true }]]);
  const week = async (actor: UserActor) => {
    const page = await get(calendar, actor, `/dashboard/calendar?view=week&date=${date}`);
    if (page.shown.kind !== "week") throw new Error("not a week");
    const { people } = page.shown.week;
    return people.find(({ id }) => id === chair)!.cells.flatMap(({ entries }) => entries);
  };
  expect(await week(annas)).toEqual([]);
  expect(await week(bens)).toMatchObject([
    { is_need: true, label: expect.stringMatching(/Noa Smit.*Ben.*Colour/) },
  ]);
});

test("a week of several people and a list name the parts and the chairs", async () => {
  const salon = await aSalon();
  await visit(salon, "10:00");
  const shown = [salon.anna, salon.chairs[0]!].map((id) => `&resource=${id}`).join("");
  const page = await get(calendar, owner, `/dashboard/calendar?view=week&date=${date}${shown}`);
  if (page.shown.kind !== "week") throw new Error("not a week");
  const entries = page.shown.week.people.map(({ cells }) => cells.flatMap((cell) => cell.entries));
  expect(entries).toMatchObject([
    [
      { visit: "1/2", is_need: false, detail: "Cut" },
      { visit: "2/2", is_need: false, detail: "Colour" },
    ],
    [{ visit: "2/2", is_need: true, detail: expect.stringMatching(/Anna.*Colour/) }],
  ]);
  const list = await get(calendar, owner, `/dashboard/calendar?view=agenda&date=${date}${shown}`);
  if (list.shown.kind !== "agenda") throw new Error("not a list");
  const [day] = list.shown.days.filter(({ entries: found }) => found.length > 0);
  expect(day!.entries).toMatchObject([
    { detail: "Cut", visit: { words: expect.stringContaining("part 1 of 2") } },
    { detail: expect.stringContaining("Chair 1"), visit: { no: 2, of: 2 } },
  ]);
});

test("the day sheet names the chairs and the parts, and a chair's sheet who takes it", async () => {
  const salon = await aSalon();
  await visit(salon, "10:00");
  const path = `/dashboard/calendar/sheet?date=${date}`;
  const all = await get(sheet, owner, path);
  const mine = all.sheets[0]!.bookings.filter(({ resource_id }) => resource_id === salon.anna);
  expect(mine).toMatchObject([
    { needs: [], part: "1/2" },
    { needs: ["Chair 1"], part: "2/2" },
  ]);
  const own = await get(sheet, owner, `${path}&by=resource`);
  const chair = own.sheets.find(({ id }) => id === salon.chairs[0])!;
  expect(chair).toMatchObject({
    resource: "Chair 1",
    bookings: [{ resource: "Anna", is_need: true, part: "2/2" }],
  });
});

test("dragging one service moves all of its visit, and back", async () => {
  const salon = await aSalon();
  const [cut, colour] = await visit(salon, "10:00");
  const fields = { id: colour.id, version: String(colour.version), scope: "all" };
  const moved = await move({ ...fields, starts_at: at("13:30"), resource_id: salon.ben });
  expect(moved).toMatchObject({ kind: "moved", id: colour.id, resource_id: salon.ben });
  expect(await getBooking(owner, cut.id)).toMatchObject({
    starts_at: at("13:00"),
    resource_id: salon.ben,
  });
  expect(await getBooking(owner, colour.id)).toMatchObject({ starts_at: at("13:30") });
  const { version } = await getBooking(owner, colour.id);
  await move({
    ...fields,
    version: String(version),
    starts_at: colour.starts_at,
    resource_id: salon.anna,
  });
  expect(await getBooking(owner, cut.id)).toMatchObject({
    starts_at: cut.starts_at,
    resource_id: salon.anna,
  });
});

test("a refusal names the service that isn't free, and none of them moves", async () => {
  const salon = await aSalon();
  const [cut, colour] = await visit(salon, "10:00");
  await book(salon.cut, salon.anna, "15:30"); // where the colour would be
  const refused = await move({
    id: cut.id,
    version: String(cut.version),
    scope: "all",
    starts_at: at("15:00"),
  });
  expect(refused).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/Colour.*: That time has just been booked/),
  });
  expect(await getBooking(owner, cut.id)).toMatchObject({ starts_at: cut.starts_at });
  expect(await getBooking(owner, colour.id)).toMatchObject({ starts_at: colour.starts_at });
});

test("a price that would change is asked about, for the sum of the visit", async () => {
  const salon = await aSalon();
  const [cut] = await visit(salon, "10:00");
  const { id: dear } = await makeResource(owner, { name: "Cleo" });
  for (const schedule of [salon.cut, salon.colour]) {
    const response = await call(`/api/schedules/${schedule}`, {
      key,
      method: "PATCH",
      body: {
        resource_ids: [salon.anna, salon.ben, dear],
        resource_terms: [{ resource_id: dear, price_amount: 9000 }],
      },
    });
    expect(response.status).toBe(200);
  }
  const fields = {
    id: cut.id,
    version: String(cut.version),
    scope: "all",
    starts_at: at("13:00"),
    resource_id: dear,
  };
  const asked = await move(fields);
  expect(asked).toMatchObject({ kind: "refused", price: 18_000 });
  expect(await move({ ...fields, expected_amount: "18000" })).toMatchObject({ kind: "moved" });
});

test("dragging a chair's card to another chair changes the chair alone, or says why not", async () => {
  const salon = await aSalon();
  const booking = await book(salon.colour, salon.anna, "10:00");
  const [one, two] = salon.chairs as [string, string];
  const fields = { id: booking.id, version: String(booking.version), need_no: "1" };
  expect(await move({ ...fields, resource_id: two })).toMatchObject({ kind: "moved", version: 2 });
  expect(await getBooking(owner, booking.id)).toMatchObject({
    starts_at: booking.starts_at,
    resource_id: salon.anna,
    needs: [{ resource_id: two }],
  });
  const other = await book(salon.colour, salon.ben, "10:00");
  const back = { id: other.id, version: "1", need_no: "1" };
  expect(await move({ ...back, resource_id: two })).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("Chair 2 is taken at that time"),
    alternatives: [],
    override: "need_taken",
  });
  expect(await move({ ...back, resource_id: salon.anna })).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("can't serve that need"),
  });
  const staff = await makeUser(owner, "staff");
  expect(await move({ ...back, resource_id: two }, staff)).toMatchObject({ override: null });
  expect(await getBooking(owner, other.id)).toMatchObject({ needs: [{ resource_id: one }] });
});

test("a booking that is over keeps its chair", async () => {
  const salon = await aSalon();
  const booking = await book(salon.colour, salon.anna, "10:00");
  await editBooking(owner, booking.id, { notes: "Done" });
  await call(`/api/bookings/${booking.id}/status`, { key, body: { status: "cancelled" } });
  const answer = await move({
    id: booking.id,
    version: "3",
    need_no: "1",
    resource_id: salon.chairs[1]!,
  });
  expect(answer).toMatchObject({ kind: "refused" });
});
