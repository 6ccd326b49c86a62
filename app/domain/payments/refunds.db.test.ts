import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { PaymentFilter } from "~/contract/payments";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import type { MessageRow } from "~/domain/email/message-row";
import { renderMessage } from "~/domain/email/render-message.server";
import { relayEvents } from "~/domain/events/relay.server";
import { pool } from "~/lib/db.server";
import {
  atProvider,
  cancel,
  checkout,
  events,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { listPayments } from "./list-payments.sql.server";
import { refundBooking } from "./refund-booking.server";

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

describe("a refund", () => {
  test("partial: the booking stays paid; the rest makes it refunded", async () => {
    const { owner, id } = await paidBooking();
    await refundBooking(owner, id, { amount: 1000 }, null);
    await work(owner);
    expect(await stateOf(id)).toMatchObject({
      status: "paid",
      payment_status: "partially_refunded",
      seats: 1,
    });
    await expect(refundBooking(owner, id, { amount: 1501 }, null)).rejects.toMatchObject({
      code: "validation_failed",
    });
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

  test("returns the platform fee in proportion, as listed", async () => {
    const { owner, id } = await paidBooking();
    const feeBack = async () => {
      const made = { booking_id: id, from: "2020-01-01", to: "2199-01-01" };
      const { data } = await listPayments(owner, PaymentFilter.parse(made));
      return data.map(({ fee_amount, fee_refunded_amount }) => ({
        fee_amount,
        fee_refunded_amount,
      }));
    };
    expect(await feeBack()).toEqual([{ fee_amount: 63, fee_refunded_amount: 0 }]);
    await refundBooking(owner, id, { amount: 1000 }, null);
    expect(await feeBack()).toEqual([{ fee_amount: 63, fee_refunded_amount: 0 }]);
    await work(owner);
    expect(await feeBack()).toEqual([{ fee_amount: 63, fee_refunded_amount: 25 }]);
    await refundBooking(owner, id, {}, null);
    await work(owner);
    expect(await feeBack()).toEqual([{ fee_amount: 63, fee_refunded_amount: 63 }]);
  });

  test("follows the policy on cancellation, or the admin's amount", async () => {
    const first = await paidBooking();
    await cancel(first.owner, first.id);
    await work(first.owner);
    expect(await stateOf(first.id)).toMatchObject({ status: "refunded" });
    const second = await paidBooking();
    await cancel(second.owner, second.id, { refund: { mode: "amount", amount: 500 } });
    await work(second.owner);
    expect(await stateOf(second.id)).toMatchObject({
      status: "cancelled",
      payment_status: "partially_refunded",
    });
    const third = await paidBooking();
    await cancel(third.owner, third.id, { refund: { mode: "none" } });
    expect(await refundsOf(third.id)).toEqual([]);
  });

  test("made in the provider's dashboard is detected", async () => {
    const { owner, id, account } = await paidBooking();
    const [payment] = await paymentsOf(id);
    await fetch(`${standIn.origin}/v1/refunds`, {
      method: "POST",
      headers: { Authorization: "Bearer sk_test_platform", "Stripe-Account": account },
      body: new URLSearchParams({ payment_intent: payment!.charge_ref!, amount: "400" }),
    });
    await takeWebhooks(owner);
    expect(await refundsOf(id)).toMatchObject([
      { reason: "provider", amount: 400, status: "succeeded" },
    ]);
    expect(await stateOf(id)).toMatchObject({
      status: "paid",
      payment_status: "partially_refunded",
    });
  });
});

/** The events sent for each refund of a booking, in order. */
async function refundEventsOf(
  id: string,
): Promise<{ refund: object; booking: { payment_status: string } }[]> {
  const bodies = await pool.query<{ body: string }>(
    sql`select body from event where booking_id = ${id} and type = 'booking.refunded' order by sequence`,
  );
  return bodies.rows.map(({ body }) => JSON.parse(body).data);
}

test("two refunds completed together are reported one after the other, each with the remaining amount", async () => {
  const { owner, id } = await paidBooking();
  await refundBooking(owner, id, { amount: 1000 }, null);
  await refundBooking(owner, id, {}, null);
  await work(owner);
  const [payment] = await paymentsOf(id);
  expect(await refundEventsOf(id)).toMatchObject([
    {
      refund: { payment_id: payment!.id, reason: "requested", amount: 1000, remaining: 1500 },
      booking: { payment_status: "partially_refunded", status: "paid" },
    },
    {
      refund: { payment_id: payment!.id, reason: "requested", amount: 1500, remaining: 0 },
      booking: { payment_status: "refunded", status: "refunded" },
    },
  ]);
});

/** The refund emails to the guest, as text. */
async function refundMailsOf(id: string): Promise<string[]> {
  while ((await relayEvents(100)) > 0);
  const found = await pool.query<MessageRow>(
    sql`select * from message where booking_id = ${id} and kind = 'booking_refunded' and audience = 'customer' order by created_at, id`,
  );
  const texts: string[] = [];
  for (const row of found.rows) texts.push((await renderMessage(row))!.text);
  return texts;
}

describe("a refund of one payment among several", () => {
  /** Paid at the desk and online; the refund of the second payment was refused. */
  async function paidTwice() {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots.at(-1)!.id);
    const { session_id } = await checkout(owner, id);
    await changeBookingStatus(
      owner,
      id,
      StatusChange.parse({ status: "paid", payment_method: "offline" }),
      null,
    );
    await atProvider(session_id, "pay");
    await standIn.control("faults", [
      { route: "POST /v1/refunds", kind: "status", status: 400, times: 1 },
    ]);
    await takeWebhooks(owner);
    await work(owner);
    const payments = await paymentsOf(id);
    const second = payments.find(({ is_surplus }) => is_surplus)!;
    return { owner, id, second, own: payments.find(({ is_surplus }) => !is_surplus)! };
  }

  test("retries the payment whose refund failed, and keeps the booking's own", async () => {
    const { owner, id, second, own } = await paidTwice();
    expect(second).toMatchObject({ status: "paid", attention: "refund_failed" });
    const { refunds } = await refundBooking(owner, id, { payment_id: second.id }, null);
    expect(refunds).toMatchObject([{ payment_id: second.id, amount: 2500 }]);
    await work(owner);
    const after = await paymentsOf(id);
    expect(after.find((one) => one.id === second.id)).toMatchObject({
      status: "refunded",
      attention: null,
    });
    expect(after.find((one) => one.id === own.id)).toMatchObject({ status: "paid" });
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "paid" });
    expect(await refundEventsOf(id)).toMatchObject([
      {
        refund: { payment_id: second.id, amount: 2500, remaining: 2500 },
        booking: { payment_status: "paid" },
      },
    ]);
    expect(await refundMailsOf(id)).toMatchObject([
      expect.stringContaining("the second payment for your booking"),
    ]);
  });

  test("of the booking's own payment is emailed without mentioning a second one", async () => {
    const { owner, id } = await paidBooking();
    await refundBooking(owner, id, { amount: 1000 }, null);
    await work(owner);
    expect(await refundMailsOf(id)).toMatchObject([expect.not.stringContaining("second payment")]);
  });

  test("is refused for another booking's payment, and above the remaining amount", async () => {
    const { owner, id, second } = await paidTwice();
    const other = await paidBooking();
    const [theirs] = await paymentsOf(other.id);
    const refused = (input: object) => expect(refundBooking(owner, id, input, null)).rejects;
    await refused({ payment_id: theirs!.id }).toMatchObject({
      code: "validation_failed",
      extra: { issues: [{ path: "payment_id" }] },
    });
    await refused({ payment_id: second.id, amount: 2501 }).toMatchObject({
      code: "validation_failed",
      extra: { issues: [{ path: "amount" }] },
    });
  });
});
