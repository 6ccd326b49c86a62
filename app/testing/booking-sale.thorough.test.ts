import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AvailabilityQuery } from "~/contract/slots";
import type { UserActor } from "~/domain/identity/actor";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { pool } from "~/lib/db.server";
import { book, outcome, slotsOf, wrongCounts } from "./booking-calls";
import { makeResource, makeSchedule, makeTenant } from "./factory";

// Many clients book one resource at the same time while other tenants must not be affected. One
// process, observed through a separate connection.

const PRESSES = 3000;
const SEATS = 30;
const AT_DATABASE = 3;
let watcher: pg.Client;

beforeAll(async () => {
  watcher = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await watcher.connect();
});
afterAll(() => watcher.end());

/** A tenant with one resource and its slots. */
async function aShop(capacity: number) {
  const owner = await makeTenant();
  const room = await makeResource(owner, { capacity });
  const schedule = await makeSchedule(owner, [room.id]);
  return { owner, room, slots: (await slotsOf(schedule.id)).slice(10) };
}

/** How many connections are sending a booking or waiting for a lock. */
async function atDatabase(): Promise<number> {
  const found = await watcher.query<{ bookings: number }>(
    `select count(*)::int as bookings from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%place_booking(%' and pid <> pg_backend_pid()`,
  );
  return found.rows[0]!.bookings;
}

test("3,000 concurrent bookings of 30 seats use three connections and do not block another tenant", async () => {
  const [sale, other] = [await aShop(SEATS), await aShop(1)];
  let settled = 0;
  const presses = Array.from({ length: PRESSES }, () =>
    outcome(book(sale.owner, sale.slots[0]!.id)).finally(() => settled++),
  );
  const done = Promise.all(presses);
  let most = 0;
  const watch = async () => {
    while (settled < PRESSES) most = Math.max(most, await atDatabase());
  };
  const waitedFor: number[] = [];
  const visit = async () => {
    for (const slot of other.slots) {
      if (settled === PRESSES) return;
      const before = settled;
      await look(other.owner, other.room.id);
      await book(other.owner, slot.id);
      waitedFor.push(settled - before);
    }
  };
  const [results] = await Promise.all([done, watch(), visit()]);
  expect(results.filter((result) => typeof result === "object")).toHaveLength(SEATS);
  expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(PRESSES - SEATS);
  expect(await wrongCounts(sale.room.id)).toBe(0);
  const rows = await pool.query(
    "select count(*)::int as bookings from booking where resource_id = $1",
    [sale.room.id],
  );
  expect(rows.rows).toEqual([{ bookings: SEATS }]);
  // The other tenant's booking adds at most one to those of the sale.
  expect(most).toBeLessThanOrEqual(AT_DATABASE + 1);
  // No call of the other tenant waited longer than a small part of the sale.
  expect(waitedFor.length).toBeGreaterThan(5);
  expect(Math.max(...waitedFor)).toBeLessThan(PRESSES / 10);
});

const look = (actor: UserActor, resource_id: string) =>
  readAvailability(actor, AvailabilityQuery.parse({ resource_id }), 31, null);

test("bookings that wait for a resource's lock leave connections for other tenants", async () => {
  const [sale, other] = [await aShop(SEATS), await aShop(1)];
  const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from lock_resource($1, $2, 60)", [
      sale.owner.tenant.id,
      sale.room.id,
    ]);
    const presses = Promise.all(
      Array.from({ length: 100 }, () => outcome(book(sale.owner, sale.slots[0]!.id))),
    );
    for (const slot of other.slots.slice(0, 5))
      expect(await book(other.owner, slot.id)).toMatchObject({ status: "confirmed" });
    expect(await atDatabase()).toBeLessThanOrEqual(AT_DATABASE);
    await holder.query("commit");
    expect((await presses).filter((result) => typeof result === "object")).toHaveLength(SEATS);
  } finally {
    await holder.end();
  }
});

test("concurrent refusals share one search for alternatives, and each gets three", async () => {
  const { owner, slots } = await aShop(1);
  await book(owner, slots[0]!.id);
  const refusals = await Promise.all(
    Array.from({ length: 40 }, () => book(owner, slots[0]!.id).catch((error: unknown) => error)),
  );
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      code: "slot_unavailable",
      extra: {
        details: { alternatives: [{ bookable: true }, { bookable: true }, { bookable: true }] },
      },
    });
});
