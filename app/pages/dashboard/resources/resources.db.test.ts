import { expect, test } from "vitest";
import { ResourceFilter } from "~/contract/resources";
import { getResource, listResources, updateResource } from "~/domain/resources/resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { flashOf, get, makeDesk, post, postImage } from "~/testing/desk";
import { makeResource, makeTenant, makeUser } from "~/testing/factory";
import type { ResourceAnswer } from "./resource/resource-view";
import * as list from "./route";
import * as resource from "./resource/route";
import * as image from "./image";

// The pages of resources, called as a browser without script calls them.

const PATH = "/dashboard/resources";
const show = (actor: UserActor, id: string) => get(resource, actor, `${PATH}/${id}`, id);
const send = (actor: UserActor, id: string, fields: Record<string, string>) =>
  post(resource, actor, `${PATH}/${id}`, fields, id);
const answerOf = (answer: unknown) => (answer as { data: ResourceAnswer }).data;
const names = async (actor: UserActor) =>
  (await listResources(actor, ResourceFilter.parse({}))).data.map(({ name }) => name);

test("a resource is made at the end of the list, and moves up and down in it", async () => {
  const owner = await makeTenant();
  const [anna, piet] = [await makeResource(owner, { name: "Anna" }), await makeResource(owner, { name: "Piet" })];
  await post(list, owner, PATH, { intent: "new", name: "Noor", type: "person", capacity: "1" });
  expect(await names(owner)).toEqual(["Anna", "Piet", "Noor"]);
  await post(list, owner, PATH, { intent: "place", id: piet.id, beside: anna.id, side: "before" });
  expect(await names(owner)).toEqual(["Piet", "Anna", "Noor"]);
  await post(list, owner, PATH, { intent: "place", id: piet.id, beside: anna.id, side: "after" });
  expect(await names(owner)).toEqual(["Anna", "Piet", "Noor"]);
  const foreign = await makeResource(await makeTenant());
  const answer = await post(list, owner, PATH, { intent: "place", id: piet.id, beside: foreign.id, side: "after" });
  expect(answerOf(answer).result?.error?.[""]).toBeDefined();
  const staff = await makeUser(owner, "staff");
  await expect(post(list, staff, PATH, { intent: "place" })).rejects.toMatchObject({ status: 403 });
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
  await expect(updateResource(owner, id, { name: "Red room", version: seen })).rejects.toMatchObject({
    code: "version_conflict",
  });
});

test("fewer places say first which bookings need more", async () => {
  const { owner, court, book } = await makeDesk({}, 2);
  await book(10, "Anna");
  const second = await book(10, "Piet");
  const { seen } = await show(owner, court.id);
  const fields = { intent: "edit", name: "Court 1", type: "court", capacity: "1", seen: String(seen) };
  const { in_the_way } = answerOf(await send(owner, court.id, fields));
  expect(in_the_way).toMatchObject({ offers: "confirmed", bookings: [{ id: second.id, name: "Piet" }], others: 0 });
  expect((await getResource(owner, court.id)).capacity).toBe(2);
  await send(owner, court.id, { ...fields, confirmed: "on" });
  expect((await getResource(owner, court.id)).capacity).toBe(1);
});

test("what is in use is not deleted but can be archived, and used again", async () => {
  const { owner, court, book } = await makeDesk();
  const booked = await book(10);
  const refused = answerOf(await send(owner, court.id, { intent: "remove" }));
  expect(refused.in_the_way).toMatchObject({ offers: "archive", bookings: [{ id: booked.id }] });
  expect(answerOf(await send(owner, court.id, { intent: "archive" })).in_the_way?.message).toContain(
    "Court 1 has bookings",
  );
  await send(owner, court.id, { intent: "archive", confirmed: "on" });
  expect((await getResource(owner, court.id)).active).toBe(false);
  await send(owner, court.id, { intent: "restore" });
  expect((await getResource(owner, court.id)).active).toBe(true);
});

test("staff set and end time off of their own resource; bookings in the way are named", async () => {
  const { owner, court, book, date } = await makeDesk();
  const booked = await book(10);
  const staff = await makeUser(owner, "staff", { resource_ids: [court.id] });
  const refused = answerOf(await send(staff, court.id, { intent: "block", from_day: date }));
  expect(refused.in_the_way?.bookings.map(({ id }) => id)).toEqual([booked.id]);
  const noon = { intent: "block", from_day: date, from_time: "12:00", to_time: "13:30", reason: "Lunch" };
  await send(staff, court.id, noon);
  const { time_off, may_edit } = await show(staff, court.id);
  expect(time_off).toMatchObject([{ when: expect.stringMatching(/, 12:00 – 13:30$/), reason: "Lunch" }]);
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
  const again = answerOf(await send(owner, court.id, { intent: "rotate", feed_id: shown.feed_id! }));
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
