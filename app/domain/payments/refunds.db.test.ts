import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import {
  cancel,
  events,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  work,
} from "~/testing/payment-calls";
import { refundBooking } from "./refund-booking.server";

afterAll(() => standIn.close());
beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

describe("a refund", () => {
  test("in part leaves the booking paid; the rest makes it refunded", async () => {
    const { owner, id } = await paidBooking();
    await refundBooking(owner, id, { amount: 1000 }, null);
    await work(owner);
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "partially_refunded", seats: 1 });
    await expect(refundBooking(owner, id, { amount: 1501 }, null)).rejects.toMatchObject({ code: "validation_failed" });
    await refundBooking(owner, id, {}, null);
    await work(owner);
    expect(await stateOf(id)).toEqual({ status: "refunded", payment_status: "refunded", seats: 0 });
    expect((await events(id)).filter((type) => type === "refunded")).toHaveLength(2);
    const bodies = await pool.query<{ body: string }>(
      sql`select body from event where booking_id = ${id} and type = 'booking.refunded' order by sequence`,
    );
    expect(bodies.rows.map(({ body }) => JSON.parse(body).data.refund)).toMatchObject([
      { amount: 1000, currency: "EUR", remaining: 1500 },
      { amount: 1500, currency: "EUR", remaining: 0 },
    ]);
  });

  test("by policy goes with a cancellation, or as the admin says", async () => {
    const first = await paidBooking();
    await cancel(first.owner, first.id);
    await work(first.owner);
    expect(await stateOf(first.id)).toMatchObject({ status: "refunded" });
    const second = await paidBooking();
    await cancel(second.owner, second.id, { refund: { mode: "amount", amount: 500 } });
    await work(second.owner);
    expect(await stateOf(second.id)).toMatchObject({ status: "cancelled", payment_status: "partially_refunded" });
    const third = await paidBooking();
    await cancel(third.owner, third.id, { refund: { mode: "none" } });
    expect(await refundsOf(third.id)).toEqual([]);
  });

  test("made in the provider's own dashboard is seen", async () => {
    const { owner, id, account } = await paidBooking();
    const [payment] = await paymentsOf(id);
    await fetch(`${standIn.origin}/v1/refunds`, {
      method: "POST",
      headers: { Authorization: "Bearer sk_test_platform", "Stripe-Account": account },
      body: new URLSearchParams({ payment_intent: payment!.charge_ref!, amount: "400" }),
    });
    await takeWebhooks(owner);
    expect(await refundsOf(id)).toMatchObject([{ reason: "provider", amount: 400, status: "succeeded" }]);
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "partially_refunded" });
  });
});
