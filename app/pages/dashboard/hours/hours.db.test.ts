import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, expect, test } from "vitest";
import { NewHours } from "~/contract/hours";
import { ResourceFilter, ResourcePatch } from "~/contract/resources";
import type { UserActor } from "~/domain/identity/actor";
import { getResource, listResources, updateResource } from "~/domain/resources/resources.server";
import { createHours, getHours, listAllHours } from "~/domain/schedules/shared-hours.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { flashOf, formFields, get, makeDesk, post, type Desk } from "~/testing/desk";
import { makeResource, makeTenant, makeUser } from "~/testing/factory";
import * as addResource from "../resources/new/route";
import * as resourceTab from "../resources/tab/route";
import * as service from "../services/tab/route";
import type { HoursAnswer } from "./hours/apply.server";
import * as hours from "./hours/route";
import * as holidays from "./holidays/route";
import * as add from "./new/route";
import * as list from "./route";
import * as toMove from "../bookings/to-move/route";

// The pages of hours and closed days, and where services and resources choose hours, called as a browser without script calls them.

const PATH = "/dashboard/hours";
const TO_MOVE = "/dashboard/bookings/to-move";
const nextOf = (answer: unknown) => (answer as Response).headers.get("Location");
const daily = (line: string) =>
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`day_${day}`, line]));
const answerOf = (answer: unknown) => (answer as { data: HoursAnswer }).data;
const makeHours = (owner: UserActor, name: string, start = "09:00", end = "17:00") =>
  createHours(
    owner,
    NewHours.parse({ name, rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }] }),
  );
const give = (owner: UserActor, id: string, hours_id: string) =>
  updateResource(owner, id, ResourcePatch.parse({ hours_id }));
const show = (actor: UserActor, id: string) => get(hours, actor, `${PATH}/${id}`, id);
const send = (actor: UserActor, id: string, fields: Record<string, string>) =>
  post(hours, actor, `${PATH}/${id}`, fields, id);

/** The Hours tab of a resource. */
const resource = {
  loader: (args: LoaderFunctionArgs) =>
    resourceTab.loader({ ...args, params: { ...args.params, tab: "hours" } }),
  action: (args: ActionFunctionArgs) =>
    resourceTab.action({ ...args, params: { ...args.params, tab: "hours" } }),
};

/** The Hours tab of a service, at its present version. */
async function sendService(actor: UserActor, id: string, fields: Record<string, string>) {
  const { version } = await getSchedule(actor, id);
  const page = { action: (args: ActionFunctionArgs) => service.action({ ...args, params: { id, tab: "hours" } }) }; // prettier-ignore
  return post(page, actor, `/dashboard/services/${id}/hours`, { ...fields, seen: String(version) });
}

let desk: Desk;
let owner: UserActor;
beforeAll(async () => {
  desk = await makeDesk();
  ({ owner } = desk);
});

test("hours are made, listed with what uses them, and deleted while nothing does", async () => {
  const company = await makeTenant();
  const fields = {
    name: "Anna",
    ...daily("09:00-12:00, 13:00-17:00"),
    time_zone: "Europe/Amsterdam",
  };
  const message = flashOf(await post(add, company, `${PATH}/new`, fields));
  expect(message.text).toBe("Anna created. Next: choose these hours for a resource or a service.");
  const [made] = await listAllHours(company);
  expect(made).toMatchObject({ name: "Anna", time_zone: "Europe/Amsterdam", valid_from: null });
  const anna = await makeResource(company, { name: "Anna" });
  await give(company, anna.id, made!.id);
  expect((await get(list, company, PATH)).hours).toEqual([
    { id: made!.id, name: "Anna", week: "Mon – Sun 09:00-12:00, 13:00-17:00", users: ["Anna"] },
  ]);
  expect(await show(company, made!.id)).toMatchObject({
    may_change: true,
    may_delete: false,
    users: [{ name: "Anna" }],
  });
  const refused = answerOf(await send(company, made!.id, { intent: "delete" }));
  expect(refused.result?.error?.[""]).toEqual([expect.stringContaining("use these hours")]);
  await updateResource(company, anna.id, ResourcePatch.parse({ hours_id: null }));
  await send(company, made!.id, { intent: "delete" });
  expect(await listAllHours(company)).toEqual([]);
});

test("hours that leave bookings outside close at once and list these, and are not saved over someone else's", async () => {
  const booking = await desk.book(16, "Piet");
  const shared = await makeHours(owner, "Court hours");
  await give(owner, desk.court.id, shared.id);
  const fields = {
    name: "Mornings",
    ...daily("09:00-12:00"),
    time_zone: "UTC",
    seen: "1",
  };
  const tried = answerOf(await send(owner, shared.id, { ...fields, intent: "preview" }));
  expect(tried.outside).toMatchObject({ total: 1, bookings: [{ id: booking.id, name: "Piet" }] });
  expect(tried.outside?.bookings[0]?.when).toContain("Court 1");
  expect((await getHours(owner, shared.id)).name).toBe("Court hours");
  const saved = await send(owner, shared.id, { ...fields, intent: "save" });
  expect(flashOf(saved).text).toContain("saved.");
  expect(nextOf(saved)).toBe(TO_MOVE);
  expect((await get(toMove, owner, TO_MOVE)).rows).toMatchObject([{ line: { id: booking.id } }]);
  expect(await getHours(owner, shared.id)).toMatchObject({ name: "Mornings", version: 2 });
  const late = answerOf(await send(owner, shared.id, { ...fields, name: "Late", intent: "save" }));
  expect(late).toMatchObject({
    conflict: { seen: 2, now: { name: "Mornings" } },
    typed: { name: "Late" },
  });
  const wrong = answerOf(
    await send(owner, shared.id, { ...fields, day_1: "soon", intent: "save" }),
  );
  expect(wrong.result?.error?.day_1).toBeDefined();
});

test("hours are edited as times and dates, the same at each form", async () => {
  const { owner: boss, schedule } = await makeDesk();
  const shared = await makeHours(boss, "Court hours");
  const { values } = await show(boss, shared.id);
  expect(values).toMatchObject({ hours_as: "fields", week: Array.from({ length: 7 }, () => ({ open: true, spans: [{ from: "09:00", to: "17:00" }] })) }); // prettier-ignore
  const week = [
    { open: true, spans: [{ from: "09:00", to: "12:00" }, { from: "13:00", to: "17:00" }] },
    { open: false, spans: [{ from: "soon", to: "" }] },
    { open: true, spans: [{ from: "", to: "" }, { from: "18:00", to: "00:00" }] },
  ]; // prettier-ignore
  const dates = [
    { from: "2031-12-24", to: "2031-12-26", kind: "closed" },
    { from: "2031-12-31", to: "", kind: "hours", spans: [{ from: "10:00", to: "14:00" }] },
  ];
  const edited = formFields({ hours_as: "fields", week, dates });
  const stored = {
    rules: [
      { days: [1], start: "09:00", end: "12:00" },
      { days: [1], start: "13:00", end: "17:00" },
      { days: [3], start: "18:00", end: "00:00" },
    ],
    overrides: [
      { date: "2031-12-24", closed: true },
      { date: "2031-12-25", closed: true },
      { date: "2031-12-26", closed: true },
      { date: "2031-12-31", intervals: [{ start: "10:00", end: "14:00" }] },
    ],
  };
  const named = { name: "Court hours", time_zone: "UTC", ...edited };
  await send(boss, shared.id, { ...named, intent: "save", seen: "1" });
  expect(await getHours(boss, shared.id)).toMatchObject(stored);
  await post(add, boss, `${PATH}/new`, { ...named, name: "Made" });
  expect((await listAllHours(boss)).find(({ name }) => name === "Made")).toMatchObject(stored);
  await sendService(boss, schedule.id, { ...named, intent: "save" });
  expect(await getSchedule(boss, schedule.id)).toMatchObject(stored);

  const wrong = { ...named, "week[0].spans[1].from": "later", "dates[0].to": "2031-12-20" };
  for (const refused of [
    await send(boss, shared.id, { ...wrong, intent: "save", seen: "2" }),
    await post(add, boss, `${PATH}/new`, wrong),
    await sendService(boss, schedule.id, { ...wrong, intent: "save" }),
  ])
    expect(answerOf(refused).result).toMatchObject({
      error: { "week[0].spans[1].from": ["Use a time such as 09:00."] },
      initialValue: { week: expect.anything(), dates: expect.anything() },
    });
});

test("without JavaScript each button of the editor comes back with its rows", async () => {
  const { owner: boss, schedule } = await makeDesk();
  const shared = await makeHours(boss, "Court hours");
  const { values, seen } = await show(boss, shared.id);
  const form = { ...formFields(values), intent: "save", seen: String(seen) };
  for (const typedOf of [
    async (rows: string) => answerOf(await send(boss, shared.id, { ...form, rows })).typed,
    async (rows: string) => answerOf(await post(add, boss, `${PATH}/new`, { ...form, rows })).typed,
    async (rows: string) => answerOf(await sendService(boss, schedule.id, { ...form, rows })).typed,
  ]) {
    expect((await typedOf("break week 0"))?.week[0]?.spans).toHaveLength(2);
    expect((await typedOf("add dates"))?.dates).toMatchObject([{ kind: "closed" }]);
    expect(await typedOf("text")).toMatchObject({ hours_as: "text", day_1: "09:00-17:00" });
  }
  expect(answerOf(await send(boss, shared.id, { ...form, rows: "preview" })).outside).toBeDefined();
  const text = { ...form, hours_as: "text", day_1: "soon", rows: "fields" };
  expect(answerOf(await send(boss, shared.id, text)).result?.error).toHaveProperty("day_1");
  expect((await getHours(boss, shared.id)).version).toBe(1);
});

test("a resource takes shared hours, or new ones of its name in one go", async () => {
  const { owner: boss, court, book } = await makeDesk();
  const path = `/dashboard/resources/${court.id}`;
  const choose = (fields: Record<string, string>) =>
    post(resource, boss, path, { intent: "hours", ...fields }, court.id);
  const booked = await book(16, "Piet");
  const chosen = await choose({ hours_id: "new", ...daily("09:00-12:00") });
  expect(nextOf(chosen)).toBe(TO_MOVE);
  expect((await get(toMove, boss, TO_MOVE)).rows).toMatchObject([{ line: { id: booked.id } }]);
  const [made] = await listAllHours(boss);
  expect(made).toMatchObject({ name: "Court 1", version: 1 });
  expect((await getResource(boss, court.id)).hours_id).toBe(made!.id);
  const shown = (await get(resource, boss, path, court.id)).hours!;
  expect(shown).toMatchObject({
    seen: 1,
    now: { name: "Court 1", path: `${PATH}/${made!.id}`, may_change: true, others: [] },
    stored: { hours_id: "keep" },
  });
  expect(shown.stored.week[0]?.spans).toEqual([{ from: "09:00", to: "12:00" }]);
  await choose({});
  expect((await getResource(boss, court.id)).hours_id).toBeNull();
  await choose({ hours_id: made!.id });
  expect((await getResource(boss, court.id)).hours_id).toBe(made!.id);
  const fields = {
    intent: "for_services",
    names: "Court 2",
    type: "court",
    capacity: "1",
    hours_id: made!.id,
  };
  await post(addResource, boss, "/dashboard/resources/new", fields);
  const [added] = (await listResources(boss, ResourceFilter.parse({ search: "Court 2" }))).data;
  expect(added!.hours_id).toBe(made!.id);
  const staff = await makeUser(boss, "staff");
  const refused = answerOf(await post(resource, staff, path, { intent: "hours" }, court.id));
  expect(refused.result?.error?.[""]).toEqual(["Only an owner or admin can change a resource."]);
});

test("the hours of a resource are edited on its page, with a preview, and not over someone else's", async () => {
  const { owner: boss, court, book } = await makeDesk();
  const path = `/dashboard/resources/${court.id}/hours`;
  const own = await makeHours(boss, "Own");
  await give(boss, court.id, own.id);
  const booked = await book(16, "Piet");
  const week = Array.from({ length: 7 }, () => ({
    open: true,
    spans: [{ from: "09:00", to: "12:00" }],
  }));
  const fields = {
    intent: "hours",
    hours_id: "keep",
    seen: "1",
    ...formFields({ hours_as: "fields", week }),
  };
  const sendTo = (actor: UserActor, changed: Record<string, string>) =>
    post(resource, actor, path, { ...fields, ...changed }, court.id);
  const previews: Record<string, string>[] = [{ intent: "preview" }, { rows: "preview" }];
  for (const preview of previews)
    expect(answerOf(await sendTo(boss, preview)).outside).toMatchObject({
      total: 1,
      bookings: [{ id: booked.id }],
    });
  const row = answerOf(await sendTo(boss, { rows: "break week 1" })).typed;
  expect(row?.week[1]?.spans).toHaveLength(2);
  const wrong = answerOf(await sendTo(boss, { "week[3].spans[0].to": "" }));
  expect(wrong.result?.error).toEqual({ "week[3].spans[0].to": ["Use a time such as 09:00."] });
  expect(await getHours(boss, own.id)).toMatchObject({ version: 1 });
  expect(nextOf(await sendTo(boss, {}))).toBe(TO_MOVE);
  expect(await getHours(boss, own.id)).toMatchObject({ version: 2, rules: [{ end: "12:00" }] });
  const late = answerOf(await sendTo(boss, { "week[0].spans[0].to": "11:00" }));
  expect(late).toMatchObject({ conflict: { seen: 2, now: { day_1: "09:00-12:00" } } });

  const staff = await makeUser(boss, "staff", { resource_ids: [court.id], own_hours: true });
  await sendTo(staff, { seen: "2", "week[0].spans[0].to": "11:00" });
  expect((await getHours(boss, own.id)).version).toBe(3);
  const refused = answerOf(await sendTo(staff, { hours_id: "new" }));
  expect(refused.result?.error?.[""]).toEqual(["Only an owner or admin can change a resource."]);
  const without = await makeUser(boss, "staff", { resource_ids: [court.id] });
  expect(answerOf(await sendTo(without, { seen: "3" })).result?.error?.[""]).toEqual([
    "You can’t change these hours.",
  ]);
});

test("a service takes shared hours, keeps them when its rules are saved, and gets its own again", async () => {
  const { owner: boss, schedule } = await makeDesk();
  const shared = await makeHours(boss, "Evenings", "18:00", "22:00");
  const open = (tab: string) => `/dashboard/services/${schedule.id}/${tab}`;
  const sendTab = async (tab: string, fields: Record<string, string>) => {
    const { version } = await getSchedule(boss, schedule.id);
    const request = { intent: "save", seen: String(version), ...fields };
    const body = new URLSearchParams(request);
    return post({ action: (args) => service.action({ ...args, params: { id: schedule.id, tab } }) }, boss, open(tab), Object.fromEntries(body)); // prettier-ignore
  };
  await sendTab("hours", { hours_id: shared.id, time_zone: "UTC", ...daily("09:00-10:00") });
  expect(await getSchedule(boss, schedule.id)).toMatchObject({
    hours_id: shared.id,
    rules: shared.rules,
  });
  const shown = await get({ loader: (args) => service.loader({ ...args, params: { id: schedule.id, tab: "hours" } }) }, boss, open("hours")); // prettier-ignore
  expect(shown.shared_hours).toMatchObject([
    { name: "Evenings", path: `${PATH}/${shared.id}`, may_change: true },
  ]);
  await sendTab("rules", {
    notice: "2",
    notice_unit: "hours",
    max_advance_days: "30",
    valid_from: "2027-01-01",
  });
  expect(await getSchedule(boss, schedule.id)).toMatchObject({
    hours_id: shared.id,
    max_advance_days: 30,
    valid_from: null,
  });
  await sendTab("hours", { hours_id: "", time_zone: "UTC", ...daily("09:00-10:00") });
  expect(await getSchedule(boss, schedule.id)).toMatchObject({
    hours_id: null,
    rules: [{ start: "09:00", end: "10:00" }],
  });
});

test("days close first and list the bookings on them, and are opened again", async () => {
  const { owner: boss, book, date } = await makeDesk();
  const booked = await book(10, "Piet");
  const fields = { intent: "close", from: date, name: "Outing" };
  const answer = await post(list, boss, PATH, fields);
  expect(flashOf(answer).text).toContain("Closed for");
  expect(nextOf(answer)).toBe(TO_MOVE);
  expect((await get(toMove, boss, TO_MOVE)).rows).toMatchObject([{ line: { id: booked.id } }]);
  expect((await get(list, boss, PATH)).closed).toMatchObject([
    { from: date, to: date, name: "Outing" },
  ]);
  const span = {
    intent: "close",
    from: "2031-12-24",
    to: "2032-01-02",
    name: "Winter break",
  };
  expect(flashOf(await post(list, boss, PATH, span)).text).toBe("10 closed days added.");
  const backwards = answerOf(await post(list, boss, PATH, { ...span, to: "2031-12-01" }));
  expect(backwards.result?.error?.to).toEqual(["The last day is before the first."]);
  await post(list, boss, PATH, { intent: "open", from: "2031-12-24", to: "2032-01-02" });
  expect((await get(list, boss, PATH)).closed).toHaveLength(1);
  const staff = await makeUser(boss, "staff");
  await expect(post(list, staff, PATH, fields)).rejects.toMatchObject({ status: 403 });
  expect(await get(list, staff, PATH)).toMatchObject({
    may_close: false,
    closed: [{ name: "Outing" }],
  });
});

test("public holidays of the company's own country are offered, and the ticked ones are closed", async () => {
  const company = await makeTenant({ time_zone: "Europe/Berlin" });
  const { query, years } = await get(holidays, company, `${PATH}/holidays`);
  expect(query).toEqual({ country: "DE", region: "", year: years[0] });
  const year = years[1]!;
  const address = `${PATH}/holidays?country=DE&region=BY&year=${year}`;
  const bavaria = (await get(holidays, company, address)).holidays;
  expect(bavaria).toContainEqual(expect.objectContaining({ date: `${year}-01-06`, closed: false }));
  const dates = [`${year}-01-01`, `${year}-01-06`];
  const form = { country: "DE", region: "BY", year };
  const none = answerOf(await post(holidays, company, address, form));
  expect(JSON.stringify(none.result?.error)).toContain("Choose at least one holiday.");
  expect(flashOf(await post(holidays, company, address, { ...form, dates })).text).toBe(
    "2 closed days added.",
  );
  const after = (await get(holidays, company, address)).holidays;
  expect(after.filter(({ closed }) => closed).map(({ date }) => date)).toEqual(dates);
  expect((await get(holidays, company, `${PATH}/holidays?country=XX&year=1`)).query).toEqual(query);
});

test("someone limited to resources changes the hours of these where the owner lets them, and reads the others", async () => {
  const { owner: boss, court } = await makeDesk();
  const [own, other] = [await makeHours(boss, "Own"), await makeHours(boss, "Other")];
  await give(boss, court.id, own.id);
  const without = await makeUser(boss, "staff", { resource_ids: [court.id] });
  const allowed = await makeUser(boss, "staff", { resource_ids: [court.id], own_hours: true });
  expect(await show(without, own.id)).toMatchObject({ may_change: false });
  expect(await show(allowed, own.id)).toMatchObject({ may_change: true, may_delete: false });
  expect(await show(allowed, other.id)).toMatchObject({ may_change: false });
  expect(await get(list, allowed, PATH)).toMatchObject({ may_add: false, may_close: false });
  const { hours: shown } = await get(
    resource,
    allowed,
    `/dashboard/resources/${court.id}`,
    court.id,
  );
  expect(shown!.now).toMatchObject({ path: `${PATH}/${own.id}`, may_change: true });
  const fields = {
    intent: "save",
    seen: "1",
    name: "Own",
    ...daily("10:00-12:00"),
    time_zone: "UTC",
  };
  const refused = answerOf(await send(without, own.id, fields));
  expect(refused.result?.error?.[""]).toEqual(["You can’t change these hours."]);
  await send(allowed, own.id, fields);
  expect(await getHours(boss, own.id)).toMatchObject({ rules: [{ start: "10:00", end: "12:00" }] });
});
