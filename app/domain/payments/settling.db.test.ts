import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { PageQuery } from "~/contract/common";
import { listAttention } from "~/domain/attention/list-attention.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { moveBooking } from "~/domain/bookings/change/move-booking.server";
import type { SystemActor, UserActor } from "~/domain/identity/actor";
import { pool, transaction } from "~/lib/db.server";
import {
  atProvider,
  checkout,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { findMessages } from "~/testing/payable-calls";
import { applySnapshot } from "./apply-snapshot.server";
import { ensureCheckout } from "./create-checkout.server";
import { makePayLink } from "./make-pay-link.server";
import { refundBooking } from "./refund-booking.server";
import { sendRefunds } from "./send-refunds.server";
import { settleAtProvider, settleQueued } from "./sync-payment.server";

// A payment's state stays correct over hours and days: faults, refusals, late failures, and
// safeguards not tested elsewhere.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const DAY = 86_400_000;
const kinds = async (owner: UserActor) =>
  (await listAttention(owner, PageQuery.parse({}))).data.map(({ kind }) => kind);
const systemOf = ({ tenant }: UserActor): SystemActor => ({
  kind: "system",
  tenant,
  request_id: null,
});
const settle = (owner: UserActor, payment_id: string) =>
  settleQueued({ tenant_id: owner.tenant.id, payment_id });

/** Minutes until the provider is queried about a payment again. */
async function nextIn(id: string): Promise<number> {
  const found = await pool.query<{ minutes: number }>(
    sql`select extract(epoch from next_sync_at - current_timestamp) / 60 as minutes from payment where id = ${id}`,
  );
  return Number(found.rows[0]!.minutes);
}

const stuckFor = (id: string, minutes: number) =>
  pool.query(
    sql`update payment set stuck_since = current_timestamp - ${minutes} * interval '1 minute' where id = ${id}`,
  );

describe("a payment that cannot be read", () => {
  test("is retried with back-off and shown to staff", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { session_id, payment_id } = await checkout(owner, id);
    await atProvider(session_id, "pay");
    const refuse = { route: "GET /v1/checkout/sessions/", kind: "status", status: 403 };
    await standIn.control("faults", [{ ...refuse, times: 1 }]);
    await settle(owner, payment_id);
    expect(await nextIn(payment_id)).toBeLessThanOrEqual(1);
    expect(await kinds(owner)).not.toContain("payment_stuck");
    await stuckFor(payment_id, 20);
    await standIn.control("faults", [{ ...refuse, times: 1 }]);
    await settle(owner, payment_id);
    expect(await nextIn(payment_id)).toBeCloseTo(20, 0);
    expect(await kinds(owner)).toContain("payment_stuck");
    await settle(owner, payment_id);
    expect(await stateOf(id)).toMatchObject({ status: "paid" });
    expect(await kinds(owner)).not.toContain("payment_stuck");
  });
});

test("a payment whose state cannot be stored is shown to staff until it can", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id, payment_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await pool.query(
    sql`alter table payment add constraint no_receipts check (status <> 'paid') not valid`,
  );
  try {
    await expect(settle(owner, payment_id)).rejects.toThrow();
  } finally {
    await pool.query(sql`alter table payment drop constraint no_receipts`);
  }
  await stuckFor(payment_id, 11);
  expect(await kinds(owner)).toContain("payment_stuck");
  await settle(owner, payment_id);
  expect(await kinds(owner)).not.toContain("payment_stuck");
});

describe("a completed refund", () => {
  test("is rechecked for several days, so that a late failure is noticed", async () => {
    const { owner, id } = await paidBooking();
    await refundBooking(owner, id, {}, null);
    await work(owner);
    expect(await stateOf(id)).toMatchObject({ status: "refunded" });
    const [payment] = await paymentsOf(id);
    const [refund] = await refundsOf(id);
    const checks: number[] = [];
    for (let check = 0; check < 4; check++) {
      const minutes = await nextIn(payment!.id);
      checks.push(Math.round(minutes / 1440));
      // Moves the time of the check to the present.
      await pool.query(
        sql`update refund set completed_at = completed_at - ${minutes} * interval '1 minute' where id = ${refund!.id}`,
      );
      await settle(owner, payment!.id);
    }
    expect(checks).toEqual([1, 1, 2, 4]);
    await standIn.control(`refunds/${refund!.provider_refund_id!}/outcome`, { outcome: "failed" });
    standIn.received.length = 0; // never delivered
    await settle(owner, payment!.id);
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "paid" });
    expect(await kinds(owner)).toContain("refund_failed");
  });

  test("is created once, despite retries before its result is read", async () => {
    const { owner, id, account } = await paidBooking();
    await refundBooking(owner, id, { amount: 1000 }, null);
    const [payment] = await paymentsOf(id);
    for (let sent = 0; sent < 2; sent++) await sendRefunds(standIn.provider, account, payment!);
    const { refunds } = await standIn.provider.getPayment(account, payment!.session_id!);
    expect(refunds.map(({ amount }) => amount)).toEqual([1000]);
  });

  test("is not undone by an outdated response", async () => {
    const { owner, id, account } = await paidBooking();
    await refundBooking(owner, id, {}, null);
    const [payment] = await paymentsOf(id);
    await sendRefunds(standIn.provider, account, payment!);
    const read = await standIn.provider.getPayment(account, payment!.session_id!);
    const older = {
      ...read,
      refunds: read.refunds.map((one) => ({ ...one, status: "pending" as const })),
    };
    const requestedAt = new Date(Date.now() - 60_000);
    await settleAtProvider(owner.tenant.id, payment!.id);
    expect(await stateOf(id)).toMatchObject({ status: "refunded" });
    const isApplied = await transaction((db) =>
      applySnapshot(db, systemOf(owner), payment!, older, requestedAt),
    );
    expect(isApplied).toBe(false);
    expect(await stateOf(id)).toMatchObject({ status: "refunded", payment_status: "refunded" });
    expect(await refundsOf(id)).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("an unchargeable amount", () => {
  test("cannot be requested by link, and does not close the service", async () => {
    const { owner, id } = await paidBooking();
    await pool.query(sql`update booking set price_amount = 2530 where id = ${id}`);
    const before = await findMessages(owner, id);
    for (const door of [
      () => makePayLink(owner, id, { send: true }, null),
      () => ensureCheckout(owner, id, {}),
    ])
      await expect(door()).rejects.toMatchObject({ code: "amount_below_minimum" });
    expect(await findMessages(owner, id)).toHaveLength(before.length);
    expect(await kinds(owner)).not.toContain("not_payable");
  });
});

test("after a move to within seven days, a checkout excludes delayed methods", async () => {
  const { owner, slots } = await makePaidService(3);
  const far = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 8 * DAY)!;
  const near = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 2 * DAY)!;
  const id = await waitingBooking(owner, far.id);
  const first = await checkout(owner, id);
  await editBooking(owner, id, BookingPatch.parse({ slot_id: near.id }));
  const second = await checkout(owner, id);
  expect(second.session_id).not.toBe(first.session_id);
  const sessions = standIn.sandbox.state.data.sessions;
  expect(sessions[first.session_id]!.object.status).toBe("expired");
  expect(sessions[second.session_id]!.object.excluded_payment_method_types).toContain("sepa_debit");
});

test("a checkout uses the booking's currency", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await checkout(owner, id);
  const sent = standIn.sandbox.wire.calls.filter(({ path }) => path === "/v1/checkout/sessions");
  expect(JSON.stringify(sent.at(-1))).toContain("adaptive_pricing[enabled]=false");
});

test("a guest with a mismatched payment is not asked to pay again before staff review it", async () => {
  const { owner, id } = await paidBooking();
  await pool.query(
    sql`update payment set attention = 'amount_mismatch', amount = 1000 where booking_id = ${id}`,
  );
  await pool.query(
    sql`update booking set status = 'confirmed', payment_status = 'open' where id = ${id}`,
  );
  const guest = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id: id,
  } as const;
  await expect(ensureCheckout(guest, id, {})).rejects.toMatchObject({
    code: "booking_not_payable",
  });
});

test("moving within a lower tier keeps that tier on cancellation", async () => {
  const { owner: made, slots } = await makePaidService(3);
  const policy = {
    ...made.tenant.policy,
    cancel_window_minutes: 0,
    reschedule_window_minutes: 0,
    max_reschedules: 5,
    refund_tiers: [
      { hours_before: 240, refund_pct: 100 },
      { hours_before: 24, refund_pct: 50 },
    ],
  };
  const owner: UserActor = { ...made, tenant: { ...made.tenant, policy } };
  const near = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 2 * DAY)!;
  const far = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 11 * DAY)!;
  const id = await waitingBooking(owner, near.id);
  const byHand = StatusChange.parse({ status: "paid", payment_method: "offline" });
  await changeBookingStatus(owner, id, byHand, null);
  const guest = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id: id,
  } as const;
  await moveBooking(guest, id, { target: { kind: "slot", slot_id: far.id } });
  await changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await refundsOf(id)).toMatchObject([{ amount: 1250, status: "owed" }]);
});

describe("the provider's fee", () => {
  test("is asked for again within a day if it is not reported with the payment, and stays once known", async () => {
    const account = standIn.sandbox.state.addAccount({ name: "Salon", currency: "usd" });
    const { owner, id } = await paidBooking({ account: account.id });
    const [payment] = await paymentsOf(id);
    expect(payment).toMatchObject({ provider_fee_amount: null, method: "card" });
    expect(await nextIn(payment!.id)).toBeGreaterThan(8);
    expect(await nextIn(payment!.id)).toBeLessThanOrEqual(10);
    const paidBefore = async (minutes: number) => {
      await pool.query(
        sql`update payment set captured_at = current_timestamp - ${minutes} * interval '1 minute' where id = ${payment!.id}`,
      );
      await settle(owner, payment!.id);
    };
    await paidBefore(30);
    expect(await nextIn(payment!.id)).toBeGreaterThan(28);
    await paidBefore(25 * 60);
    expect(await paymentsOf(id)).toMatchObject([{ next_sync_at: null, provider_fee_amount: null }]);
    account.currency = "eur";
    await settle(owner, payment!.id);
    expect(await paymentsOf(id)).toMatchObject([{ next_sync_at: null, provider_fee_amount: 63 }]);
    account.currency = "usd";
    await settle(owner, payment!.id);
    expect(await paymentsOf(id)).toMatchObject([{ provider_fee_amount: 63 }]);
  });
});
