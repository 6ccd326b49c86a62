import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../../identity/actor";
import { createBooking } from "./create-booking.server";

const bookSlot = (owner: UserActor, slot_id: string, more: Record<string, unknown> = {}) =>
  createBooking(owner, NewBooking.parse({ slot_id, customer: aCustomer(), ...more }), null);

async function slotsOf(owner: UserActor, scheduleId: string) {
  const found = await pool.query<{ id: string; starts_at: Date; taken: number; capacity: number }>(
    "select id, starts_at, taken, capacity from slot where tenant_id = $1 and schedule_id = $2 order by starts_at",
    [owner.tenant.id, scheduleId],
  );
  return found.rows;
}

async function outcome<T>(promise: Promise<T>): Promise<T | string> {
  return promise.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
}

test("a booking takes its seat, is confirmed immediately and writes two events", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const [, slot] = await slotsOf(owner, schedule.id);
  const booking = await bookSlot(owner, slot!.id);
  expect(booking).toMatchObject({
    status: "confirmed",
    resource_id: room.id,
    slot_id: slot!.id,
    version: 1,
    party_size: 1,
  });
  expect((await slotsOf(owner, schedule.id))[1]).toMatchObject({ taken: 1 });
  const events = await pool.query(
    "select type, sequence from event where tenant_id = $1 order by sequence",
    [owner.tenant.id],
  );
  expect(events.rows).toEqual([
    { type: "booking.created", sequence: 1 },
    { type: "booking.confirmed", sequence: 2 },
  ]);
});

test("of twenty concurrent requests for one seat, one succeeds and the others get alternatives", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(owner, schedule.id))[3]!;
  const results = await Promise.all(
    Array.from({ length: 20 }, () => outcome(bookSlot(owner, slot.id))),
  );
  expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
  expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(19);
  const refusal = await bookSlot(owner, slot.id).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "slot_unavailable",
    extra: { details: { reason: "full" } },
  });
  const { alternatives } = (refusal as AppError).extra.details as {
    alternatives: { bookable: boolean }[];
  };
  expect(alternatives).toHaveLength(3);
  expect(alternatives.every((alternative) => alternative.bookable)).toBe(true);
});

test("twenty concurrent requests for twenty seats all succeed", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner, { capacity: 20 });
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(owner, schedule.id))[3]!;
  const results = await Promise.all(
    Array.from({ length: 20 }, () => outcome(bookSlot(owner, slot.id))),
  );
  // Without the lock, two bookings would choose the same lane and the constraint would refuse one
  // of them.
  expect(results.filter((result) => typeof result === "object")).toHaveLength(20);
});

test("two schedules on one resource exclude each other, in both lists", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const short = await makeSchedule(owner, [room.id], { duration_minutes: 30 });
  const long = await makeSchedule(owner, [room.id], { duration_minutes: 90, step_minutes: 30 });
  const target = (await slotsOf(owner, long.id))[4]!;
  await bookSlot(owner, target.id);
  const end = target.starts_at.getTime() + 90 * 60_000;
  for (const slot of await slotsOf(owner, short.id)) {
    const overlaps =
      slot.starts_at.getTime() < end &&
      slot.starts_at.getTime() + 30 * 60_000 > target.starts_at.getTime();
    expect(slot.taken).toBe(overlaps ? 1 : 0);
  }
  const inside = (await slotsOf(owner, short.id)).find((slot) => slot.taken === 1)!;
  expect(await outcome(bookSlot(owner, inside.id))).toBe("slot_unavailable");
});

test("a party takes as many seats as it has people and is refused when one is missing", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner, { capacity: 5 });
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(owner, schedule.id))[2]!;
  await bookSlot(owner, slot.id, { party_size: 3 });
  expect(await outcome(bookSlot(owner, slot.id, { party_size: 3 }))).toBe("slot_unavailable");
  await bookSlot(owner, slot.id, { party_size: 2 });
  expect((await slotsOf(owner, schedule.id))[2]).toMatchObject({ taken: 5 });
});
