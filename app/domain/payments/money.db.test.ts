import { standIn } from "~/testing/payments-on";
import { beforeEach, expect, test } from "vitest";
import { parseForm } from "~/sandbox/stripe/form";
import { pool } from "~/lib/db.server";
import sql from "sql-template-tag";
import {
  checkout,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { refundBooking } from "./refund-booking.server";

// The exact amounts sent to the provider for each kind of currency.

beforeEach(() => {
  standIn.sandbox.wire.calls.length = 0;
  standIn.received.length = 0;
});

const sent = (path: string) =>
  standIn.sandbox.wire.calls
    .filter((call) => call.method === "POST" && call.path === path)
    .map(({ body }) => parseForm(body));

// The platform fee is 2.5 %.
test.each([
  ["EUR", 2500, { unit_amount: "2500", fee: "63" }, 999, "999"],
  ["JPY", 2500, { unit_amount: "2500", fee: "63" }, 1, "1"],
  ["KWD", 12_340, { unit_amount: "12340", fee: "310" }, 4120, "4120"],
  ["ISK", 2500, { unit_amount: "250000", fee: "6300" }, 999, "99900"],
  ["HUF", 450_000, { unit_amount: "450000", fee: "11250" }, 100_001, "100001"],
])(
  "%s: %i is charged and refunded exactly",
  async (currency, price_amount, charged, part, written) => {
    const { owner, id } = await paidBooking({ currency, price_amount });
    const [session] = sent("/v1/checkout/sessions");
    expect(session).toMatchObject({
      line_items: {
        "0": { price_data: { unit_amount: charged.unit_amount, currency: currency.toLowerCase() } },
      },
      payment_intent_data: { application_fee_amount: charged.fee },
    });
    expect(await paymentsOf(id)).toMatchObject([
      { status: "paid", amount: price_amount, currency, attention: null },
    ]);
    await refundBooking(owner, id, { amount: part }, null);
    await work(owner);
    const [row] = await refundsOf(id);
    expect(sent("/v1/refunds")).toEqual([
      {
        payment_intent: expect.any(String),
        amount: written,
        reason: "requested_by_customer",
        refund_application_fee: "true", // in proportion
        metadata: { refund_id: row!.id },
      },
    ]);
    expect(await stateOf(id)).toMatchObject({
      status: "paid",
      payment_status: "partially_refunded",
    });
    await refundBooking(owner, id, {}, null);
    await work(owner);
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([part, price_amount - part]);
    expect(await stateOf(id)).toMatchObject({ status: "refunded" });
  },
);

test("an amount that cards cannot represent is refused, never rounded", async () => {
  const { owner, slots } = await makePaidService(1, { currency: "KWD", price_amount: 12_340 });
  const id = await waitingBooking(owner, slots[0]!.id);
  await pool.query(
    sql`update booking set price_amount = 12345 where tenant_id = ${owner.tenant.id} and id = ${id}`,
  ); // from an earlier version
  await expect(checkout(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
  expect(sent("/v1/checkout/sessions")).toEqual([]);
  const paid = await paidBooking({ currency: "KWD", price_amount: 12_340 });
  await expect(refundBooking(paid.owner, paid.id, { amount: 5 }, null)).rejects.toMatchObject({
    code: "validation_failed",
  });
});

test("a price of zero or below the minimum opens no checkout", async () => {
  const { owner, slots } = await makePaidService(2);
  const free = await waitingBooking(owner, slots[0]!.id);
  const small = await waitingBooking(owner, slots[1]!.id);
  await pool.query(
    sql`update booking set price_amount = 0 where tenant_id = ${owner.tenant.id} and id = ${free}`,
  );
  await pool.query(
    sql`update booking set price_amount = 10 where tenant_id = ${owner.tenant.id} and id = ${small}`,
  );
  await expect(checkout(owner, free)).rejects.toMatchObject({ code: "booking_not_payable" });
  expect(sent("/v1/checkout/sessions")).toEqual([]);
  await expect(checkout(owner, small)).rejects.toMatchObject({ code: "amount_below_minimum" });
  expect(await paymentsOf(free)).toEqual([]);
  expect(await paymentsOf(small)).toEqual([]);
});
