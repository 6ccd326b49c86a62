import ICAL from "ical.js";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { loader } from "~/pages/public/calendar/feed";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { createBooking } from "../bookings/place/create-booking.server";
import type { UserActor } from "../identity/actor";

const read = (url: string, known?: string) =>
  loader({
    request: new Request(url, known === undefined ? {} : { headers: { "If-None-Match": known } }),
    params: { token: new URL(url).pathname.split("/")[2] ?? "" },
    context: {},
  });

async function entriesOf(url: string) {
  const text = await (await read(url)).text();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.getFirstSubcomponent("vtimezone")).toBeNull();
  return calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
}

async function aFeed(actor: UserActor, body: object = {}): Promise<{ id: string; url: string }> {
  const answer = await call("/api/calendar-feeds", { cookie: await signIn(actor), body });
  expect(answer.status).toBe(201);
  return (await json(answer)) as { id: string; url: string };
}

async function aRoom(owner: UserActor, name: string) {
  const room = await makeResource(owner, { name });
  const schedule = await makeSchedule(owner, [room.id], { name: "Cut" });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 5",
    [owner.tenant.id, schedule.id],
  );
  const book = (index: number) =>
    createBooking(
      owner,
      NewBooking.parse({ slot_id: slots.rows[index]!.id, customer: aCustomer() }),
      null,
    );
  return { room, book };
}

test("a resource's feed shows its bookings, and answers 304 if unchanged", async () => {
  const owner = await makeTenant();
  const [first, second] = [await aRoom(owner, "Room 1"), await aRoom(owner, "Room 2")];
  const booking = await first.book(0);
  await second.book(0);
  const { url } = await aFeed(owner, { resource_id: first.room.id });
  const [entry, ...more] = await entriesOf(url);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ summary: "Anna Jansen · Cut", location: "Room 1", sequence: 2 });
  expect(entry!.uid).toBe(`${booking.id}@127.0.0.1`);
  expect(entry!.startDate.toJSDate()).toEqual(new Date(booking.starts_at));
  const answer = await read(url);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  const etag = answer.headers.get("ETag")!;
  expect((await read(url, etag)).status).toBe(304);
  await first.book(1);
  expect((await read(url, etag)).status).toBe(200);
  expect(await entriesOf(url)).toHaveLength(2);
});

test("a person's feed shows their resources", async () => {
  const owner = await makeTenant();
  const [first, second] = [await aRoom(owner, "Room 1"), await aRoom(owner, "Room 2")];
  await first.book(0);
  await second.book(0);
  const staff = await makeUser(owner, "staff", { resource_ids: [second.room.id] });
  expect((await entriesOf((await aFeed(staff)).url)).map((entry) => entry.location)).toEqual([
    "Room 2",
  ]);
  expect(await entriesOf((await aFeed(owner)).url)).toHaveLength(2);
  const cookie = await signIn(staff);
  expect(
    (await call("/api/calendar-feeds", { cookie, body: { resource_id: first.room.id } })).status,
  ).toBe(404);
});

test("a new URL replaces the old one, and a removed one is not found", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const { id, url } = await aFeed(owner);
  expect((await call("/api/calendar-feeds", { cookie, body: {} })).status).toBe(409);
  const rotated = (await json(
    await call(`/api/calendar-feeds/${id}/rotate`, { cookie, method: "POST" }),
  )) as {
    url: string;
  };
  expect((await read(url)).status).toBe(404);
  expect((await read(rotated.url)).status).toBe(200);
  expect((await call(`/api/calendar-feeds/${id}`, { cookie, method: "DELETE" })).status).toBe(204);
  expect((await read(rotated.url)).status).toBe(404);
  expect(await json(await call("/api/calendar-feeds", { cookie }))).toMatchObject({ data: [] });
});

test("a person's feed can only be ended by that person, and its secret is shown once", async () => {
  const owner = await makeTenant();
  const colleague = await makeUser(owner, "admin");
  const { id, url } = await aFeed(owner);
  const cookie = await signIn(colleague);
  expect((await call(`/api/calendar-feeds/${id}`, { cookie, method: "DELETE" })).status).toBe(404);
  expect((await call(`/api/calendar-feeds/${id}/rotate`, { cookie, method: "POST" })).status).toBe(
    404,
  );
  const listed = JSON.stringify(
    await json(await call("/api/calendar-feeds", { cookie: await signIn(owner) })),
  );
  expect(listed).not.toContain(new URL(url).pathname.slice("/calendar/".length, -".ics".length));
});

test("a long feed is complete and in order", async () => {
  const owner = await makeTenant();
  const { room, book } = await aRoom(owner, "Room 1");
  const { id } = await book(0);
  await pool.query(
    `insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'reference', 'R' || n,
        'starts_at', b.starts_at + n * interval '1 hour', 'ends_at', b.ends_at + n * interval '1 hour'))).*
      from booking b, generate_series(1, 1200) n where b.id = $1`,
    [id],
  );
  const entries = await entriesOf((await aFeed(owner, { resource_id: room.id })).url);
  expect(entries).toHaveLength(1201);
  expect(new Set(entries.map((entry) => entry.uid)).size).toBe(1201);
});

test("a resource's feed ends with its creator's rights; a new secret makes it the caller's", async () => {
  const owner = await makeTenant();
  const [room, other] = [await makeResource(owner), await makeResource(owner)];
  const staff = await makeUser(owner, "staff");
  const { id, url } = await aFeed(staff, { resource_id: room.id });
  const set = (column: string, value: unknown) =>
    pool.query(`update tenant_user set ${column} = $2 where id = $1`, [staff.user_id, value]);
  expect((await read(url)).status).toBe(200);
  await set("resource_ids", [other.id]);
  expect((await read(url)).status).toBe(404);
  await set("resource_ids", [room.id]);
  expect((await read(url)).status).toBe(200);
  await set("role", "viewer");
  expect((await read(url)).status).toBe(404);
  await set("role", "staff");
  await pool.query("delete from tenant_user where id = $1", [staff.user_id]);
  expect((await read(url)).status).toBe(404);
  const cookie = await signIn(owner);
  const rotated = (await json(
    await call(`/api/calendar-feeds/${id}/rotate`, { cookie, method: "POST" }),
  )) as {
    url: string;
  };
  expect((await read(rotated.url)).status).toBe(200);
});

test("a long feed is streamed without blocking, and its ETag is computed separately", async () => {
  const owner = await makeTenant();
  const { room, book } = await aRoom(owner, "Room 1");
  const { id } = await book(0);
  // In steps: a busy machine can take longer for all of them than a statement may.
  for (let from = 1; from < 12_000; from += 2_000)
    await pool.query(
      `insert into booking select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'reference', 'R' || n,
          'starts_at', b.starts_at + n * interval '1 minute', 'ends_at', b.ends_at + n * interval '1 minute'))).*
        from booking b, generate_series($2::int, $2::int + 1999) n where b.id = $1`,
      [id, from],
    );
  const { url } = await aFeed(owner, { resource_id: room.id });
  let turns = 0;
  let isDone = false;
  const count = () => void (isDone || (turns++, setImmediate(count)));
  count();
  const answer = await read(url);
  const text = await answer.text();
  isDone = true;
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(300);
  const etag = answer.headers.get("ETag")!;
  for (const known of [`W/${etag}`, `"x", ${etag}`])
    expect((await read(url, known)).status).toBe(304);
});
