import { expect, test } from "vitest";
import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import { listDisplaced } from "~/domain/displaced/list-displaced.server";
import { getResource, listResources, updateResource } from "~/domain/resources/resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { clock } from "~/lib/clock";
import { book, slotsOf } from "~/testing/booking-calls";
import { flashOf, get, makeDesk, post, postImage } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { ResourceAnswer } from "./resource/resource-view";
import * as list from "./route";
import * as add from "./new/route";
import * as resource from "./resource/route";
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
const show = (actor: UserActor, id: string) => get(resource, actor, `${PATH}/${id}`, id);
const send = (actor: UserActor, id: string, fields: Record<string, string>) =>
  post(resource, actor, `${PATH}/${id}`, fields, id);
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
    next: { to: `${PATH}/${id}#services`, label: "Choose services" },
  });
  expect(await show(owner, id)).toMatchObject({
    services: [],
    other_services: [{ id: haircut.id, name: "Haircut" }],
  });
  expect(answerOf(await send(owner, id, { intent: "services" })).result?.error).toEqual({
    "": ["Choose at least one service."],
  });
  const chosen = await send(owner, id, { intent: "services", schedule_ids: haircut.id });
  expect(flashOf(chosen).text).toBe("Noor can be booked for these services now.");
  expect(await show(owner, id)).toMatchObject({
    services: [{ name: "Haircut" }],
    other_services: [],
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
  const said = flashOf(
    await addTo(owner, { names: "Noor\r\nPiet", schedule_ids: [haircut.id, colour.id] }),
  );
  expect(said).toMatchObject({ text: "Noor and Piet can be booked for Haircut and Colour." });
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
  const asked = answerOf(await addTo(owner, { ...fields, end: "09:00" }));
  expect(asked.result).toMatchObject({
    error: { end: [expect.stringContaining("goes past midnight (23 h)")] },
    initialValue: { names: "Noor", service: "Haircut" },
  });
  expect(await names(owner)).toEqual([]);
  const said = flashOf(await addTo(owner, { ...fields, names: "Noor\nPiet", end: "18:00" }));
  expect(said).toMatchObject({
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
  const { time_off, may_edit } = await show(staff, court.id);
  expect(time_off).toMatchObject([
    { when: expect.stringMatching(/, 12:00 – 13:30$/), reason: "Lunch" },
  ]);
  expect(may_edit).toBe(false);
  const renamed = answerOf(await send(staff, court.id, { intent: "archive" }));
  expect(renamed.result?.error?.[""]).toEqual(["Only an owner or admin can change a resource."]);
  await send(staff, court.id, { intent: "unblock", block_id: time_off[0]!.id });
  expect((await show(staff, court.id)).time_off).toEqual([]);
});

test("a calendar address is shown once, renewed and ended", async () => {
  const { owner, court } = await makeDesk();
  const { feed_url } = answerOf(await send(owner, court.id, { intent: "feed" }));
  expect(feed_url).toMatch(/\/calendar\/.+\.ics$/);
  const shown = await show(owner, court.id);
  expect(JSON.stringify(shown)).not.toContain(feed_url);
  const again = answerOf(
    await send(owner, court.id, { intent: "rotate", feed_id: shown.feed_id! }),
  );
  expect(again.feed_url).not.toBe(feed_url);
  await send(owner, court.id, { intent: "unfeed", feed_id: shown.feed_id! });
  expect((await show(owner, court.id)).feed_id).toBeNull();
  const viewer = await makeUser(owner, "viewer");
  expect(await show(viewer, court.id)).toMatchObject({ feed_id: null, may_block: false });
});

test("an image comes with a plain form, and goes again", async () => {
  const { owner, court } = await makeDesk();
  const said = flashOf(await postImage(image, owner, `${PATH}/${court.id}/image`, court.id));
  expect(said.text).toBe("Image saved.");
  expect((await show(owner, court.id)).image).toContain("/uploads/");
  await send(owner, court.id, { intent: "no_image" });
  expect((await show(owner, court.id)).image).toBeNull();
});
