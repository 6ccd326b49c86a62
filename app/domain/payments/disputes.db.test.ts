import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { BookingFilter } from "~/contract/booking-filter";
import { PageQuery } from "~/contract/common";
import { PaymentFilter } from "~/contract/payments";
import { listAttention } from "~/domain/attention/list-attention.server";
import { readMoney } from "~/domain/accounting/booking-money.sql.server";
import { getBookingMoney } from "~/domain/bookings/read/booking-money.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { loadBooking } from "~/domain/bookings/read/load-booking.sql.server";
import { toGuestBooking } from "~/domain/guest-page/guest-booking";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { paidBooking, refundsOf, stateOf, takeWebhooks, work } from "~/testing/payment-calls";
import { listPayments } from "./list-payments.sql.server";
import { refundBooking } from "./refund-booking.server";

// A guest disputes the payment with their bank: the company learns the deadline and the result.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

async function disputed() {
  const paid = await paidBooking();
  const dispute = (await standIn.control(`payments/${paid.session_id}/dispute`, {})) as {
    id: string;
  };
  await takeWebhooks(paid.owner);
  const settle = async (outcome: string) => {
    await standIn.control(`disputes/${dispute.id}/outcome`, { outcome });
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
  test("is reported with its amount and deadline", async () => {
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

  test("prevents a second refund of its money", async () => {
    const { owner, id } = await disputed();
    await expect(refundBooking(owner, id, {}, null)).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("that was answered waits for the bank; if won, nothing is left to do", async () => {
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

  test("that is lost makes the amount due again, everywhere", async () => {
    const { owner, id, settle } = await disputed();
    await settle("lost");
    expect(await getBookingMoney(owner, id)).toMatchObject({
      captured: 0,
      refunded: 0,
      refundable: 0,
    });
    const balance = { balance_amount: 2500 };
    expect(await getBooking(owner, id)).toMatchObject(balance);
    const listed = await listBookings(owner, BookingFilter.parse({}));
    expect(listed.data).toMatchObject([balance]);
    const patched = await editBooking(owner, id, BookingPatch.parse({ notes: "Called" }));
    expect(patched).toMatchObject(balance);
    const [item, ...others] = await attentionOf(owner);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: "balance_due", booking_id: id });
    expect(item!.message).toMatch(/bank took back €25.00/);
    const { row } = await loadBooking(pool, owner.tenant.id, id, false);
    const money = await readMoney(pool, owner.tenant.id, id);
    const page = toGuestBooking(
      row,
      null,
      money,
      null,
      owner.tenant.policy,
      "/manage/x",
      { locale: "en", zones: { lead: "Europe/Amsterdam", other: null } },
      Date.now(),
    );
    expect(page).toMatchObject({
      balance: { due: "€25.00" },
      may_pay: true,
      refund: { none_because: "nothing_left" },
    });
    await refundBooking(owner, id, { write_off: true }, null);
    expect(await getBooking(owner, id)).toMatchObject({ balance_amount: 0 });
    expect(await attentionOf(owner)).toEqual([]);
  });

  test.each([
    ["appeal_needs_response", /appeal|Respond/],
    ["appeal_under_review", /under review/],
  ])("in %s is open, and its money is lost until the appeal is won", async (status, words) => {
    const { owner, id, settle } = await disputed();
    await settle("lost");
    await settle(status);
    expect(await getBooking(owner, id)).toMatchObject({ balance_amount: 2500 });
    const items = await attentionOf(owner);
    expect(items.map(({ kind }) => kind).sort()).toEqual(["balance_due", "payment_disputed"]);
    expect(items.find(({ kind }) => kind === "payment_disputed")!.message).toMatch(words);
    await settle("won");
    expect(await getBooking(owner, id)).toMatchObject({ balance_amount: 0 });
    expect(await attentionOf(owner)).toEqual([]);
  });

  describe("of a booking cancelled meanwhile", () => {
    const cancel = (owner: UserActor, id: string, more = {}) =>
      changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled", ...more }), null);
    test("refunds the policy's amount once won, once only", async () => {
      const { owner, id, settle } = await disputed();
      owner.tenant.policy.refund_tiers = [{ hours_before: 24, refund_pct: 50 }];
      await cancel(owner, id);
      expect(await refundsOf(id)).toEqual([]);
      await settle("under_review");
      expect(await refundsOf(id)).toEqual([]);
      await settle("won");
      const sent = [{ amount: 1250, status: "succeeded", reason: "policy" }];
      expect(await refundsOf(id)).toMatchObject(sent);
      await settle("won");
      await work(owner);
      expect(await refundsOf(id)).toMatchObject(sent);
      expect(await getBookingMoney(owner, id)).toMatchObject({ captured: 2500, refunded: 1250 });
      const events = await pool.query<{ type: string }>(
        sql`select type from event where booking_id = ${id} order by sequence desc limit 1`,
      );
      expect(events.rows).toEqual([{ type: "booking.refunded" }]);
      expect(await attentionOf(owner)).toEqual([]);
    });

    test("refunds nothing if lost, and the policy's amount if the appeal is won", async () => {
      const { owner, id, settle } = await disputed();
      await cancel(owner, id);
      await settle("lost");
      expect(await refundsOf(id)).toEqual([]);
      await settle("appeal_under_review");
      expect(await refundsOf(id)).toEqual([]);
      await settle("won");
      expect(await refundsOf(id)).toMatchObject([{ amount: 2500, status: "succeeded" }]);
    });

    test("refunds the policy's amount if lost before the cancellation and won on appeal", async () => {
      const { owner, id, settle } = await disputed();
      await settle("lost");
      await cancel(owner, id);
      await settle("won");
      expect(await refundsOf(id)).toMatchObject([{ amount: 2500, status: "succeeded" }]);
    });

    test("refunds nothing if staff decided against it", async () => {
      const { owner, id, settle } = await disputed();
      await cancel(owner, id, { refund: { mode: "none" } });
      await settle("won");
      expect(await refundsOf(id)).toEqual([]);
    });
  });

  test("with a status that nobody knows is open, and nothing of it is refunded", async () => {
    const { owner, id, settle } = await disputed();
    await settle("mediation");
    expect(await disputesOf(owner, id)).toMatchObject([
      { status: "needs_response", closed_at: null },
    ]);
    expect(await attentionOf(owner)).toMatchObject([{ kind: "payment_disputed" }]);
    expect(await getBookingMoney(owner, id)).toMatchObject({ captured: 2500, refundable: 0 });
  });

  test("is skipped by a refund that names no payment", async () => {
    const { owner, id } = await disputed();
    await pool.query(sql`update booking set price_amount = 5000 where id = ${id}`);
    const byHand = StatusChange.parse({ status: "paid", payment_method: "offline" });
    await changeBookingStatus(owner, id, byHand, null);
    const { refunds } = await refundBooking(owner, id, {}, null);
    expect(refunds).toMatchObject([{ amount: 2500, status: "owed" }]);
  });
});
