import { beforeEach, describe, expect, test } from "vitest";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { book } from "~/testing/booking-calls";
import { connectAnew, makePushWorld, relayAll, setStatus } from "~/testing/push-world";
import { clashes } from "./clashes.sql.server";
import { readCalendar } from "./read.server";

const world = await makePushWorld();
const { owner } = world;
const tenantId = owner.tenant.id;
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

beforeEach(async () => {
  await relayAll();
  await connectAnew(world);
  await pool.query("delete from pgboss.job");
});

const setRead = (minutesAgo: number, more = "") =>
  pool.query(
    `update connected_calendar set last_read_at = now() - $2 * interval '1 minute', next_read_at = now() + interval '14 minutes' ${more}
     where id = $1`,
    [world.calendar_id, minutesAgo],
  );
const queuedReads = async () =>
  (
    await pool.query(
      "select 1 from pgboss.job where name = 'calendars.read' and data ->> 'calendar_id' = $1",
      [world.calendar_id],
    )
  ).rowCount;
const minutesToRead = async () => {
  const { next_read_at } = await prisma.connectedCalendar.findFirstOrThrow({
    where: { id: world.calendar_id },
  });
  return (next_read_at.getTime() - clock.now()) / 60_000;
};

describe("a booking at a resource whose calendar was last read", () => {
  test("over five minutes ago triggers a read, so that a lost notice becomes a conflict", async () => {
    const slot = freeSlot();
    await setRead(6);
    const booking = await book(owner, slot.id);
    await relayAll();
    expect(await queuedReads()).toBe(1);
    // The provider's notification got lost.
    const { starts_at, ends_at } = slot;
    const theirs = { external_id: "theirs", instance: "", starts_at, ends_at, is_busy: true };
    world.outside.events.push({ ...theirs, title: null, etag: null, booking_id: null } as never);
    await readCalendar(tenantId, world.calendar_id, world.outside.find);
    expect(await clashes(tenantId)).toMatchObject([{ booking_id: booking.id }]);
    expect(await minutesToRead()).toBeLessThanOrEqual(5.1);
    await setStatus(world, booking.id, "cancelled");
  });

  test("a moment ago schedules a read within five minutes, as does a refused booking", async () => {
    await setRead(1);
    const booking = await book(owner, freeSlot().id);
    await relayAll();
    expect(await queuedReads()).toBe(0);
    expect(await minutesToRead()).toBeLessThanOrEqual(5);
    await setRead(1);
    await setStatus(world, booking.id, "cancelled");
    await relayAll();
    expect(await minutesToRead()).toBeLessThanOrEqual(5);
  });

  test.each([
    ["closes no time", ", checks = false"],
    ["is being read", ", reading_until = now() + interval '1 minute'"],
    ["keeps failing, and is asked at its own pace", ", broken_at = now()"],
  ])("long ago, but %s, waits for the regular read", async (_, more) => {
    await setRead(20, more);
    await book(owner, freeSlot().id);
    await relayAll();
    expect(await queuedReads()).toBe(0);
    expect(await minutesToRead()).toBeGreaterThan(13);
  });
});
