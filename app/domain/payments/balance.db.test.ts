import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { BookingPatch, NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import { NewRefund } from "~/contract/payments";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { findKey } from "~/domain/api-keys/find-key.server";
import type { KeyActor, UserActor } from "~/domain/identity/actor";
import { listAttention } from "~/domain/attention/list-attention.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { pool } from "~/lib/db.server";
import { slotsOf } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeSchedule } from "~/testing/factory";
import {
  atProvider,
  checkout,
  events,
  makePaidService,
  paymentsOf,
  stateOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { handBack } from "./hand-back.server";
import { refundBooking } from "./refund-booking.server";
import { settleQueued } from "./sync-payment.server";

// A booking's price and its payments, when one changes after the other.

beforeEach(() => {
  standIn.received.length = 0;
});

const DAY = 86_400_000;
const patch = (owner: UserActor, id: string, changes: object) =>
  editBooking(owner, id, BookingPatch.parse(changes));
const putStatus = (owner: UserActor, id: string, change: object) =>
  changeBookingStatus(owner, id, StatusChange.parse(change), null);
const refund = (owner: UserActor, id: string, wish: object) =>
  refundBooking(owner, id, NewRefund.parse(wish), null);
const attention = async (owner: UserActor) =>
  (await listAttention(owner, { limit: 100 })).data
    .filter(({ kind }) => kind.startsWith("balance"))
    .map(({ kind, booking_id }) => [kind, booking_id]);
const sessionOf = (id: string) => standIn.sandbox.state.data.sessions[id]!.object;

/**
 * A slot with three seats that starts in more than `days` days, and a booking of one seat with its
 * checkout.
 */
async function open(days = 8) {
  const { owner, slots } = await makePaidService(3);
  const slot = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + days * DAY)!;
  const id = await waitingBooking(owner, slot.id);
  return { owner, id, slot, session_id: (await checkout(owner, id)).session_id };
}

async function paid() {
  const opened = await open();
  await atProvider(opened.session_id, "pay");
  await takeWebhooks(opened.owner);
  return opened;
}

/** Payments queued for a worker. */
async function queued(): Promise<string[]> {
  const jobs = await pool.query<{ payment_id: string }>(
    sql`select data ->> 'payment_id' as payment_id from pgboss.job where name = 'payments.settle' and state = 'created'`,
  );
  return jobs.rows.map(({ payment_id }) => payment_id);
}

describe("a party changed after payment", () => {
  test("larger: the rest is due, announced, in Attention, and payable by link", async () => {
    const { owner, id } = await paid();
    expect(await getBooking(owner, id)).toMatchObject({
      balance_amount: 0,
      payment_status: "paid",
    });
    const preview = await patch(owner, id, { party_size: 3, dry_run: true });
    expect(preview).toMatchObject({ price_amount: 7500, balance_amount: 5000 });
    expect(await getBooking(owner, id)).toMatchObject({
      party_size: 1,
      price_amount: 2500,
      balance_amount: 0,
    });
    expect(await patch(owner, id, { party_size: 3 })).toMatchObject({
      status: "paid",
      payment_status: "paid",
      price_amount: 7500,
      balance_amount: 5000,
    });
    expect(await attention(owner)).toEqual([["balance_due", id]]);
    const request = await checkout(owner, id);
    expect(request.amount).toBe(5000);
    await atProvider(request.session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({ status: "paid", balance_amount: 0 });
    expect(await attention(owner)).toEqual([]);
    expect(await paymentsOf(id)).toMatchObject([
      { amount: 2500, status: "paid", is_surplus: false },
      { amount: 5000, status: "paid", is_surplus: false },
    ]);
    expect((await events(id)).slice(-2)).toEqual(["updated", "paid"]);
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
  });

  test("larger: the rest is paid at the desk, once", async () => {
    const { owner, id } = await paid();
    await patch(owner, id, { party_size: 2 });
    const byHand = { status: "paid", payment_method: "offline" };
    expect(await putStatus(owner, id, byHand)).toMatchObject({ status: "paid", balance_amount: 0 });
    await putStatus(owner, id, byHand);
    expect(await paymentsOf(id)).toMatchObject([
      { amount: 2500 },
      { amount: 2500, provider: "offline" },
    ]);
  });

  test("smaller: the credit is refunded, and the booking stays", async () => {
    const { owner, id } = await paid();
    await patch(owner, id, { party_size: 2 });
    await putStatus(owner, id, { status: "paid", payment_method: "offline" });
    expect(await patch(owner, id, { party_size: 1 })).toMatchObject({
      price_amount: 2500,
      balance_amount: -2500,
    });
    expect(await attention(owner)).toEqual([["balance_owed", id]]);
    await refund(owner, id, { amount: 2500 });
    await handBack(owner, id, {}, null);
    expect(await getBooking(owner, id)).toMatchObject({
      status: "paid",
      payment_status: "partially_refunded",
      balance_amount: 0,
    });
    expect(await attention(owner)).toEqual([]);
  });

  test("smaller: staff keep the credit, which is audited and settles it", async () => {
    const { owner, id } = await paid();
    await patch(owner, id, { party_size: 2 });
    await putStatus(owner, id, { status: "paid", payment_method: "offline" });
    await patch(owner, id, { party_size: 1 });
    expect(await refund(owner, id, { write_off: true })).toEqual({ refunds: [] });
    expect(await getBooking(owner, id)).toMatchObject({ balance_amount: 0 });
    expect(await attention(owner)).toEqual([]);
    const { history } = await getBooking(owner, id, true);
    expect(history!.find(({ name }) => name === "booking.balance_written_off")).toMatchObject({
      diff: { balance_amount: [-2500, 0] },
    });
    await expect(refund(owner, id, { write_off: true })).rejects.toMatchObject({
      code: "validation_failed",
    });
    // The amount written off counts when the second guest comes after all.
    expect(await patch(owner, id, { party_size: 2 })).toMatchObject({ balance_amount: 0 });
  });

  test("an additional manual refund makes nothing due", async () => {
    const { owner, id } = await paid();
    await refund(owner, id, { amount: 1000 });
    await work(owner);
    expect(await getBooking(owner, id)).toMatchObject({
      payment_status: "partially_refunded",
      balance_amount: 0,
    });
  });
});

test("a move to a more expensive service uses its price, or keeps the agreed one on request", async () => {
  const { owner, id } = await paid();
  const { resource_id } = await getBooking(owner, id);
  const dearer = await makeSchedule(owner, [resource_id], {
    price_amount: 4000,
    currency: "EUR",
    name: "Long",
  });
  const slot = (await slotsOf(dearer.id)).find(
    ({ starts_at }) => starts_at.getTime() > Date.now() + 9 * DAY,
  )!;
  const preview = await patch(owner, id, { slot_id: slot.id, reprice: false, dry_run: true });
  expect(preview).toMatchObject({ schedule_id: dearer.id, price_amount: 2500, balance_amount: 0 });
  const current = await patch(owner, id, { slot_id: slot.id });
  expect(current).toMatchObject({
    schedule_id: dearer.id,
    price_amount: 4000,
    balance_amount: 1500,
  });
});

describe("a checkout that no longer fits", () => {
  test("is ended by a job; the next one charges the amount due", async () => {
    const { owner, id, session_id } = await open();
    const [payment] = await paymentsOf(id);
    await patch(owner, id, { party_size: 2 });
    expect(await queued()).toContain(payment!.id);
    await settleQueued({ tenant_id: owner.tenant.id, payment_id: payment!.id });
    expect(sessionOf(session_id).status).toBe("expired");
    expect((await checkout(owner, id)).amount).toBe(5000);
  });

  test.each([
    ["cancelled", { status: "cancelled" }],
    ["paid in cash", { status: "paid", payment_method: "offline" }],
  ])("because the booking was %s", async (_name, change) => {
    const { owner, id, session_id } = await open();
    const [payment] = await paymentsOf(id);
    await putStatus(owner, id, change);
    expect(await queued()).toContain(payment!.id);
    await settleQueued({ tenant_id: owner.tenant.id, payment_id: payment!.id });
    expect(sessionOf(session_id).status).toBe("expired");
  });

  test("but is paid anyway: the payment counts, the rest is due", async () => {
    const { owner, id, session_id } = await open();
    await patch(owner, id, { party_size: 2 });
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({
      status: "paid",
      payment_status: "paid",
      price_amount: 5000,
      balance_amount: 2500,
    });
    expect(await attention(owner)).toEqual([["balance_due", id]]);
  });
});

describe("a delayed payment method", () => {
  test("keeps the seat until decided, for at most 14 days", async () => {
    const { owner, id, session_id } = await open();
    await atProvider(session_id, "later");
    await takeWebhooks(owner);
    const waiting = await getBooking(owner, id);
    expect(waiting).toMatchObject({ status: "pending", payment_status: "processing" });
    const days = (Date.parse(waiting.expires_at!) - Date.now()) / DAY;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14);
    const lapses = await pool.query<{ lapses_at: Date }>(
      sql`select lapses_at from claim where booking_id = ${id}`,
    );
    expect(lapses.rows[0]!.lapses_at.toISOString()).toBe(
      new Date(waiting.expires_at!).toISOString(),
    );
    expect(await events(id)).toContain("payment_processing");
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
    await atProvider(session_id, "failed");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({
      status: "expired",
      payment_status: "failed",
      cancelled_by: "system",
      cancel_reason_code: "payment_failed",
    });
    expect(await stateOf(id)).toMatchObject({ seats: 0 });
  });

  test("is not offered for a start within seven days", async () => {
    const soon = await open(0);
    expect(sessionOf(soon.session_id).excluded_payment_method_types).toContain("sepa_debit");
    const later = await open(8);
    expect(sessionOf(later.session_id).excluded_payment_method_types).toEqual([]);
  });
});

describe("approval and payment", () => {
  async function request(pay_later = false) {
    const { owner, room } = await makePaidService(3);
    const wish = {
      price_amount: 2500,
      currency: "EUR",
      requires_payment: true,
      requires_approval: true,
    };
    const schedule = await makeSchedule(owner, [room], { ...wish, min_notice_minutes: 60 });
    const slot = (await slotsOf(schedule.id)).find(
      ({ starts_at }) => starts_at.getTime() > Date.now() + 9 * DAY,
    )!;
    const key = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
    if (pay_later)
      await pool.query(
        sql`update widget_config set settings = settings || '{"payment": "optional"}'::jsonb where tenant_id = ${owner.tenant.id}`,
      );
    const fresh = (await findKey(await makeKey(owner), null)) as KeyActor;
    const input = NewWidgetBooking.parse({ slot_id: slot.id, customer: aCustomer(), pay_later });
    const made = await createWidgetBooking(pay_later ? fresh : key, input, null);
    return {
      owner: { ...owner, tenant: { ...owner.tenant, takes_payments: true } },
      made,
      id: made.booking.id,
    };
  }

  test("approval comes first; then the guest has a day to pay", async () => {
    const { owner, made, id } = await request();
    expect(made).toMatchObject({
      booking: { status: "pending", pending_reason: "approval" },
      payment: null,
    });
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
    const approved = await putStatus(owner, id, { status: "confirmed" });
    expect(approved).toMatchObject({ status: "pending", pending_reason: "payment" });
    expect((Date.parse(approved.expires_at!) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect(await events(id)).toEqual(["created", "approved"]);
    const { session_id } = await checkout(owner, id);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({ status: "paid", balance_amount: 0 });
  });
});
