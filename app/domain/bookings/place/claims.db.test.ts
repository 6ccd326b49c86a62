import { beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, slotsOf, type SlotRow } from "~/testing/booking-calls";
import type { UserActor } from "../../identity/actor";
import { claimSeats, releaseSeats } from "../../seats/claim-seats.sql.server";

// The constraints that hold even if code omits the resource's lock.

const MAX_LOOKS = 20_000;
let owner: UserActor;
let room: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  room = (await makeResource(owner, { capacity: 2 })).id;
  const offer = await makeSchedule(owner, [room]);
  slots = (await slotsOf(offer.id)).slice(-20);
});

const INSERT = `insert into claim (tenant_id, booking_id, lane, resource_id, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)`;
const claim = (bookingId: string, lane: number, from: Date, to: Date) => [
  owner.tenant.id,
  bookingId,
  lane,
  room,
  from,
  to,
];
const hours = (at: Date, count: number) => new Date(at.getTime() + count * 3_600_000);

test("claims of one lane may touch but never overlap", async () => {
  const [slot, elsewhere] = [slots[0]!, slots[10]!];
  await book(owner, slot.id, { party_size: 2 });
  const other = await book(owner, elsewhere.id);
  const { starts_at: from, ends_at: to } = slot;
  const second = 1000;
  for (const [start, end] of [
    [from, to],
    [hours(from, -1), new Date(from.getTime() + 1)],
    [new Date(to.getTime() - 1), hours(to, 1)],
    [hours(from, -1), hours(to, 1)],
    [new Date(from.getTime() + second), new Date(to.getTime() - second)],
  ] as const)
    await expect(pool.query(INSERT, claim(other.id, 1, start, end))).rejects.toMatchObject({
      constraint: "claim_no_overlap",
    });
  const client = await pool.connect();
  try {
    for (const values of [
      claim(other.id, 1, hours(from, -1), from),
      claim(other.id, 1, to, hours(to, 1)),
      claim(other.id, 2, from, to),
    ]) {
      await client.query("begin");
      await client.query(INSERT, values);
      await client.query("rollback");
    }
  } finally {
    client.release();
  }
});

test("a conflict with a claim made without the lock is a taken time with alternatives", async () => {
  const [wanted, held] = [slots[3]!, slots[12]!];
  const forgetful = await book(owner, held.id, { party_size: 2 });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("delete from claim where booking_id = $1", [forgetful.id]);
    await client.query(INSERT, claim(forgetful.id, 0, wanted.occupies_from, wanted.occupies_to));
    const late = book(owner, wanted.id, { party_size: 2 }).catch((error: unknown) => error);
    // It found the lane free and now waits on the constraint.
    await expectWaiting(late);
    await client.query("commit");
    expect(await late).toMatchObject({
      code: "slot_unavailable",
      extra: { details: { reason: "full" } },
    });
    const { extra } = (await late) as { extra: { details: { alternatives: unknown[] } } };
    expect(extra.details.alternatives).toHaveLength(3);
  } finally {
    client.release();
  }
  const bookings = await pool.query("select 1 from booking where slot_id = $1", [wanted.id]);
  expect(bookings.rowCount).toBe(0);
});

test("a booking waits for another transaction on the resource, and then finds the seat taken", async () => {
  const [wanted, held] = [slots[5]!, slots[14]!];
  const mover = await book(owner, held.id, { party_size: 2 });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from lock_resource($1, $2, 60)", [owner.tenant.id, room]);
    // No claim conflicts yet: only the lock can make it wait.
    const late = book(owner, wanted.id).catch((error: unknown) => error);
    await expectWaiting(late);
    await releaseSeats(client, owner.tenant.id, mover.id);
    const { occupies_from, occupies_to } = wanted;
    const time = {
      tenant_id: owner.tenant.id,
      resource_id: room,
      booking_id: mover.id,
      occupies_from,
      occupies_to,
    };
    const rest = {
      capacity: 2,
      party_size: 2,
      lapses_at: null,
      slot_id: wanted.id,
      daily: null,
      over_capacity: false,
    };
    await claimSeats(client, { ...time, ...rest });
    await client.query("commit");
    expect(await late).toMatchObject({
      code: "slot_unavailable",
      extra: { details: { reason: "full" } },
    });
  } finally {
    client.release();
  }
});

/** Resolves when a connection waits for a lock; fails if `work` ends first or nothing waits. */
async function expectWaiting(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  for (let looks = 0; looks < MAX_LOOKS && !isOver; looks++) {
    const waiting = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (waiting.rowCount! > 0) return;
  }
  throw new Error(isOver ? "The work did not wait." : "No connection waits for a lock.");
}
