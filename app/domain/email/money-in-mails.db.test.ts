import { expect, test } from "vitest";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import * as manageRoute from "~/pages/guest/manage/route";
import { putPayment } from "~/testing/booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { cancelByCustomer } from "../bookings/change/cancel-by-customer.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { manageUrl } from "../bookings/links/manage-link.server";
import { relayEvents } from "../events/relay.server";
import { sendMessage } from "./send-message.server";

const { loader: guestPage } = renderedPage("manage/:token", manageRoute);

// An email and the guest's page name the price and how it is paid, wherever money is due.

async function aBooking(schedule: Record<string, unknown>, status?: "pending") {
  const owner = await makeTenant({ name: "Studio Linden", takes_payments: true });
  const room = await makeResource(owner, { name: "Mila" });
  const service = await makeSchedule(owner, [room.id], { name: "Haircut", ...schedule });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, service.id],
  );
  const customer = { ...aCustomer(), locale: "en-US" };
  const wish = NewBooking.parse({
    slot_id: slots.rows[0]!.id,
    customer,
    ...(status && { status }),
  });
  const booking = await createBooking(owner, wish, null);
  const lastMail = async () => {
    while ((await relayEvents(100)) > 0);
    const queued = await pool.query<{ id: string }>(
      "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
      [owner.tenant.id],
    );
    for (const { id } of queued.rows) await sendMessage({ message_id: id });
    return (await sentTo(booking.customer.email)).at(-1)!;
  };
  const page = async () => {
    const url = manageUrl(owner.tenant.id, booking.id);
    const token = new URL(url).pathname.split("/")[2]!;
    const html = await (
      await guestPage({ request: new Request(url), params: { token }, context: {} })
    ).text();
    return html.replaceAll("<!-- -->", "");
  };
  return { owner, booking, lastMail, page };
}

const PRICED = { price_amount: 5000 };

test("an approved booking with payment due shows the amount on the button in email and page", async () => {
  const { owner, booking, lastMail, page } = await aBooking(
    { ...PRICED, requires_payment: true, requires_approval: true },
    "pending",
  );
  expect((await lastMail()).html).not.toContain("/pay?");
  await changeBookingStatus(
    owner,
    booking.id,
    StatusChange.parse({ status: "confirmed", version: booking.version }),
    null,
  );
  const mail = await lastMail();
  expect(mail.subject).toMatch(/^Approved/);
  expect(mail.html).toMatch(/class="button"[^>]*href="[^"]+\/pay\?amount=5000">Pay €50\.00<\/a>/);
  expect(mail.html).toMatch(/class="second button"[^>]*>Manage booking</);
  expect(mail.text).toMatch(/Pay €50\.00\n+http\S+\/pay\?amount=5000/);
  expect(await page()).toContain("Pay €50.00</a>");
});

test("a booking paid on site and a free one say so", async () => {
  const priced = await aBooking(PRICED);
  const mail = await priced.lastMail();
  expect(mail.text).toMatch(/Price: €50\.00\s+Pay at Studio Linden/);
  expect(mail.html).not.toContain("/pay?");
  expect(await priced.page()).toContain("€50.00 · Pay at Studio Linden");
  const free = await aBooking({ price_amount: 0 });
  expect((await free.lastMail()).text).toContain("Price: Free");
  expect(await free.page()).toContain("<bdi>Free</bdi>");
  const online = await aBooking({
    ...PRICED,
    location: { kind: "video_url", url: "https://video.example/" },
  });
  expect((await online.lastMail()).text).not.toContain("Pay at");
});

test.each([
  [100, "€50.00"],
  [0, "€0.00"],
])("a cancellation that refunds %i percent names the refund: %s", async (refund_pct, refund) => {
  const { owner, booking, lastMail } = await aBooking(PRICED);
  await putPayment(booking.id, 5000, "paid", "payprovider");
  await pool.query(
    "update booking set status = 'paid', payment_status = 'paid', price_amount = 5000, currency = 'EUR' where id = $1",
    [booking.id],
  );
  const policy = { ...owner.tenant.policy, refund_tiers: [{ hours_before: 0, refund_pct }] };
  const tenant = { ...owner.tenant, policy };
  const guest = { kind: "customer", tenant, request_id: null, booking_id: booking.id } as const;
  await cancelByCustomer(guest, {});
  const mail = await lastMail();
  expect(mail.subject).toMatch(/^Cancelled/);
  expect(mail.text).toContain(`Refund: ${refund}`);
});
