import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { createBooking } from "../bookings/place/create-booking.server";
import { relayEvents } from "../events/relay.server";
import { sendMessage } from "./send-message.server";

test("the confirmation names the room that guests are shown, and not the other one", async () => {
  const owner = await makeTenant();
  const sami = await makeResource(owner, { name: "Sami", type: "person" });
  const room = await makeResource(owner, { name: "Room 2" });
  const laser = await makeResource(owner, { name: "Laser" });
  const service = await makeSchedule(owner, [sami.id], {
    name: "Massage",
    needs: [
      { resource_id: room.id, shown: true },
      { resource_id: laser.id, shown: false },
    ],
  });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, service.id],
  );
  const input = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer: aCustomer() });
  const { customer } = await createBooking(owner, input, null);
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued'",
    [owner.tenant.id],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
  const mails = await sentTo(customer.email);
  expect(mails).toHaveLength(1);
  const { html } = mails[0]!;
  expect(html.replaceAll(/[\u2066-\u2069]/g, "")).toContain("Massage · Sami · Room 2<");
  expect(html).not.toContain("Laser");
});
