import { standIn } from "~/testing/payments-on";
import { expect, test } from "vitest";
import { NewRefund } from "~/contract/payments";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { toTenant } from "~/domain/identity/find-tenant.sql.server";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { connectDemoAccount } from "../../prisma/demo-payments";
import { companies } from "../../prisma/seed/companies";
import { fillCompany, makeOwner } from "../../prisma/seed/fill-company";
import { Random } from "../../prisma/seed/random";
import { refundsOf, takeWebhooks, work } from "./payment-calls";

test("a payment of the demo's past is at the stand-in, and can be refunded there", async () => {
  const company = companies.find(({ slug }) => slug === "saffron-yoga")!;
  const made = await makeOwner(company, undefined);
  await fillCompany(made, company, new Random(2), clock.now(), "https://example.com/webhooks");
  await connectDemoAccount(made);
  await connectDemoAccount(made); // at each start
  const tenant = toTenant(await prisma.tenant.findUniqueOrThrow({ where: { id: made.tenant.id } }));
  const owner = { ...made, tenant };
  const found = await pool.query<{ booking_id: string; session_id: string; amount: number }>(
    `select booking_id, session_id, amount from payment
     where tenant_id = $1 and provider = 'payprovider' and status = 'paid' and attention is null order by captured_at desc limit 1`,
    [tenant.id],
  );
  const { booking_id, session_id, amount } = found.rows[0]!;
  await refundBooking(owner, booking_id, NewRefund.parse({}), null);
  await work(owner);
  await takeWebhooks(owner);
  expect(await refundsOf(booking_id)).toMatchObject([{ status: "succeeded", amount }]);
  expect((await getBooking(owner, booking_id)).payment_status).toBe("refunded");
  const { intents, sessions } = standIn.sandbox.state.data;
  const intent = intents[String(sessions[session_id]!.object.payment_intent)]!.object;
  expect(intent).toMatchObject({ amount_received: amount, currency: "inr" });
  const lost = await pool.query(
    "select 1 from payment where tenant_id = $1 and provider = 'payprovider' and organization_id is null",
    [tenant.id],
  );
  expect(lost.rowCount).toBe(0);
});
