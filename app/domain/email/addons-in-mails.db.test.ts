import { expect, test } from "vitest";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import * as manageRoute from "~/pages/guest/manage/route";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { editBooking } from "../bookings/change/edit-booking.server";
import { manageUrl } from "../bookings/links/manage-link.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { relayEvents } from "../events/relay.server";
import { sendMessage } from "./send-message.server";

const { loader: guestPage } = renderedPage("manage/:token", manageRoute);

const ADDONS = [
  { id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 },
  { id: "light", name: "Light", price_amount: 600, max_quantity: 1 },
];

test("emails and the guest's page name the add-ons, and another quantity is emailed", async () => {
  const owner = await makeTenant();
  const court = await makeResource(owner);
  const service = await makeSchedule(owner, [court.id], { price_amount: 2000, addons: ADDONS });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, service.id],
  );
  const booking = await createBooking(
    owner,
    NewBooking.parse({
      slot_id: slots.rows[0]!.id,
      customer: { ...aCustomer(), locale: "en-US" },
      addons: [{ id: "racket", quantity: 2 }, { id: "light" }],
    }),
    null,
  );
  const mails = async () => {
    while ((await relayEvents(100)) > 0);
    const queued = await pool.query<{ id: string }>(
      "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
      [owner.tenant.id],
    );
    for (const { id } of queued.rows) await sendMessage({ message_id: id });
    return sentTo(booking.customer.email);
  };
  const first = await mails();
  expect(first).toHaveLength(1);
  expect(first[0]!.html).toMatch(/Add-ons<\/th>\s*<td[^>]*>2 × Racket, Light<[^]*€34.00/);

  const url = manageUrl(owner.tenant.id, booking.id);
  const token = new URL(url).pathname.split("/")[2]!;
  const answer = await guestPage({ request: new Request(url), params: { token }, context: {} });
  expect((await answer.text()).replaceAll("<!-- -->", "")).toContain("2 × Racket, Light");

  const edit = (patch: object) => editBooking(owner, booking.id, BookingPatch.parse(patch));
  await edit({ notes: "By the window" });
  expect(await mails()).toHaveLength(1);
  await edit({ addons: [{ id: "racket", quantity: 3 }] });
  const after = await mails();
  expect(after).toHaveLength(2);
  expect(after[1]!.html).toContain("3 × Racket");
  expect(after[1]!.html).not.toContain("Light");
});
