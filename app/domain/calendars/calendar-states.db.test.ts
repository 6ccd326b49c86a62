import { beforeEach, describe, expect, test } from "vitest";
import { CalendarError, type ReadPage, type ReadProblem } from "~/adapters/calendars/port";
import { ConnectedCalendarFilter } from "~/contract/calendars";
import { loadCalendars } from "~/pages/dashboard/settings/calendars/load.server";
import { pool, prisma } from "~/lib/db.server";
import { book } from "~/testing/booking-calls";
import { makeUser } from "~/testing/factory";
import { connectAnew, makePushWorld, pushAll } from "~/testing/push-world";
import { listAttention } from "../attention/list-attention.server";
import { listCalendars } from "./calendars.server";
import { getConnection } from "./connections.server";
import { notifyBrokenConnections } from "./notify-broken-connections.server";
import { readCalendar } from "./read.server";

const world = await makePushWorld();
const { owner } = world;
const tenantId = owner.tenant.id;
const member = await makeUser(owner, "staff", { name: "Anna", email: "anna@example.test" });
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

/** Response of the following reads. */
let answer: () => Promise<ReadPage>;
const page = (problems?: ReadProblem[], more: Partial<ReadPage> = {}): ReadPage => ({
  events: [],
  removed: [],
  page: null,
  cursor: null,
  ...(problems && { problems }),
  ...more,
});

beforeEach(async () => {
  await connectAnew(world);
  await prisma.message.deleteMany({ where: { tenant_id: tenantId } });
  answer = async () => page();
  world.outside.provider.read = () => answer();
  await pool.query("update calendar_connection set user_id = $2 where id = $1", [
    world.connection_id,
    member.user_id,
  ]);
  await read();
});

const read = () =>
  readCalendar(tenantId, world.calendar_id, world.outside.find).catch((error: unknown) => {
    if (!(error instanceof CalendarError)) throw error;
  });
const fail = async (kind: ConstructorParameters<typeof CalendarError>[0], times = 1) => {
  answer = () => Promise.reject(new CalendarError(kind));
  for (let count = 0; count < times; count++) await read();
};
const calendarState = async () =>
  (
    await listCalendars(
      member,
      ConnectedCalendarFilter.parse({ connection_id: world.connection_id }),
    )
  ).data[0]!;
const attention = async () =>
  (await listAttention(owner, { limit: 100 } as never)).data
    .filter(({ kind }) => kind === "calendar_broken")
    .map(({ message, calendar_id }) => ({
      message: message.replace(/[\u2066-\u2069]/g, ""),
      calendar_id,
    }));
const mailed = async () =>
  (
    await prisma.message.findMany({
      where: { tenant_id: tenantId, kind: "calendar_broken" },
      orderBy: { created_at: "asc" },
    })
  ).map(({ recipient, subject }) => `${recipient}: ${subject}`);

describe.each([
  ["not_found", "gone", "no longer exists"],
  ["refused", "unreadable", "can’t be read"],
] as const)("a calendar that answers %s", (kind, health, words) => {
  test("is shown immediately with its age on pages and in Attention, and recovers with the next read", async () => {
    const before = await calendarState();
    expect(before).toMatchObject({ health: "ok", health_since: null, problem: null });
    const connected = await getConnection(member, world.connection_id);
    await pool.query(
      "update connected_calendar set last_read_at = now() - interval '20 minutes' where id = $1",
      [world.calendar_id],
    );
    await pool.query(
      "update calendar_connection set last_ok_at = now() - interval '20 minutes' where id = $1",
      [world.connection_id],
    );
    await fail(kind);
    const broken = await calendarState();
    expect(broken).toMatchObject({
      health,
      health_since: expect.any(String),
      problem: expect.stringContaining(words),
    });
    expect(broken.last_read_at! < before.last_read_at!).toBe(true);
    const { last_ok_at, state } = await getConnection(member, world.connection_id);
    expect([state, last_ok_at! < connected.last_ok_at!]).toEqual(["ok", true]);
    expect(await attention()).toEqual([
      { message: expect.stringContaining(words), calendar_id: world.calendar_id },
    ]);
    expect((await attention())[0]!.message).toMatch(/^A Google calendar of Anna /);
    const { own } = await loadCalendars(member, new URLSearchParams());
    expect(own[0]).toMatchObject({ health, problem: expect.stringContaining(words) });
    answer = async () => page();
    await read();
    expect([await calendarState(), await attention()]).toMatchObject([
      { health: "ok", health_since: null, problem: null },
      [],
    ]);
  });

  test("is retried soon, then emailed to its owner, and to the company's owners after a day, once each", async () => {
    await fail(kind);
    await notifyBrokenConnections();
    expect(await mailed()).toEqual([]);
    await fail(kind);
    await notifyBrokenConnections();
    await notifyBrokenConnections();
    const first = `${member.email}: A calendar can’t be read: Anna`;
    expect(await mailed()).toEqual([first]);
    await pool.query(
      "update connected_calendar set broken_at = now() - interval '25 hours' where id = $1",
      [world.calendar_id],
    );
    await notifyBrokenConnections();
    await notifyBrokenConnections();
    expect(await mailed()).toEqual([first, `${owner.email}: A calendar of Anna can’t be read`]);
    answer = async () => page();
    await read();
    await fail(kind, 2);
    await notifyBrokenConnections();
    expect(await mailed()).toHaveLength(3);
  });
});

test("an unresponsive one is late, and emailed about after hours", async () => {
  await fail("unavailable", 3);
  expect(await calendarState()).toMatchObject({ health: "ok" });
  await pool.query(
    "update connected_calendar set last_read_at = now() - interval '7 hours' where id = $1",
    [world.calendar_id],
  );
  await notifyBrokenConnections();
  expect([(await calendarState()).health, await mailed()]).toEqual(["late", []]);
  await pool.query(
    "update connected_calendar set broken_at = now() - interval '7 hours' where id = $1",
    [world.calendar_id],
  );
  await notifyBrokenConnections();
  expect(await mailed()).toEqual([`${member.email}: A calendar can’t be read: Anna`]);
});

test("one with repeatedly refused reads lacks a permission, its account does not", async () => {
  await fail("missing_scope", 2);
  expect(await calendarState()).toMatchObject({ health: "ok" });
  await fail("missing_scope");
  expect(await calendarState()).toMatchObject({
    health: "no_right",
    state: "ok",
    problem: expect.stringContaining("refuses this calendar"),
  });
  expect(await attention()).toMatchObject([{ calendar_id: world.calendar_id }]);
});

test("one of an inaccessible account shows the account's problem once", async () => {
  await pool.query(
    "update calendar_connection set state = 'reconnect_required', broken_at = now() where id = $1",
    [world.connection_id],
  );
  await fail("reconnect", 2);
  expect(await calendarState()).toMatchObject({
    health: "no_right",
    problem: (await getConnection(member, world.connection_id)).problem,
  });
  expect(await attention()).toHaveLength(1);
  await notifyBrokenConnections();
  expect(await mailed()).toHaveLength(1);
});

describe("bookings refused by a calendar", () => {
  const setWritable = (can_write: boolean) => {
    world.outside.provider.listCalendars = async () => [
      { external_id: "c1", name: "Anna", time_zone: null, can_write, is_primary: true },
    ];
  };
  const refuse = async (times: number) => {
    for (let count = 0; count < times; count++) {
      world.outside.failNext("put", new CalendarError("refused"));
      await book(owner, freeSlot().id);
      await pushAll(world);
    }
  };

  test("are no proof of a missing permission while it is writable", async () => {
    setWritable(true);
    await refuse(4);
    expect(await calendarState()).toMatchObject({ health: "ok" });
  });

  test("repeatedly, and read-only by now: it lacks a permission until a write succeeds", async () => {
    setWritable(false);
    await refuse(2);
    expect(await calendarState()).toMatchObject({ health: "ok" });
    await refuse(1);
    expect(await calendarState()).toMatchObject({
      health: "no_right",
      problem: expect.stringContaining("written"),
    });
    expect((await attention())[0]!.message).toContain("can’t be written");
    await read();
    await notifyBrokenConnections();
    expect([(await calendarState()).health, (await mailed()).length]).toEqual(["no_right", 1]);
    await book(owner, freeSlot().id);
    await pushAll(world);
    expect(await calendarState()).toMatchObject({ health: "ok", health_since: null });
  });
});

describe("unreadable events", () => {
  test("are counted by reason, without affecting other states", async () => {
    answer = async () =>
      page([
        { reason: "no_time", count: 2 },
        { reason: "rule", count: 1 },
      ]);
    await read();
    expect(await calendarState()).toMatchObject({
      health: "ok",
      unread_events: 3,
      unread: [
        { reason: "no_time", count: 2 },
        { reason: "rule", count: 1 },
      ],
      problem: "3 events couldn’t be read: no start time and unknown recurrence.",
    });
    answer = async () => page();
    await read();
    expect(await calendarState()).toMatchObject({ unread_events: 0, unread: [], problem: null });
  });

  test("are recounted on changes and kept otherwise", async () => {
    answer = async () => page([{ reason: "format", count: 1 }], { cursor: "1" });
    await read();
    const cursors: (string | null)[] = [];
    let change: Partial<ReadPage> = {};
    world.outside.provider.read = async (_secret, _calendar, { cursor }) => {
      cursors.push(cursor);
      return page([], { cursor: "2", ...(cursor === null ? {} : change) });
    };
    await read();
    expect([cursors, (await calendarState()).unread_events]).toEqual([["1"], 1]);
    change = { removed: ["damaged"] };
    await read();
    expect([cursors, (await calendarState()).unread_events]).toEqual([["1", "2", null], 0]);
  });
});
