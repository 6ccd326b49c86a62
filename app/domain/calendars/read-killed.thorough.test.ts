import { feed, feedHost, feedUrl, stopFeeds } from "~/testing/feeds";
import { afterAll, expect, test } from "vitest";
import { pool, prisma } from "~/lib/db.server";
import { FAULT_POINTS, type FaultPoint } from "~/lib/fault-point.server";
import { book, outcome, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { busyBlocks, busyClaims, makeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { untilTrue } from "~/testing/webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";
import { queueRead } from "./queue-read.server";
import { readCalendar } from "./read.server";

// The worker is killed (kill -9) between any two steps of a read; the next one starts where that
// one did and ends with the same result.

const POINTS = FAULT_POINTS.filter((point) => point.startsWith("pull."));
let worker: WorkerProcess | undefined;
const settings = { CALENDAR_ALLOW_HOSTS: feedHost, NODE_ENV: "test", RATE_LIMITS: "off" };

afterAll(async () => {
  await worker?.kill("SIGKILL");
  stopFeeds();
});

test.each<FaultPoint>(POINTS)(
  "a worker killed at %s leaves a calendar that the next one can read",
  async (point) => {
    const owner = await makeTenant();
    const room = (await makeResource(owner)).id;
    const slots = await slotsAfter(
      1,
      (await makeSchedule(owner, [room], { max_advance_days: 6 })).id,
    );
    const span = (index: number) => ({
      starts_at: slots[index]!.starts_at,
      ends_at: slots[index]!.ends_at,
    });
    const event = (id: string, index: number) => ({ id, ...span(index) });
    const calendar = await makeCalendar(owner, room, { url: feedUrl });
    const row = () =>
      prisma.connectedCalendar.findUniqueOrThrow({
        where: { tenant_id_id: { tenant_id: owner.tenant.id, id: calendar.id } },
      });
    const tenantId = owner.tenant.id;

    feed.events = [event("a", 0), event("b", 2)];
    await readCalendar(tenantId, calendar.id);
    const before = await row();
    const booked = await book(owner, slots[4]!.id);
    feed.events = [event("b", 2), event("c", 4), event("d", 6)];
    worker = await startWorkerProcess("127.0.0.1:1", { ...settings, FAULT_POINT: point });
    const { pid } = worker;
    await queueRead(pool, tenantId, calendar.id);
    await untilTrue(() => !isAlive(pid));
    expect(await row()).toMatchObject({ cursor: before.cursor, last_read_at: before.last_read_at });
    expect((await busyBlocks(room)).map(({ starts_at }) => starts_at)).toContainEqual(
      slots[2]!.starts_at,
    );
    expect(await outcome(book(owner, slots[2]!.id))).toBe("slot_unavailable");

    // Expires the lease of the killed worker.
    await pool.query(
      "update connected_calendar set reading_until = now() where tenant_id = $1 and id = $2",
      [tenantId, calendar.id],
    );
    await readCalendar(tenantId, calendar.id);
    expect(await busyBlocks(room)).toEqual([2, 4, 6].map(span));
    expect(await busyClaims(room)).toEqual([2, 6].map(span));
    expect(await readCalendar(tenantId, calendar.id)).toEqual({ changed: 0 });
    expect((await prisma.booking.findFirstOrThrow({ where: { id: booked.id } })).status).toBe(
      "confirmed",
    );
    expect(await wrongCounts(room)).toBe(0);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
