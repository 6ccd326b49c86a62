import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { NewHours } from "~/contract/hours";
import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import { UserFilter } from "~/contract/users";
import { listDisplaced } from "~/domain/displaced/list-displaced.server";
import { getResource, listResources, updateResource } from "~/domain/resources/resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { addResources } from "~/domain/schedules/add-resources.server";
import { getSchedule, listSchedules } from "~/domain/schedules/schedules.server";
import { createHours, getHours, listAllHours } from "~/domain/schedules/shared-hours.server";
import { getUser, listUsers } from "~/domain/users/list-users.sql.server";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { readWeekLoad } from "~/domain/resources/week-load.sql.server";
import { clock } from "~/lib/clock";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import { book, slotsOf } from "~/testing/booking-calls";
import { flashOf, formFields, get, makeDesk, post, postImage } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { ResourceAnswer } from "./tab/resource-view";
import * as list from "./route";
import * as add from "./new/route";
import * as resource from "./tab/route";
import * as member from "./new-member/route";
import * as image from "./image";

// The pages of resources, called as a browser without script calls them.

const PATH = "/dashboard/resources";
const noor = { names: "Noor", type: "person", capacity: "1" };
const addTo = (actor: UserActor, fields: Record<string, string | string[]>) =>
  post(add, actor, `${PATH}/new`, { ...noor, intent: "for_services", ...fields });
const servicesOf = async (actor: UserActor, id: string) =>
  (await listSchedules(actor, ScheduleFilter.parse({ resource_id: id }))).data.map(
    ({ name }) => name,
  );
type Fields = Record<string, string | string[]>;
const show = (actor: UserActor, id: string, tab = "services") => {
  const page = { loader: (args: LoaderFunctionArgs) => resource.loader({ ...args, params: { id, tab } }) }; // prettier-ignore
  return get(page, actor, `${PATH}/${id}/${tab}`, id);
};
const send = (actor: UserActor, id: string, fields: Fields, tab = "details") => {
  const page = { action: (args: ActionFunctionArgs) => resource.action({ ...args, params: { id, tab } }) }; // prettier-ignore
  return post(page, actor, `${PATH}/${id}/${tab}`, fields, id);
};
const answerOf = (answer: unknown) => (answer as { data: ResourceAnswer }).data;
const names = async (actor: UserActor) =>
  (await listResources(actor, ResourceFilter.parse({}))).data.map(({ name }) => name);

test("a resource is added at the end of the list, and moves up and down in it", async () => {
  const owner = await makeTenant();
  const [anna, piet] = [
    await makeResource(owner, { name: "Anna" }),
    await makeResource(owner, { name: "Piet" }),
  ];
  await makeSchedule(owner, [anna.id]);
  await addTo(owner, {});
  expect(await names(owner)).toEqual(["Anna", "Piet", "Noor"]);
  await post(list, owner, PATH, { intent: "place", id: piet.id, beside: anna.id, side: "before" });
  expect(await names(owner)).toEqual(["Piet", "Anna", "Noor"]);
  await post(list, owner, PATH, { intent: "place", id: piet.id, beside: anna.id, side: "after" });
  expect(await names(owner)).toEqual(["Anna", "Piet", "Noor"]);
  const foreign = await makeResource(await makeTenant());
  const answer = await post(list, owner, PATH, {
    intent: "place",
    id: piet.id,
    beside: foreign.id,
    side: "after",
  });
  expect(answerOf(answer).result?.error?.[""]).toBeDefined();
  const staff = await makeUser(owner, "staff");
  await expect(post(list, staff, PATH, { intent: "place" })).rejects.toMatchObject({ status: 403 });
  await expect(addTo(staff, {})).rejects.toMatchObject({ status: 403 });
});

test("the list says which services each gives, of those that are on offer", async () => {
  const owner = await makeTenant();
  const [anna, piet] = [
    await makeResource(owner, { name: "Anna" }),
    await makeResource(owner, { name: "Piet" }),
  ];
  await makeSchedule(owner, [anna.id, piet.id], { name: "Haircut" });
  await makeSchedule(owner, [anna.id], { name: "Blow-dry" });
  await makeSchedule(owner, [piet.id], { name: "Gone", active: false });
  const { resources } = await get(list, owner, PATH);
  expect(resources.map(({ name, services }) => [name, services.toSorted()])).toEqual([
    ["Anna", ["Blow-dry", "Haircut"]],
    ["Piet", ["Haircut"]],
  ]);
});

test("the list says when each is free next, and nothing of who is archived", async () => {
  const owner = await makeTenant();
  const [anna, piet] = [
    await makeResource(owner, { name: "Anna" }),
    await makeResource(owner, { name: "Piet" }),
  ];
  const cleo = await makeResource(owner, { name: "Cleo" });
  const haircut = await makeSchedule(owner, [anna.id, piet.id], { name: "Haircut" });
  const freeOf = async (actor: UserActor) =>
    new Map(
      (await get(list, actor, PATH)).resources.map(({ name, next_free }) => [
        name,
        next_free?.slot_id ?? null,
      ]),
    );
  const firstOf = async (id: string) =>
    (await slotsOf(haircut.id, id)).find(({ starts_at }) => starts_at.getTime() > clock.now())!.id;
  const first = await firstOf(anna.id);
  const free = await freeOf(owner);
  expect([...free]).toEqual([
    ["Anna", first],
    ["Piet", await firstOf(piet.id)],
    ["Cleo", null],
  ]);
  const month = {
    from: new Date(clock.now()),
    to: new Date(clock.now() + 30 * 86_400_000),
    times: 1,
  };
  // As the second page of the list asks: of its own resources, however many come before them.
  expect(await readNextFree(owner, { ...month, resources: 1, of: [piet.id] })).toMatchObject([
    { name: "Piet" },
  ]);
  await book(owner, first);
  expect((await freeOf(owner)).get("Anna")).not.toBe(first);
  await updateResource(owner, piet.id, { active: false });
  expect((await freeOf(owner)).get("Piet")).toBeNull();
  const limited = await makeUser(owner, "staff", { resource_ids: [cleo.id] });
  expect([...(await freeOf(limited)).keys()]).toEqual(["Cleo"]);
});

test("who is added without a service is led to choosing one, and can be booked from then on", async () => {
  const owner = await makeTenant();
  const haircut = await makeSchedule(owner, [(await makeResource(owner)).id], { name: "Haircut" });
  const added = await addTo(owner, {});
  const id = (await listResources(owner, ResourceFilter.parse({ search: "Noor" }))).data[0]!.id;
  expect(flashOf(added)).toMatchObject({
    text: "Noor added. Next: choose services for Noor.",
    next: { to: `${PATH}/${id}/services`, label: "Choose services" },
  });
  expect((await show(owner, id)).services).toMatchObject({
    lines: [{ id: haircut.id, name: "Haircut" }],
    values: { schedule_ids: [] },
  });
  const chosen = await send(owner, id, { intent: "services", schedule_ids: haircut.id });
  expect(flashOf(chosen).text).toBe("Noor saved.");
  expect((await show(owner, id)).services?.values).toEqual({
    schedule_ids: [haircut.id],
    terms: {},
  });
  expect((await slotsOf(haircut.id, id)).length).toBeGreaterThan(0);
});

test("several are added in one go, to the services that are chosen", async () => {
  const owner = await makeTenant();
  const first = (await makeResource(owner, { name: "Anna" })).id;
  const [haircut, colour] = [
    await makeSchedule(owner, [first], { name: "Haircut" }),
    await makeSchedule(owner, [first], { name: "Colour" }),
  ];
  await makeSchedule(owner, [first], { name: "Massage" });
  const message = flashOf(
    await addTo(owner, { names: "Noor\r\nPiet", schedule_ids: [haircut.id, colour.id] }),
  );
  expect(message).toMatchObject({ text: "Noor and Piet can be booked for Haircut and Colour." });
  expect(await names(owner)).toEqual(["Anna", "Noor", "Piet"]);
  for (const { id } of (await listResources(owner, ResourceFilter.parse({}))).data.slice(1))
    expect(await servicesOf(owner, id)).toEqual(["Haircut", "Colour"]);
  const foreign = await makeTenant();
  const theirs = await makeSchedule(foreign, [(await makeResource(foreign)).id]);
  const refused = answerOf(await addTo(owner, { names: "Sara", schedule_ids: [theirs.id] }));
  expect(refused.result).toMatchObject({ initialValue: { names: "Sara" } });
  expect(await names(owner)).toEqual(["Anna", "Noor", "Piet"]);
});

test("where there is no service, the first one and its hours are made at once", async () => {
  const owner = await makeTenant();
  const { stored, services } = await get(add, owner, `${PATH}/new`);
  expect([services, stored]).toMatchObject([
    [],
    { service: "Appointment", days: [1, 2, 3, 4, 5], start: "09:00" },
  ]);
  const fields = {
    intent: "with_hours",
    service: "Haircut",
    duration_minutes: "30",
    price: "35",
    start: "10:00",
    days: ["1", "2", "3", "4", "5", "6", "7"],
  };
  const question = answerOf(await addTo(owner, { ...fields, end: "09:00" }));
  expect(question.result).toMatchObject({
    error: { end: [expect.stringContaining("goes past midnight (23 h)")] },
    initialValue: { names: "Noor", service: "Haircut" },
  });
  expect(await names(owner)).toEqual([]);
  const message = flashOf(await addTo(owner, { ...fields, names: "Noor\nPiet", end: "18:00" }));
  expect(message).toMatchObject({
    text: "Noor and Piet can be booked for Haircut.",
    next: { label: "Open calendar" },
  });
  for (const { id } of (await listResources(owner, ResourceFilter.parse({}))).data)
    expect(await servicesOf(owner, id)).toEqual(["Haircut"]);
});

test("a resource is changed, and what someone else saved meanwhile is shown beside it", async () => {
  const owner = await makeTenant();
  const { id } = await makeResource(owner, { name: "Room 1", capacity: 2 });
  const { seen } = await show(owner, id);
  const fields = {
    intent: "edit",
    name: "Blue room",
    type: "room",
    capacity: "2",
    seen: String(seen),
    own_color: "on",
    color: "#aa3355",
  };
  await send(owner, id, fields);
  expect(await getResource(owner, id)).toMatchObject({ name: "Blue room", color: "#aa3355" });
  const { conflict, typed } = answerOf(await send(owner, id, { ...fields, name: "Red room" }));
  expect(conflict?.now).toMatchObject({ name: "Blue room" });
  expect(typed).toMatchObject({ name: "Red room" });
  await expect(
    updateResource(owner, id, { name: "Red room", version: seen }),
  ).rejects.toMatchObject({
    code: "version_conflict",
  });
});

test("fewer places say first which bookings need more", async () => {
  const { owner, court, book } = await makeDesk({}, 2);
  await book(10, "Anna");
  const second = await book(10, "Piet");
  const { seen } = await show(owner, court.id);
  const fields = {
    intent: "edit",
    name: "Court 1",
    type: "court",
    capacity: "1",
    seen: String(seen),
  };
  const { in_the_way } = answerOf(await send(owner, court.id, fields));
  expect(in_the_way).toMatchObject({
    offers: "confirmed",
    bookings: [{ id: second.id, name: "Piet" }],
    others: 0,
  });
  expect((await getResource(owner, court.id)).capacity).toBe(2);
  await send(owner, court.id, { ...fields, confirmed: "on" });
  expect((await getResource(owner, court.id)).capacity).toBe(1);
});

test("what is in use is not deleted but can be archived, and used again", async () => {
  const { owner, court, book } = await makeDesk();
  const booked = await book(10);
  const refused = answerOf(await send(owner, court.id, { intent: "remove" }));
  expect(refused.in_the_way).toMatchObject({ offers: "archive", bookings: [{ id: booked.id }] });
  expect(
    answerOf(await send(owner, court.id, { intent: "archive" })).in_the_way?.message,
  ).toContain("Court 1 has bookings");
  await send(owner, court.id, { intent: "archive", confirmed: "on" });
  expect((await getResource(owner, court.id)).active).toBe(false);
  await send(owner, court.id, { intent: "restore" });
  expect((await getResource(owner, court.id)).active).toBe(true);
});

test("staff set and end time off of their own resource; bookings in it are listed next", async () => {
  const { owner, court, book, date } = await makeDesk();
  const booked = await book(10);
  const staff = await makeUser(owner, "staff", { resource_ids: [court.id] });
  const whole = await send(staff, court.id, { intent: "block", from_day: date });
  const { undo } = flashOf(whole);
  const { block_id } = undo!.fields;
  expect((whole as Response).headers.get("Location")).toBe(
    `/dashboard/bookings/to-move?off=${block_id}`,
  );
  expect((await listDisplaced(staff, block_id!)).bookings.map(({ id }) => id)).toEqual([booked.id]);
  await send(staff, court.id, undo!.fields);
  const noon = {
    intent: "block",
    from_day: date,
    from_time: "12:00",
    to_time: "13:30",
    reason: "Lunch",
  };
  await send(staff, court.id, noon);
  const { time_off, may_edit } = await show(staff, court.id, "time-off");
  expect(time_off?.lines).toMatchObject([
    { when: expect.stringMatching(/, 12:00 – 13:30$/), reason: "Lunch" },
  ]);
  expect(may_edit).toBe(false);
  const renamed = answerOf(await send(staff, court.id, { intent: "archive" }));
  expect(renamed.result?.error?.[""]).toEqual(["Only an owner or admin can change a resource."]);
  await send(staff, court.id, { intent: "unblock", block_id: time_off!.lines[0]!.id });
  expect((await show(staff, court.id, "time-off")).time_off?.lines).toEqual([]);
});

test("a calendar address is shown once, renewed and ended", async () => {
  const { owner, court } = await makeDesk();
  const { feed_url } = answerOf(await send(owner, court.id, { intent: "feed" }));
  expect(feed_url).toMatch(/\/calendar\/.+\.ics$/);
  const feedOf = async () => (await show(owner, court.id, "calendar")).calendar!.feed_id;
  const shown = await show(owner, court.id, "calendar");
  expect(JSON.stringify(shown)).not.toContain(feed_url);
  const again = answerOf(
    await send(owner, court.id, { intent: "rotate", feed_id: shown.calendar!.feed_id! }),
  );
  expect(again.feed_url).not.toBe(feed_url);
  await send(owner, court.id, { intent: "unfeed", feed_id: (await feedOf())! });
  expect(await feedOf()).toBeNull();
  const viewer = await makeUser(owner, "viewer");
  expect(await show(viewer, court.id)).toMatchObject({ calendar: null, may_block: false });
  await expect(show(viewer, court.id, "calendar")).rejects.toMatchObject({ status: 403 });
  await expect(show(owner, court.id, "nothing")).rejects.toMatchObject({ status: 404 });
});

test("an image comes with a plain form, and goes again", async () => {
  const { owner, court } = await makeDesk();
  const message = flashOf(await postImage(image, owner, `${PATH}/${court.id}/image`, court.id));
  expect(message.text).toBe("Image saved.");
  expect((await show(owner, court.id)).image).toContain("/uploads/");
  await send(owner, court.id, { intent: "no_image" });
  expect((await show(owner, court.id)).image).toBeNull();
});

test("next to its services stand a resource's week, hours, calendar and booking page", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const { id } = await makeResource(owner, { name: "Mila" });
  const cut = await makeSchedule(owner, [id], {
    duration_minutes: 45,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
  });
  const glance = async (actor: UserActor) => (await show(actor, id)).at_a_glance;
  expect(await glance(owner)).toMatchObject({
    week: expect.stringMatching(/^0 min booked of \d+ h.* open$/),
    hours: "Same as services",
    calendar: "Not connected",
    booking_page: `/book/${owner.tenant.slug}?resource=${id}`,
  });

  const slot = (await slotsOf(cut.id, id))[0]!;
  await book(owner, slot.id);
  const date = localDateOf(slot.starts_at.getTime(), "UTC");
  const monday = addDays(date, 1 - isoWeekday(date));
  expect(await readWeekLoad(owner.tenant.id, id, monday)).toMatchObject({ booked_minutes: 45 });
  expect(await readWeekLoad(owner.tenant.id, id, addDays(monday, -7))).toEqual({
    booked_minutes: 0,
    offered_minutes: 0,
  });

  const { id: hours_id } = await createHours(
    owner,
    NewHours.parse({
      name: "Mila",
      time_zone: "UTC",
      rules: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
    }),
  );
  await updateResource(owner, id, { hours_id, active: false });
  const viewer = await makeUser(owner, "viewer");
  expect(await glance(viewer)).toMatchObject({
    hours: "Mon – Fri 09:00-17:00",
    calendar: null,
    booking_page: null,
  });
});

test("the services of a resource are saved together, with its own length and price", async () => {
  const owner = await makeTenant({ currency: "EUR" });
  const [anna, piet] = [await makeResource(owner), await makeResource(owner)];
  const both = [anna.id, piet.id];
  const [cut, colour, beard] = [
    await makeSchedule(owner, both, { name: "Cut", price_amount: 4000 }),
    await makeSchedule(owner, [piet.id], { name: "Colour" }),
    await makeSchedule(owner, both, { name: "Beard" }),
  ];
  await makeSchedule(owner, [anna.id], { name: "Only hers" });
  const hers = (await show(owner, anna.id)).services!.values.schedule_ids;
  const fields = {
    intent: "services",
    shown_ids: hers,
    schedule_ids: [...hers.filter((id) => id !== beard.id), colour.id],
    [`terms.${cut.id}.price`]: "45,50",
    [`terms.${colour.id}.minutes`]: "90",
  };
  const wrong = { ...fields, [`terms.${colour.id}.price`]: "much" };
  expect(answerOf(await send(owner, anna.id, wrong)).result?.error).toEqual({
    [`terms.${colour.id}.price`]: ["Use a price such as 25 or 25.50."],
  });
  // The last person of a service: nothing of the rest is saved either.
  const last = answerOf(await send(owner, anna.id, { ...fields, schedule_ids: [colour.id] }));
  expect(last.result?.error?.schedule_ids).toEqual([expect.stringContaining("Only hers: ")]);
  expect(await servicesOf(owner, anna.id)).toEqual(["Cut", "Beard", "Only hers"]);

  expect(flashOf(await send(owner, anna.id, fields)).text).toContain(" saved.");
  expect(await servicesOf(owner, anna.id)).toEqual(["Cut", "Colour", "Only hers"]);
  expect((await show(owner, anna.id)).services?.values.terms).toEqual({
    [cut.id]: { minutes: "", price: "45.50" },
    [colour.id]: { minutes: "90", price: "" },
  });
  expect(await servicesOf(owner, piet.id)).toEqual(["Cut", "Colour", "Beard"]);
  const staff = await makeUser(owner, "staff");
  expect(answerOf(await send(staff, anna.id, fields)).result?.error?.[""]).toBeDefined();
});

test("a service that someone else gave the resource meanwhile is not taken away", async () => {
  const owner = await makeTenant();
  const [anna, piet] = [await makeResource(owner), await makeResource(owner)];
  const cut = await makeSchedule(owner, [anna.id, piet.id], { name: "Cut" });
  const colour = await makeSchedule(owner, [piet.id], { name: "Colour" });
  const fields = { intent: "services", shown_ids: cut.id, schedule_ids: cut.id };
  await addResources(owner, colour.id, [anna.id]);
  await send(owner, anna.id, fields);
  expect(await servicesOf(owner, anna.id)).toEqual(["Cut", "Colour"]);
});

const NEW_MEMBER = `${PATH}/new-member`;
const addPerson = (actor: UserActor, fields: Fields) => post(member, actor, NEW_MEMBER, fields);
const week = formFields({
  hours_as: "fields",
  week: Array.from({ length: 7 }, () => ({ open: true, spans: [{ from: "10:00", to: "12:00" }] })),
});

test("a team member is added with services, own price, hours and invitation in one go", async () => {
  const owner = await makeTenant({ currency: "EUR" });
  const anna = await makeResource(owner);
  const cut = await makeSchedule(owner, [anna.id], { name: "Cut", price_amount: 4000 });
  const colour = await makeSchedule(owner, [anna.id], { name: "Colour" });
  const fields = {
    name: "Mila",
    schedule_ids: [cut.id, colour.id],
    [`terms.${cut.id}.price`]: "50",
    hours_id: "new",
    ...week,
    email: "mila@example.com",
  };
  const message = flashOf(await addPerson(owner, fields));
  expect(message.text).toBe("Mila added. Invited mila@example.com.");
  const [mila] = (await listResources(owner, ResourceFilter.parse({ search: "Mila" }))).data;
  expect(mila).toMatchObject({ type: "person", capacity: 1 });
  expect(await servicesOf(owner, mila!.id)).toEqual(["Cut", "Colour"]);
  expect(await getHours(owner, mila!.hours_id!)).toMatchObject({
    name: "Mila",
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "10:00", end: "12:00" }],
  });
  const { data: people } = await listUsers(owner, UserFilter.parse({ status: "invited" }));
  expect(people).toMatchObject([
    { email: "mila@example.com", name: "Mila", role: "staff", resource_ids: [mila!.id] },
  ]);
  const slots = await slotsOf(cut.id, mila!.id);
  expect(new Set(slots.map(({ price_amount }) => price_amount))).toEqual(new Set([5000]));
  const started = await getSchedule(owner, cut.id);
  const starts = slots.map(({ starts_at }) =>
    starts_at.toLocaleTimeString("en-GB", { timeZone: started.time_zone }).slice(0, 2),
  );
  expect([...new Set(starts)].sort()).toEqual(["10", "11"]);
});

test("when one part of a new team member is refused, nothing of the rest is made", async () => {
  const owner = await makeTenant({ currency: "EUR" });
  const stranger = await makeTenant();
  const foreign = await makeSchedule(stranger, [(await makeResource(stranger)).id]);
  const foreignHours = await createHours(stranger, NewHours.parse({ name: "Theirs", rules: [] }));
  const anna = await makeResource(owner, { name: "Anna" });
  const cut = await makeSchedule(owner, [anna.id], { name: "Cut", requires_payment: true, price_amount: 4000 }); // prettier-ignore
  const here = await makeUser(owner, "staff");
  const { email } = await getUser(owner, here.user_id);
  const fields = { name: "Mila", schedule_ids: cut.id, hours_id: "new", ...week };
  const before = await getSchedule(owner, cut.id);
  const refused: [Fields, string][] = [
    [{ email }, "email"],
    [{ [`terms.${cut.id}.price`]: "0" }, `terms.${cut.id}.price`],
    [{ [`terms.${cut.id}.price`]: "much" }, `terms.${cut.id}.price`],
    [{ "week[0].spans[0].to": "late" }, "week[0].spans[0].to"],
    [{ schedule_ids: [cut.id, foreign.id], email: "mila@example.com" }, ""],
    [{ hours_id: foreignHours.id }, "hours_id"],
  ];
  for (const [wrong, path] of refused) {
    const { result } = answerOf(await addPerson(owner, { ...fields, ...wrong }));
    expect(Object.keys(result?.error ?? {})).toEqual([path]);
    expect(result?.initialValue).toMatchObject({ name: "Mila" });
  }
  expect(await names(owner)).toEqual(["Anna"]);
  expect(await listAllHours(owner)).toEqual([]);
  expect(await getSchedule(owner, cut.id)).toEqual(before);
  const { data: people } = await listUsers(owner, UserFilter.parse({ status: "invited" }));
  expect(people).toEqual([]);
  await expect(addPerson(here, fields)).rejects.toMatchObject({ status: 403 });
  await expect(get(member, here, NEW_MEMBER)).rejects.toMatchObject({ status: 403 });
});

test("two people added at the same time to the same services are both in them", async () => {
  const owner = await makeTenant();
  const anna = await makeResource(owner, { name: "Anna" });
  const ids = [
    (await makeSchedule(owner, [anna.id], { name: "Cut" })).id,
    (await makeSchedule(owner, [anna.id], { name: "Colour" })).id,
  ];
  const added = ["Mila", "Noor", "Piet"].map((name) =>
    addPerson(owner, { name, schedule_ids: ids }),
  );
  for (const answer of await Promise.all(added)) expect(flashOf(answer).text).toContain("added.");
  for (const id of ids) expect((await getSchedule(owner, id)).resource_ids).toHaveLength(4);
});
