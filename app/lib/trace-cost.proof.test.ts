import { beforeAll, expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeSecretKey, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { onStatement } from "~/testing/statement-listener";
import { inSpan, isTraced, traceparent, tracedStatement } from "./trace.server";

// Measures the cost of tracing without an SDK: CPU time of a booking's calls to lib/trace.server.ts
// relative to the whole booking, in one run (figure in app/docs/operations.md).

const BOOKINGS = 300;
const GATES = 200_000;
let book: () => Promise<Response>;

beforeAll(async () => {
  const owner = await makeTenant();
  const key = await makeSecretKey(owner);
  const room = await makeResource(owner, { capacity: 500 });
  const slots = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(10);
  let made = 0;
  book = () => {
    const body = {
      slot_id: slots[made++ % slots.length]!.id,
      customer: { name: "Guest", email: `${newId()}@a.test` },
    };
    return call("/api/bookings", { key, body });
  };
});

/** CPU time per run in microseconds. */
async function cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

test("without an SDK a booking spends less than a hundredth of its time on traces", async () => {
  expect(isTraced()).toBe(false);
  await cpuOf(50, book);
  let statements = 0;
  const stop = onStatement(() => void statements++);
  expect((await book()).status).toBe(201);
  stop();
  const booking = await cpuOf(BOOKINGS, book);
  const answer = Promise.resolve(1);
  const gates = await cpuOf(GATES, () =>
    inSpan("bookings.create", { kind: "server", parent: null }, async () => {
      for (let sent = 0; sent < statements; sent++) void tracedStatement("select 1", () => answer);
      return traceparent();
    }),
  );
  const ratio = gates / booking;
  process.stdout.write(
    `${statements} statements; ${booking.toFixed(0)} µs a booking, of which traces ${gates.toFixed(2)} µs: ${(ratio * 100).toFixed(3)} %\n`,
  );
  expect(ratio).toBeLessThan(0.01);
});
