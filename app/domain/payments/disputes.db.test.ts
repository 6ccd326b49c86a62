import { standIn } from "~/testing/payments-on";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { PageQuery } from "~/contract/common";
import { PaymentFilter } from "~/contract/payments";
import { listAttention } from "~/domain/attention/list-attention.server";
import { getBookingMoney } from "~/domain/bookings/booking-money.server";
import type { UserActor } from "~/domain/identity/actor";
import { paidBooking, stateOf, takeWebhooks } from "~/testing/payment-calls";
import { listPayments } from "./list-payments.sql.server";
import { refundBooking } from "./refund-booking.server";

// A guest asks their bank for the money back: the company is told by when to answer, and what became of it.

afterAll(() => standIn.close());
beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

async function disputed() {
  const paid = await paidBooking();
  const said = (await standIn.control(`payments/${paid.session_id}/dispute`, {})) as { id: string };
  await takeWebhooks(paid.owner);
  const settle = async (outcome: string) => {
    await standIn.control(`disputes/${said.id}/outcome`, { outcome });
    await takeWebhooks(paid.owner);
  };
  return { ...paid, settle };
}

const attentionOf = async (owner: UserActor) =>
  (await listAttention(owner, PageQuery.parse({}))).data;
const disputesOf = async (owner: UserActor, booking_id: string) =>
  (await listPayments(owner, PaymentFilter.parse({ booking_id }))).data.flatMap(
    ({ disputes }) => disputes,
  );

describe("a dispute", () => {
  test("is told with its amount and the day by which it wants an answer", async () => {
    const { owner, id } = await disputed();
    const [item, ...others] = await attentionOf(owner);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: "payment_disputed",
      booking_id: id,
      expires_at: expect.any(String) as string,
    });
    expect(item!.message).toMatch(/€25.00.+by \d+ \w+ \d{4}\.$/);
    expect(await disputesOf(owner, id)).toMatchObject([
      {
        status: "needs_response",
        reason: "fraudulent",
        amount: 2500,
        currency: "EUR",
        respond_by: item!.expires_at,
      },
    ]);
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "paid" });
  });

  test("keeps its money from being given back a second time", async () => {
    const { owner, id } = await disputed();
    await expect(refundBooking(owner, id, {}, null)).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("that was answered waits for the bank; won, nothing is left to do and the money is there", async () => {
    const { owner, id, settle } = await disputed();
    await settle("under_review");
    expect(await attentionOf(owner)).toMatchObject([
      { kind: "payment_disputed", expires_at: null },
    ]);
    await settle("won");
    expect(await attentionOf(owner)).toEqual([]);
    expect(await disputesOf(owner, id)).toMatchObject([
      { status: "won", closed_at: expect.any(String) as string },
    ]);
    expect(await getBookingMoney(owner, id)).toMatchObject({
      captured: 2500,
      refunded: 0,
      refundable: 2500,
    });
  });

  test("that is lost has taken the money", async () => {
    const { owner, id, settle } = await disputed();
    await settle("lost");
    expect(await attentionOf(owner)).toEqual([]);
    expect(await getBookingMoney(owner, id)).toMatchObject({
      captured: 2500,
      refunded: 2500,
      refundable: 0,
    });
  });
});
