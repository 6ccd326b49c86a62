import pg from "pg";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { createBooking } from "./create-booking.server";

// In a separate file: with a fixed clock (`npm test -- --at`) the deadlock check of Postgres that
// this test needs never runs.

/** Resolves when `count` sessions of this database wait for a lock. */
async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    const found = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (found.rowCount === count) return;
  }
}

test("a booking aborted by a deadlock with a migration is retried", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 limit 1",
    [schedule.id],
  );
  const connectionString = process.env.DIRECT_DATABASE_URL;
  const [migration, gate] = [
    new pg.Client({ connectionString }),
    new pg.Client({ connectionString }),
  ];
  await Promise.all([migration.connect(), gate.connect()]);
  // A long timeout for the migration's session, so that the booking detects the deadlock first and
  // is the one aborted.
  await migration.query("set deadlock_timeout = '10min'");
  await gate.query("begin; lock table customer in share mode");
  await migration.query("begin; lock table audit_row in share mode");
  const wish = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer: aCustomer() });
  const booking = createBooking(owner, wish, null);
  await untilWaiting(gate, 1);
  const locked = migration.query("select from resource where id = $1 for update", [room.id]);
  await untilWaiting(gate, 2);
  await gate.query("commit");
  await locked;
  await migration.query("commit");
  expect(await booking).toMatchObject({ status: "confirmed" });
  await Promise.all([migration.end(), gate.end()]);
});
