import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { relayEvents } from "../events/relay.server";
import { sendMessage } from "./send-message.server";

/** A guest's booking in the checkout: on the widget, though the desk writes it here. */
async function aCheckout() {
  const owner = await makeTenant({ name: "Studio Linden", takes_payments: true });
  const desk = await makeUser(owner, "admin");
  const room = await makeResource(owner, { name: "Mila" });
  const service = await makeSchedule(owner, [room.id], {
    name: "Haircut",
    price_amount: 5000,
    requires_payment: true,
  });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, service.id],
  );
  const customer = { ...aCustomer(), locale: "en-GB" };
  const wish = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer, status: "pending" });
  const booking = await createBooking(desk, wish, null);
  await pool.query(
    "update booking set source = 'widget', pending_reason = 'payment', expires_at = now() + interval '15 minutes' where id = $1",
    [booking.id],
  );
  await pool.query(
    `update event set body = jsonb_set(body::jsonb, '{data,booking,pending_reason}', '"payment"')::text where booking_id = $1`,
    [booking.id],
  );
  const messages = async () => {
    while ((await relayEvents(100)) > 0);
    const found = await pool.query<{ id: string; kind: string; recipient: string }>(
      "select id, kind, recipient from message where tenant_id = $1 order by created_at, id",
      [owner.tenant.id],
    );
    return found.rows;
  };
  return { owner, booking, messages };
}

const lapse = async (id: string) => {
  await pool.query("update booking set expires_at = now() - interval '1 minute' where id = $1", [
    id,
  ]);
  await pool.query(
    "update claim set lapses_at = now() - interval '1 minute' where booking_id = $1",
    [id],
  );
};

test("an unfinished checkout sends one email to the guest after five minutes, and none to the owner", async () => {
  const { booking, messages } = await aCheckout();
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ kind: "checkout_reminder", recipient: booking.customer.email });
  const jobs = await pool.query<{ minutes: number }>(
    "select round(extract(epoch from start_after - created_on) / 60)::int as minutes from pgboss.job where name = 'message.send' and data ->> 'message_id' = $1",
    [message!.id],
  );
  expect(jobs.rows).toEqual([{ minutes: 5 }]);
  await sendMessage({ message_id: message!.id });
  const [mail] = await sentTo(booking.customer.email);
  expect(mail!.subject).toMatch(/^Finish your booking, held until (\w+ )?\d\d:\d\d$/);
  expect(mail!.html).toContain(">Pay €50.00</a>");
  expect(mail!.text).toMatch(/http\S+\/pay\?amount=5000/);
  await lapse(booking.id);
  await sweepHolds();
  expect(await messages()).toHaveLength(1);
});

test("a finished or expired checkout sends none", async () => {
  for (const end of [
    "update booking set status = 'paid', pending_reason = null, expires_at = null, payment_status = 'paid' where id = $1",
    "update booking set payment_status = 'processing' where id = $1",
    "update booking set expires_at = now() - interval '1 second' where id = $1",
  ]) {
    const { booking, messages } = await aCheckout();
    const [message] = await messages();
    await pool.query(end, [booking.id]);
    await sendMessage({ message_id: message!.id });
    expect(await sentTo(booking.customer.email)).toEqual([]);
  }
});
