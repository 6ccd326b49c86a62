import { beforeEach, describe, expect, test } from "vitest";
import { CalendarError } from "~/adapters/calendars/port";
import { tenantTables } from "../account/tenant-tables.sql.server";
import { clock, setClock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { book } from "~/testing/booking-calls";
import { makeResource, makeTenant, makeUser } from "~/testing/factory";
import { connectCalendar } from "~/testing/outside-calendar";
import { connectAnew, makePushWorld, pushAll, relayAll } from "~/testing/push-world";
import { deleteResource } from "../resources/resources.server";
import { removeUser } from "../users/change-user.server";
import { applyBusy } from "./apply-busy.server";
import { openChannel, stopQueued } from "./channels.server";
import {
  disconnectCalendars,
  disconnectCompany,
  endConnection,
  queueDueEndings,
} from "./disconnect-calendars.server";
import { pushCalendar } from "./push.server";

const world = await makePushWorld();
const { owner, room } = world;
const tenantId = owner.tenant.id;
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

beforeEach(async () => {
  await connectAnew(world);
  await pool.query("delete from pgboss.job");
});

const end = () => endConnection(tenantId, world.connection_id, world.outside.find);
const disconnect = (events: "keep" | "delete") =>
  disconnectCalendars(tenantId, world.connection_id, { events });
const isThere = async (id = world.connection_id) =>
  (await prisma.calendarConnection.count({ where: { id } })) === 1;
const blocks = () => prisma.block.count({ where: { tenant_id: tenantId, source: "calendar" } });

async function addBusy(external_id = "theirs"): Promise<void> {
  const starts_at = new Date(clock.now() + 40 * 86_400_000);
  const ends_at = new Date(starts_at.getTime() + 3_600_000);
  await prisma.busy.create({
    data: { tenant_id: tenantId, calendar_id: world.calendar_id, external_id, starts_at, ends_at },
  });
  await applyBusy(tenantId, room.id);
}
/** Tables with a row that contains one of these texts in clear. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of [
    ...(await tenantTables(pool)),
    { name: "pgboss.job" },
    { name: "tenant" },
  ]) {
    const hit = await pool.query(
      `select 1 from ${name} t where exists (select from unnest($1::text[]) x where position(x in t::text) > 0) limit 1`,
      [texts],
    );
    if (hit.rowCount !== 0) found.push(name);
  }
  return found;
}

describe("disconnecting an account", () => {
  test("deletes everything: token, busy times, channels, events", async () => {
    const booking = await book(owner, freeSlot().id);
    await pushAll(world);
    await openChannel(tenantId, world.calendar_id, world.outside.find);
    await addBusy("an event of theirs");
    const [own] = world.outside.ofBooking(booking.id);
    const traces = [
      `${world.connection_id}@example.test`,
      own!.external_id,
      "an event of theirs",
      world.outside.channels[0]!.id,
    ];
    expect((await tablesWith(...traces)).sort()).toEqual([
      "busy",
      "calendar_channel",
      "calendar_connection",
      "calendar_push",
    ]);
    expect(await blocks()).toBe(1);

    await disconnect("delete");
    expect(await blocks()).toBe(0);
    expect(await end()).toBe(true);
    expect(world.outside).toMatchObject({ isRevoked: true, events: [] });
    expect(world.outside.channels.map(({ is_open }) => is_open)).toEqual([false]);
    expect(await tablesWith(...traces)).toEqual([]);
    // A queued job still names it and will do nothing.
    expect(await tablesWith(world.calendar_id)).toEqual(["pgboss.job"]);
    for (const count of [
      prisma.calendarConnection.count(),
      prisma.connectedCalendar.count(),
      prisma.busy.count(),
      prisma.calendarPush.count(),
    ])
      expect(await count).toBe(0);
  });

  test("keeps external events on request, and past ones always", async () => {
    const [ahead, past] = [await book(owner, freeSlot().id), await book(owner, freeSlot().id)];
    await pushAll(world);
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [past.id],
    );
    await disconnect("keep");
    await end();
    expect(world.outside.events).toHaveLength(2);
    expect(world.outside.ofBooking(ahead.id)).toHaveLength(1);
  });

  test("deletes only upcoming events", async () => {
    const [ahead, past] = [await book(owner, freeSlot().id), await book(owner, freeSlot().id)];
    await pushAll(world);
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [past.id],
    );
    await disconnect("delete");
    await end();
    expect([
      world.outside.ofBooking(ahead.id).length,
      world.outside.ofBooking(past.id).length,
    ]).toEqual([0, 1]);
  });

  test("resumes after every interruption", async () => {
    const bookings = [await book(owner, freeSlot().id), await book(owner, freeSlot().id)];
    await pushAll(world);
    await disconnect("delete");
    for (const broken of ["delete", "delete", "revoke"] as const) {
      world.outside.failNext(broken, new CalendarError("unavailable"), "after");
      expect(await end()).toBe(false);
      expect(await isThere()).toBe(true);
      await pool.query("delete from pgboss.job");
      expect(await queueDueEndings()).toBe(1);
    }
    expect(await end()).toBe(true);
    for (const { id } of bookings) expect(world.outside.ofBooking(id)).toEqual([]);
    expect([await isThere(), await queueDueEndings()]).toEqual([false, 0]);
  });

  test("an unresponsive provider delays it for a limited time, an inaccessible account not at all", async () => {
    await book(owner, freeSlot().id);
    await pushAll(world);
    await disconnect("delete");
    world.outside.failNext("delete", new CalendarError("reconnect"));
    world.outside.failNext("revoke", new CalendarError("unavailable"));
    expect(await end()).toBe(false);
    setClock(clock.now() + 25 * 3_600_000);
    world.outside.failNext("revoke", new CalendarError("unavailable"));
    expect(await end()).toBe(true);
    setClock(null);
    expect(await isThere()).toBe(false);
  });

  test("waits for a write in progress, so that its event is deleted too", async () => {
    const booking = await book(owner, freeSlot().id);
    await relayAll();
    const ended: boolean[] = [];
    world.outside.during = async (call) => {
      if (call !== "put") return;
      world.outside.during = async () => undefined;
      await disconnect("delete");
      ended.push(await end());
    };
    await pushCalendar(tenantId, world.calendar_id, world.outside.find);
    expect(ended).toEqual([false]);
    expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
    expect(await end()).toBe(true);
    expect(world.outside.events).toEqual([]);
  });

  test("revokes access only if no other company uses the account", async () => {
    const stranger = await makeTenant();
    const theirs = await connectCalendar(stranger, {
      resource_id: (await makeResource(stranger)).id,
    });
    await pool.query("update calendar_connection set account = $2 where id = $1", [
      theirs.connection_id,
      `${world.connection_id}@example.test`,
    ]);
    await disconnect("keep");
    await end();
    expect([world.outside.isRevoked, await isThere(), await isThere(theirs.connection_id)]).toEqual(
      [false, false, true],
    );
    await disconnectCalendars(tenantId, theirs.connection_id, { events: "keep" });
    expect(
      await prisma.calendarConnection.findFirst({ where: { id: theirs.connection_id } }),
    ).toMatchObject({
      state: "ok",
    });
    await pool.query("delete from calendar_connection where id = $1", [theirs.connection_id]);
  });

  test("nothing is written or opened after the request", async () => {
    await book(owner, freeSlot().id);
    await disconnect("keep");
    await pushAll(world);
    await openChannel(tenantId, world.calendar_id, world.outside.find);
    expect(world.outside.calls).toEqual([]);
  });
});

describe("deleted with its owner", () => {
  test("removing a member disconnects their accounts and deletes the events", async () => {
    const member = await makeUser(owner, "staff");
    await pool.query("update calendar_connection set user_id = $2 where id = $1", [
      world.connection_id,
      member.user_id,
    ]);
    await book(owner, freeSlot().id);
    await pushAll(world);
    await removeUser(owner, member.user_id);
    const jobs = await pool.query(
      "select data ->> 'connection_id' as id from pgboss.job where name = 'calendars.disconnect'",
    );
    expect(jobs.rows).toEqual([{ id: world.connection_id }]);
    expect(await end()).toBe(true);
    expect([await isThere(), world.outside.events.length, world.outside.isRevoked]).toEqual([
      false,
      0,
      true,
    ]);
  });

  test("deleting a resource removes its calendars and channels, not the account", async () => {
    const lone = await makeResource(owner);
    const { calendar_id } = await connectCalendar(owner, {
      resource_id: lone.id,
      connection_id: world.connection_id,
    });
    await openChannel(tenantId, calendar_id, world.outside.find);
    await deleteResource(owner, lone.id);
    const jobs = await pool.query<{ data: { tenant_id: string; channel_id: string } }>(
      "select data from pgboss.job where name = 'calendars.stop'",
    );
    expect(jobs.rows.map(({ data }) => data.channel_id)).toEqual(
      world.outside.channels.map(({ id }) => id),
    );
    await stopQueued(jobs.rows[0]!.data, world.outside.find);
    expect(world.outside.channels.map(({ is_open }) => is_open)).toEqual([false]);
    expect([
      await isThere(),
      await prisma.connectedCalendar.count({ where: { id: calendar_id } }),
    ]).toEqual([true, 0]);
  });

  test("deleting a company disconnects all of its accounts only", async () => {
    const stranger = await makeTenant();
    const theirs = await connectCalendar(stranger, {
      resource_id: (await makeResource(stranger)).id,
    });
    const second = await connectCalendar(owner, {
      resource_id: world.other.id,
      external_id: newId(),
    });
    await book(owner, freeSlot().id);
    await pushAll(world);
    world.outside.failNext("revoke", new CalendarError("unavailable"));
    expect(await disconnectCompany(tenantId, world.outside.find)).toBe(false);
    expect(await disconnectCompany(tenantId, world.outside.find)).toBe(true);
    expect([
      await isThere(),
      await isThere(second.connection_id),
      await isThere(theirs.connection_id),
    ]).toEqual([false, false, true]);
    expect(world.outside.events).toEqual([]);
  });
});
