import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { book, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { loadBooking } from "./load-booking.sql.server";

test("an open connection can load bookings after a migration adds a column", async () => {
  const owner = await makeTenant();
  const { id: room } = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room]);
  const { id } = await book(owner, (await slotsOf(schedule.id))[0]!.id);
  const connection = await pool.connect();
  try {
    const before = await loadBooking(connection, owner.tenant.id, id, false);
    await pool.query("alter table booking add column added_later text");
    const after = await loadBooking(connection, owner.tenant.id, id, false);
    expect(after.row).toMatchObject(before.row);
  } finally {
    connection.release();
  }
});
