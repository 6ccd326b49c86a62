import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { startWorker } from "./worker.server";

test("a seat added by a larger capacity is offered to the waiting list by the worker", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 20 limit 1",
    [schedule.id],
  );
  const slot_id = slots.rows[0]!.id;
  await createBooking(owner, NewBooking.parse({ slot_id, customer: aCustomer() }), null);
  await joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id, customer: aCustomer() }));
  await pool.query("update resource set capacity = 2 where id = $1", [room.id]);
  await pool.query("update slot set capacity = 2 where id = $1", [slot_id]);
  const worker = await startWorker();
  try {
    const status = async () =>
      (
        await pool.query<{ status: string }>(
          "select status from waitlist_entry where slot_id = $1",
          [slot_id],
        )
      ).rows[0]?.status;
    await expect.poll(status, { timeout: 60_000 }).toBe("offered");
  } finally {
    await worker.stop();
  }
});
