import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/bookings";
import { createBooking } from "~/domain/bookings/create-booking.server";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { startWorker } from "./worker.server";

test("a committed booking becomes one mail in the guest's hands, by the worker alone", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 20",
    [schedule.id],
  );
  const customer = aCustomer();
  await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }), null);
  const worker = await startWorker();
  try {
    const status = async () =>
      (await pool.query<{ status: string }>("select status from message where recipient = $1", [customer.email]))
        .rows[0]?.status;
    await expect.poll(status, { timeout: 20_000 }).toBe("sent");
  } finally {
    await worker.stop();
  }
  expect(await sentTo(customer.email)).toMatchObject([{ subject: expect.stringMatching(/^Confirmed: /) }]);
}, 60_000);
