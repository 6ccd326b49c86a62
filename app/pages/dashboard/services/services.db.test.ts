import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { getSchedule, listSchedules, updateSchedule } from "~/domain/schedules/schedules.server";
import { ScheduleFilter } from "~/contract/schedules";
import { flashOf, get, makeDesk, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { ServiceAnswer } from "~/ui/services/service-view";
import * as list from "./route";
import * as remove from "./delete/route";
import * as part from "./tab/route";
import * as why from "./why/route";
import * as fresh from "./new/route";

// The pages of services, called as a browser without script calls them.

const pageOf = (tab: string) => ({
  loader: (args: LoaderFunctionArgs) => part.loader({ ...args, params: { ...args.params, tab } }),
  action: (args: ActionFunctionArgs) => part.action({ ...args, params: { ...args.params, tab } }),
});
const show = (actor: UserActor, id: string, tab: string) =>
  get(pageOf(tab), actor, `/dashboard/services/${id}/${tab}`, id);
const send = (
  actor: UserActor,
  id: string,
  tab: string,
  fields: Record<string, string | string[]>,
) => post(pageOf(tab), actor, `/dashboard/services/${id}/${tab}`, fields, id);
const answerOf = (answer: unknown) => (answer as { data: ServiceAnswer }).data;

/** The hours form as the page shows it as text, every day from 09:00 to 17:00. */
async function hoursForm(actor: UserActor, id: string): Promise<Record<string, string>> {
  const { values, seen } = await show(actor, id, "hours");
  const lines = Object.entries(values).filter(([, value]) => typeof value === "string");
  const typed = Object.fromEntries(lines) as Record<string, string>;
  return { seen: String(seen), ...typed, hours_as: "text" };
}

test("a service is made from nothing, and is in the list with its next free time", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const room = await makeResource(owner, { name: "Room 1" });
  expect((await get(list, owner, "/dashboard/services")).services).toEqual([]);
  const { values } = await get(fresh, owner, "/dashboard/services/new");
  expect(values).toEqual({ duration_minutes: "60", resource_ids: [room.id] });
  const fields = {
    name: "Massage",
    duration_minutes: "45",
    price: "42,50",
    resource_ids: room.id,
  };
  const answer = await post(fresh, owner, "/dashboard/services/new", fields);
  expect(flashOf(answer).text).toContain("Massage created.");
  const [made] = (await listSchedules(owner, ScheduleFilter.parse({}))).data;
  expect(made).toMatchObject({
    duration_minutes: 45,
    price_amount: 4250,
    currency: "EUR",
    rules: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
  });
  // Its hours are what comes next.
  expect((answer as unknown as Response).headers.get("Location")).toBe(
    `/dashboard/services/${made!.id}/hours`,
  );
  const { services } = await get(list, owner, "/dashboard/services");
  expect(services).toMatchObject([
    { name: "Massage", about: "45 min · €42.50", resources: "Room 1", next: expect.any(String) },
  ]);
});

test("a new service says at their fields what is wrong, and keeps the rest", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const fields = { name: "Bar", duration_minutes: "60", price: "a lot" };
  const wrong = answerOf(
    await post(fresh, owner, "/dashboard/services/new", { ...fields, resource_ids: room.id }),
  );
  expect(wrong.result).toMatchObject({
    error: { price: [expect.stringContaining("25.50")] },
    initialValue: { name: "Bar", price: "a lot" },
  });
  const right = { ...fields, price: "25" };
  expect(
    answerOf(await post(fresh, owner, "/dashboard/services/new", right)).result?.error?.[""],
  ).toEqual(["Choose at least one."]);
});

test("the switch acts at once, keeps bookings, and has an undo", async () => {
  const { owner, schedule, book } = await makeDesk();
  const booked = await book(10);
  const off = flashOf(
    await post(list, owner, "/dashboard/services", { id: schedule.id, active: "false" }),
  );
  expect((await get(list, owner, "/dashboard/services")).services[0]).toMatchObject({
    active: false,
    next: null,
  });
  expect((await getBooking(owner, booked.id)).status).toBe(booked.status);
  await post(list, owner, "/dashboard/services", off.undo!.fields);
  expect((await getSchedule(owner, schedule.id)).active).toBe(true);
});

test("a preview shows what guests would be offered, and saves nothing", async () => {
  const { owner, schedule, book, date } = await makeDesk();
  await book(10);
  const form = { ...(await hoursForm(owner, schedule.id)), intent: "preview" };
  const noon = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((day) => [`day_${day}`, "09:00-12:00"]),
  );
  const { preview, outside, typed } = answerOf(
    await send(owner, schedule.id, "hours", { ...form, ...noon, overrides: `${date} 10-13` }),
  );
  const day = preview!.days.find((each) => each.date === date)!;
  expect(day.times.map(({ label }) => label)).toEqual(["11:00", "12:00"]);
  expect(preview!.days.at(-1)!.times.map(({ label }) => label)).toEqual([
    "09:00",
    "10:00",
    "11:00",
  ]);
  expect(outside!.bookings).toEqual([]);
  expect(typed).toMatchObject({ overrides: `${date} 10-13` });
  expect((await getSchedule(owner, schedule.id)).overrides).toEqual([]);
});

test("new hours are saved once each booking that does not fit is decided about", async () => {
  const { owner, schedule, book, date } = await makeDesk();
  const [staying, moved, leaving] = [
    await book(13, "Anna"),
    await book(14, "Piet"),
    await book(15, "Noor"),
  ];
  const form = { ...(await hoursForm(owner, schedule.id)), overrides: `${date} 09:00-12:00` };
  const first = answerOf(await send(owner, schedule.id, "hours", form));
  expect(first.undecided).toBe(true);
  expect(first.outside!.bookings.map(({ name }) => name)).toEqual(["Anna", "Piet", "Noor"]);
  expect((await getSchedule(owner, schedule.id)).overrides).toEqual([]);
  const target = first.outside!.bookings[1]!.places[0]!.value;
  const choices = {
    [`choice.${staying.id}`]: "keep",
    [`choice.${moved.id}`]: "move",
    [`target.${moved.id}`]: target,
    [`choice.${leaving.id}`]: "cancel",
  };

  const message = flashOf(await send(owner, schedule.id, "hours", { ...form, ...choices }));
  expect(message.text).toBe("Saved. 1 moved, 1 cancelled. No guest is emailed.");
  expect((await getSchedule(owner, schedule.id)).overrides).toMatchObject([{ date }]);
  expect((await getBooking(owner, staying.id)).starts_at).toBe(staying.starts_at);
  expect(`${moved.resource_id} ${(await getBooking(owner, moved.id)).starts_at}`).toBe(target);
  expect((await getBooking(owner, leaving.id)).status).toBe("cancelled");
});

test("two bookings that do not fit are not offered the same place first", async () => {
  const { owner, schedule, book, date } = await makeDesk();
  await book(15, "Anna");
  await book(16, "Piet");
  const form = {
    ...(await hoursForm(owner, schedule.id)),
    intent: "preview",
    overrides: `${date} 09:00-12:00`,
  };
  const { outside } = answerOf(await send(owner, schedule.id, "hours", form));
  const [anna, piet] = outside!.bookings.map(({ places }) => places.map(({ value }) => value));
  expect(anna!.length).toBeGreaterThan(0);
  expect(piet).not.toContain(anna![0]);
});

test("a service that was saved meanwhile shows both values, and is not overwritten", async () => {
  const { owner, schedule } = await makeDesk();
  const { seen } = await show(owner, schedule.id, "rules");
  await updateSchedule(owner, schedule.id, { max_advance_days: 30 });
  const fields = { seen: String(seen), notice: "3", notice_unit: "hours", max_advance_days: "60" };
  const { conflict, typed } = answerOf(await send(owner, schedule.id, "rules", fields));
  expect(conflict!.now).toMatchObject({ max_advance_days: "30" });
  expect(typed).toMatchObject({ max_advance_days: 60 });
  expect((await getSchedule(owner, schedule.id)).max_advance_days).toBe(30);
  await send(owner, schedule.id, "rules", { ...fields, seen: String(conflict!.seen) });
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    max_advance_days: 60,
    min_notice_minutes: 180,
  });
});

test("a save that another one came before is refused in the transaction", async () => {
  const { owner, schedule } = await makeDesk();
  const { version } = await getSchedule(owner, schedule.id);
  await updateSchedule(owner, schedule.id, { name: "Padel", version });
  await expect(
    updateSchedule(owner, schedule.id, { name: "Squash", version }),
  ).rejects.toMatchObject({
    code: "version_conflict",
  });
});

test("the price goes with its currency", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 4200 });
  const { seen, values } = await show(owner, schedule.id, "price");
  expect(values).toMatchObject({ price: "42.00" });
  const fields = { seen: String(seen), duration_minutes: "60", step_minutes: "30", price: "" };
  await send(owner, schedule.id, "price", fields);
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    price_amount: null,
    currency: null,
    step_minutes: 30,
  });
});

test("questions are added, changed and removed by plain fields", async () => {
  const { owner, schedule } = await makeDesk();
  const { seen } = await show(owner, schedule.id, "questions");
  const question = { "questions[0].label": "Which racket?", "questions[0].type": "select" };
  const refused = answerOf(
    await send(owner, schedule.id, "questions", { seen: String(seen), ...question }),
  );
  expect(refused.result?.error).toMatchObject({
    "questions[0].options": ["A choice needs at least one option."],
  });
  await send(owner, schedule.id, "questions", {
    seen: String(seen),
    ...question,
    "questions[0].options": "Own\nRented",
  });
  const saved = await getSchedule(owner, schedule.id);
  expect(saved.questions).toMatchObject([
    { label: "Which racket?", options: ["Own", "Rented"], required: false },
  ]);
  const removal = {
    "questions[0].id": saved.questions[0]!.id,
    ...question,
    "questions[0].remove": "on",
  };
  const again = await show(owner, schedule.id, "questions");
  await send(owner, schedule.id, "questions", { seen: String(again.seen), ...removal });
  expect((await getSchedule(owner, schedule.id)).questions).toEqual([]);
});

test("staff change the services of their own resources; viewers read", async () => {
  const { owner, court, schedule } = await makeDesk();
  const other = await makeResource(owner, { name: "Court 2" });
  const shared = await makeSchedule(owner, [court.id, other.id], { name: "Doubles" });
  const staff = await makeUser(owner, "staff", { resource_ids: [court.id] });
  expect((await show(staff, schedule.id, "offer")).may_edit).toBe(true);
  expect((await show(staff, shared.id, "offer")).may_edit).toBe(false);
  const { seen } = await show(owner, shared.id, "rules");
  const fields = { seen: String(seen), notice: "3", notice_unit: "hours", max_advance_days: "60" };
  expect(answerOf(await send(staff, shared.id, "rules", fields)).result?.error?.[""]).toEqual([
    expect.any(String),
  ]);
  const viewer = await makeUser(owner, "viewer");
  const seenByViewer = await show(viewer, schedule.id, "hours");
  expect(seenByViewer).toMatchObject({
    may_edit: false,
    facts: expect.arrayContaining([{ label: "Monday", text: "09:00-17:00" }]),
  });
  await expect(send(viewer, schedule.id, "rules", fields)).rejects.toMatchObject({ status: 403 });
  await expect(show(await makeTenant(), schedule.id, "offer")).rejects.toMatchObject({
    status: 404,
  });
});

test("why: the steps of a day, each with the field that did it", async () => {
  const { owner, schedule, court, book, date } = await makeDesk();
  await book(10);
  const path = `/dashboard/services/${schedule.id}/why?date=${date}&resource=${court.id}`;
  const { steps, bookable } = await get(why, owner, path, schedule.id);
  expect(bookable).toHaveLength(7);
  expect(steps.find(({ rule }) => rule === "full")).toMatchObject({
    removed: "10:00",
    left: 7,
    took: 12.5,
    width: 87.5,
  });
  expect(steps.find(({ rule }) => rule === "too_soon")?.at).toBe(
    `/dashboard/services/${schedule.id}/rules#notice`,
  );
});

test("a service is deleted, unless it has bookings in the future: then it is switched off", async () => {
  const { owner, schedule, court, book } = await makeDesk();
  const path = `/dashboard/services/${schedule.id}/delete`;
  const act = (actor: UserActor, intent: string) =>
    post<unknown>(remove, actor, path, { intent }, schedule.id);
  expect(await get<unknown>(remove, owner, path, schedule.id)).toMatchObject({
    name: "Tennis",
    active: true,
  });
  const limited = await makeUser(owner, "staff", {
    resource_ids: [(await makeResource(owner)).id],
  });
  expect(refusalOf(await act(limited, "delete")).result.error).toBeDefined();
  await expect(act(await makeUser(owner, "viewer"), "delete")).rejects.toMatchObject({
    status: 403,
  });
  await book(10);
  expect(refusalOf(await act(owner, "delete")).result.error[""]).toEqual([
    expect.stringContaining("future bookings"),
  ]);
  expect(flashOf(await act(owner, "switch_off")).text).toContain("switched off");
  expect(await getSchedule(owner, schedule.id)).toMatchObject({ active: false });
  const unused = await makeSchedule(owner, [court.id]);
  await post<unknown>(remove, owner, path, { intent: "delete" }, unused.id);
  await expect(getSchedule(owner, unused.id)).rejects.toMatchObject({ code: "not_found" });
});

test("the hours of a service have a time zone of their own: in another one, what is booked is outside", async () => {
  const { owner, schedule, book } = await makeDesk();
  const booked = await book(10);
  const fields = { ...(await hoursForm(owner, schedule.id)), time_zone: "Asia/Tokyo" };
  const answer = answerOf(
    await send(owner, schedule.id, "hours", { ...fields, intent: "preview" }),
  );
  expect(answer.outside?.bookings).toMatchObject([{ id: booked.id }]);
  await send(owner, schedule.id, "hours", {
    ...fields,
    intent: "save",
    [`choice.${booked.id}`]: "keep",
  });
  expect(await getSchedule(owner, schedule.id)).toMatchObject({ time_zone: "Asia/Tokyo" });
  expect((await show(owner, schedule.id, "hours")).zones).toContainEqual({
    value: "Asia/Tokyo",
    label: "Asia/Tokyo",
  });
});
