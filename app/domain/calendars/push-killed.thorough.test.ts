import { google, googleSettings } from "~/testing/google-calendar";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ANNA } from "~/sandbox/google/state";
import { pool, prisma } from "~/lib/db.server";
import { FAULT_POINTS, type FaultPoint } from "~/lib/fault-point.server";
import { newId } from "~/lib/ids";
import { book } from "~/testing/booking-calls";
import { connect } from "~/testing/google-driver";
import { makePushWorld, moveTo, pushesOfBooking, relayAll, setStatus } from "~/testing/push-world";
import { untilTrue } from "~/testing/webhook-receivers";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";
import { sealSecret } from "./access.server";
import { disconnectCalendars, endConnection } from "./disconnect-calendars.server";
import { pushCalendar } from "./push.server";

// The worker is killed (kill -9) between a call to Google and recording its result; the next one
// repeats it, leaving one event or none.

const PUSHES = FAULT_POINTS.filter((point) => point.startsWith("push."));
const world = await makePushWorld();
const tenant_id = world.owner.tenant.id;
let worker: WorkerProcess | undefined;
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

beforeEach(async () => {
  google.control.reset();
  await pool.query("delete from calendar_connection");
  const [id, calendar_id] = [newId(), newId()];
  const { secret, scopes } = await connect();
  const sealed = new Uint8Array(sealSecret(tenant_id, id, secret));
  const user_id = world.owner.user_id;
  await prisma.calendarConnection.create({
    data: { tenant_id, id, user_id, provider: "google", account: ANNA, secret: sealed, scopes },
  });
  await prisma.connectedCalendar.create({
    data: {
      tenant_id,
      id: calendar_id,
      connection_id: id,
      resource_id: world.room.id,
      external_id: ANNA,
      name: "Anna",
      can_write: true,
      writes: true,
      channel_at: null,
      next_read_at: new Date("2100-01-01"),
    },
  });
  Object.assign(world, { calendar_id, connection_id: id });
});
afterAll(() => worker?.kill("SIGKILL"));

/**
 * Runs `act` while a worker is running, until it is killed at this point; then releases its leases.
 */
async function untilKilledAt(point: FaultPoint, act: () => Promise<unknown>): Promise<void> {
  worker = await startWorkerProcess("127.0.0.1:1", {
    ...googleSettings,
    NODE_ENV: "test",
    FAULT_POINT: point,
  });
  const { pid } = worker;
  await act();
  await untilTrue(() => !isAlive(pid));
  await pool.query("update connected_calendar set pushing_until = now() where tenant_id = $1", [
    tenant_id,
  ]);
  await pool.query(
    "update calendar_push set next_at = now() - interval '1 second' where tenant_id = $1",
    [tenant_id],
  );
}
const push = () => pushCalendar(tenant_id, world.calendar_id);
const starts = () => google.control.events(ANNA).map(({ start }) => Date.parse(start!.dateTime!));

test.each<FaultPoint>(PUSHES)("a worker killed at %s leaves exactly one event", async (point) => {
  const [from, to] = [freeSlot(), freeSlot()];
  let id = "";
  await untilKilledAt(point, async () => ({ id } = await book(world.owner, from.id)));
  expect(starts()).toEqual([from.starts_at.getTime()]);
  await push();
  expect(starts()).toEqual([from.starts_at.getTime()]);

  await untilKilledAt(point, () => moveTo(world, id, to));
  await push();
  expect(starts()).toEqual([to.starts_at.getTime()]);
  expect(await pushesOfBooking(id)).toMatchObject([{ outside: null, problem: null }]);

  await untilKilledAt(point, () => setStatus(world, id, "cancelled"));
  await push();
  expect(starts()).toEqual([]);
  expect(await pushesOfBooking(id)).toEqual([]);
});

test("killed between event and record, then cancelled: no event remains", async () => {
  let id = "";
  await untilKilledAt("push.asked", async () => ({ id } = await book(world.owner, freeSlot().id)));
  expect(await pushesOfBooking(id)).toMatchObject([{ external_id: null }]);
  await setStatus(world, id, "cancelled");
  await relayAll();
  await push();
  expect([starts(), await pushesOfBooking(id)]).toEqual([[], []]);
});

test("a disconnection killed before deleting the account is completed", async () => {
  await book(world.owner, freeSlot().id);
  await relayAll();
  await push();
  await untilKilledAt("disconnect.revoked", () =>
    disconnectCalendars(tenant_id, world.connection_id, { events: "delete" }),
  );
  expect(await prisma.calendarConnection.count()).toBe(1);
  expect(await endConnection(tenant_id, world.connection_id)).toBe(true);
  expect([starts(), await prisma.calendarConnection.count()]).toEqual([[], 0]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
