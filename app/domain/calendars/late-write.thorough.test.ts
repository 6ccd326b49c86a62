// First: it sets the environment that the registry reads.
import { radicale } from "~/testing/radicale-on";
import { expect } from "vitest";
import { caldavProvider } from "~/adapters/calendars/caldav.server";
import { eventId } from "~/adapters/calendars/port";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { book } from "~/testing/booking-calls";
import { needsTool } from "~/testing/needs-tool";
import { makePushWorld, moveTo, pushesOfBooking, relayAll, setStatus } from "~/testing/push-world";
import { sealSecret } from "./access.server";
import { pushCalendar } from "./push.server";
import { readCalendar } from "./read.server";

// A CalDAV server carries out a killed worker's PUT after the next worker's DELETE: it has no
// memory of a deleted file, so the event of a cancelled booking is there again.

needsTool("radicale")(
  "an event that a late PUT creates anew is deleted after the next read, and closes no time",
  async () => {
    const server = radicale!; // the tool is there
    const world = await makePushWorld();
    const tenant_id = world.owner.tenant.id;
    const [connection_id, id] = [newId(), newId()];
    await prisma.calendarConnection.create({
      data: {
        tenant_id,
        id: connection_id,
        user_id: world.owner.user_id,
        provider: "caldav",
        account: "anna@example.com",
        secret: new Uint8Array(sealSecret(tenant_id, connection_id, server.secret)),
      },
    });
    const external_id = await server.makeCalendar("late");
    await prisma.connectedCalendar.create({
      data: {
        tenant_id,
        id,
        connection_id,
        resource_id: world.room.id,
        external_id,
        name: "Anna",
        can_write: true,
        writes: true,
        next_read_at: new Date("2100-01-01"),
      },
    });
    const find = () => caldavProvider;
    const push = async () => {
      await relayAll();
      await pushCalendar(tenant_id, id, find);
    };
    const read = () => readCalendar(tenant_id, id, find);
    const url = (booking: string) =>
      `${external_id}${eventId(booking, `caldav:${external_id}`)}.ics`;
    /** The PUT of a worker that was killed: whoever has written the event meanwhile and deleted it. */
    const putLate = async (booking: string, body: string) => {
      const headers = { "Content-Type": "text/calendar", "If-None-Match": "*" };
      expect(await server.send("PUT", url(booking), body, headers)).toMatchObject({ status: 201 });
    };
    const statusOf = async (booking: string) => (await server.send("GET", url(booking))).status;
    const busy = async () =>
      (await pool.query("select 1 from busy where tenant_id = $1", [tenant_id])).rowCount;

    const [cancelled, moved] = [
      await book(world.owner, world.slots[0]!.id),
      await book(world.owner, world.slots[1]!.id),
    ];
    await push();
    await read();
    const bodies = new Map<string, string>();
    for (const booking of [cancelled, moved]) {
      const { status, text } = await server.send("GET", url(booking.id));
      expect(status).toBe(200);
      bodies.set(booking.id, text);
    }
    const { starts_at } = world.slots[1]!;
    const other = world.otherSlots.find((slot) => +slot.starts_at === +starts_at)!;
    await setStatus(world, cancelled.id, "cancelled");
    await moveTo(world, moved.id, other);
    await push();
    for (const booking of [cancelled, moved]) {
      expect(await statusOf(booking.id)).toBe(404);
      await putLate(booking.id, bodies.get(booking.id)!);
    }
    await read();
    expect(await busy()).toBe(0);
    await push();
    for (const booking of [cancelled, moved]) {
      expect(await statusOf(booking.id)).toBe(404);
      expect(await pushesOfBooking(booking.id)).toEqual([]);
    }
    expect(await read()).toEqual({ changed: 0 });
  },
);
