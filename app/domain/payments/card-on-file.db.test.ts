import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { FeeDecision } from "~/contract/card-on-file";
import { SchedulePatch } from "~/contract/schedules";
import { findKey } from "~/domain/api-keys/find-key.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { loadBooking } from "~/domain/bookings/read/load-booking.sql.server";
import { deleteCard, forgetOldCards } from "~/domain/payments/forget-cards.server";
import { readCardTerms } from "~/domain/widgets/read-card-terms.server";
import type { CustomerActor, KeyActor, UserActor } from "~/domain/identity/actor";
import { disconnect } from "~/domain/payments/disconnect.server";
import { eraseCustomer } from "~/domain/privacy/erase-customer.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { AnalyticsQuery } from "~/contract/analytics";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays } from "~/lib/time";
import { AGREED, beginsIn, company, noShow, opened, withCard } from "~/testing/card-calls";
import { makeKey, makeTenant } from "~/testing/factory";
import {
  atProvider,
  events,
  letHoldEnd,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhook,
  takeWebhooks,
  work,
} from "~/testing/payment-calls";
import { ensureCheckout } from "./create-checkout.server";
import { chargeDueFees, decideBookingFee } from "./decide-fee.server";
import { exportMovements } from "./movements.sql.server";
import { listPayments } from "./list-payments.sql.server";
import { refundBooking } from "./refund-booking.server";

// A card on file is kept by a checkout without a payment, or with the deposit. Fees are payments of
// the booking's ledger that its price does not know.

beforeEach(() => {
  standIn.received.length = 0;
});

const putStatus = (owner: UserActor, id: string, change: object) =>
  changeBookingStatus(owner, id, StatusChange.parse(change), null);
const decide = (owner: UserActor, id: string, input: object = {}) =>
  decideBookingFee(owner, id, FeeDecision.parse({ kind: "no_show", ...input }), null);

const guestOf = (owner: UserActor, id: string): CustomerActor => ({
  kind: "customer",
  tenant: owner.tenant,
  booking_id: id,
  request_id: null,
});
const charges = () =>
  standIn.sandbox.wire.calls.filter(
    ({ method, path }) => method === "POST" && path.startsWith("/v1/payment_intents"),
  );
const chargesOf = (id: string) => charges().filter(({ body }) => body.includes(id));
const mailsOf = async (id: string) =>
  (
    await pool.query<{ kind: string }>(
      sql`select kind from message where booking_id = ${id} and kind like 'fee%' order by created_at`,
    )
  ).rows.map(({ kind }) => kind);

describe("a booking that keeps a card", () => {
  test("waits for the card, and is confirmed with it: no money moves", async () => {
    const { owner, id, booking, payment, session_id, amount } = await opened();
    expect(booking).toMatchObject({
      status: "pending",
      pending_reason: "card",
      card: null,
      card_terms: { ...AGREED, currency: "EUR", window_minutes: 1440 },
    });
    expect(booking.card_terms?.text).toContain("€10.00");
    expect(booking.card_terms?.text).toContain("€20.00");
    expect(booking.card_terms?.text).toContain("24 hours");
    expect(payment?.checkout_url).toContain("/pay");
    expect(amount).toBe(0);
    const session = standIn.sandbox.state.data.sessions[session_id]!.object;
    expect(session).toMatchObject({ mode: "setup", amount_total: null, currency: "eur" });
    expect(session.custom_text.submit?.message).toBe(booking.card_terms?.text);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    const after = await getBooking(owner, id);
    expect(after).toMatchObject({
      status: "confirmed",
      payment_status: "open",
      balance_amount: 8000,
      card: { brand: "visa", last4: "4242" },
      fees: [],
    });
    expect(await events(id)).toEqual(["created", "confirmed"]);
    const { row } = await loadBooking(pool, owner.tenant.id, id, false);
    expect(row.card_terms?.address).toBe("203.0.113.7");
    expect(Object.keys(row.card!).sort()).toEqual([
      "brand",
      "customer_ref",
      "last4",
      "method_ref",
      "organization_id",
    ]);
    expect((await listPayments(owner, { booking_id: id, limit: 10 })).data).toEqual([]);
  });

  test("is told twice by webhooks, and stays the same", async () => {
    const { owner, id, session_id } = await opened();
    await atProvider(session_id, "pay");
    await standIn.sandbox.events.settled();
    const sent = standIn.received.splice(0);
    for (const webhook of [...sent, ...sent]) await takeWebhook(webhook);
    await work(owner);
    expect(await events(id)).toEqual(["created", "confirmed"]);
  });

  test("expires like an abandoned payment, and its checkout ends", async () => {
    const { owner, id, session_id } = await opened();
    await letHoldEnd(owner, id);
    await sweepHolds();
    expect(await stateOf(id)).toMatchObject({ status: "expired", seats: 0 });
    await work(owner);
    expect(standIn.sandbox.state.data.sessions[session_id]!.object.status).toBe("expired");
  });

  test("takes a card that came after the hold ended while the seat is free", async () => {
    const { owner, id, session_id } = await opened();
    await letHoldEnd(owner, id);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await stateOf(id)).toMatchObject({ status: "confirmed", seats: 1 });
  });

  test("keeps the card with the deposit in one payment", async () => {
    const { owner, id, session_id, amount } = await opened({
      requires_payment: true,
      deposit: { percent: 25 },
    });
    expect(amount).toBe(2000);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({
      status: "paid",
      balance_amount: 6000,
      card: { last4: "4242" },
    });
  });

  test("is refused without consent, and with consent to other amounts", async () => {
    const { bookOnline } = await company();
    await expect(bookOnline({ card_terms: undefined })).rejects.toMatchObject({
      code: "validation_failed",
      extra: { issues: [{ path: "card_terms" }] },
    });
    await expect(
      bookOnline({ card_terms: { ...AGREED, no_show_amount: 100 } }),
    ).rejects.toMatchObject({
      code: "price_changed",
      extra: { details: { card_terms: AGREED } },
    });
  });

  test("shows the terms before, in the guest's language", async () => {
    const { visitor, schedule } = await company();
    const query = { schedule_id: schedule.id, price_amount: 16_000, locale: "nl" };
    const { card_terms } = await readCardTerms(visitor, query);
    expect(card_terms).toMatchObject({ late_cancellation_amount: 1000, no_show_amount: 4000 });
    expect(card_terms?.text).toMatch(/€\s40,00/);
    const other = (await findKey(await makeKey(await makeTenant()), null)) as KeyActor;
    await expect(readCardTerms(other, query)).rejects.toMatchObject({ code: "not_found" });
  });

  test("asks no card of a service whose fees are shares of no price", async () => {
    const { owner, schedule } = await company();
    await expect(
      updateSchedule(
        owner,
        schedule.id,
        SchedulePatch.parse({ price_amount: null, card_on_file: { no_show: { percent: 50 } } }),
      ),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("a fee", () => {
  test("for a no-show is offered, charged once, and apart from the price", async () => {
    const { owner, id } = await noShow();
    expect((await getBooking(owner, id)).fees).toMatchObject([
      { kind: "no_show", status: "offered", amount: 2000 },
    ]);
    expect((await decide(owner, id)).fees).toMatchObject([{ status: "charging" }]);
    expect(chargesOf(id)).toEqual([]); // the worker charges
    await takeWebhooks(owner);
    const after = await getBooking(owner, id);
    expect(after).toMatchObject({
      status: "no_show",
      balance_amount: 8000,
      fees: [{ kind: "no_show", status: "paid", amount: 2000 }],
    });
    const [charge] = chargesOf(id);
    const form = new URLSearchParams(charge?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      amount: "2000",
      off_session: "true",
      confirm: "true",
      error_on_requires_action: "true",
    });
    const paid = (await paymentsOf(id)).find(({ purpose }) => purpose === "no_show");
    expect(charge?.idempotency_key).toBe(paid?.idempotency_key);
    expect(paid).toMatchObject({ status: "paid", amount: 2000, method: "card" });
    expect(await mailsOf(id)).toEqual(["fee_charged"]);
  });

  test("is charged once when pressed twice, and when two press at the same time", async () => {
    const { owner, id } = await noShow();
    const pressed = await Promise.allSettled([decide(owner, id), decide(owner, id)]);
    expect(pressed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await work(owner);
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
    await work(owner);
    expect(chargesOf(id)).toHaveLength(1);
  });

  test("is one of its kind in the database", async () => {
    const { owner, id } = await noShow();
    await decide(owner, id);
    await expect(
      pool.query(
        sql`insert into payment (tenant_id, id, booking_id, provider, purpose, status, amount, currency)
            select tenant_id, gen_random_uuid(), booking_id, provider, purpose, 'paid', amount, currency from payment
            where booking_id = ${id} and purpose = 'no_show'`,
      ),
    ).rejects.toThrow(/payment_one_fee/);
  });

  test("is never more than agreed, whatever the price has become", async () => {
    const { owner, id } = await noShow();
    await expect(decide(owner, id, { amount: 2001 })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await pool.query(sql`update booking set price_amount = 20000 where id = ${id}`);
    await expect(decide(owner, id, { amount: 2001 })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await pool.query(sql`update booking set price_amount = 4000 where id = ${id}`);
    await expect(decide(owner, id, { amount: 1001 })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await decide(owner, id);
    await work(owner);
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "paid", amount: 1000 }]);
  });

  test("is charged until 14 days after the visit", async () => {
    const { owner, id } = await noShow();
    await pool.query(
      sql`update booking set starts_at = now() - interval '14 days 2 hours', ends_at = now() - interval '14 days 1 minute' where id = ${id}`,
    );
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
    await pool.query(
      sql`update booking set ends_at = now() - interval '13 days 23 hours' where id = ${id}`,
    );
    await decide(owner, id);
  });

  test("belongs to the company", async () => {
    const { id } = await noShow();
    await expect(decide(await makeTenant(), id)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each(["authentication_required", "expired_card", "card_declined"] as const)(
    "of a card that is refused (%s) is paid by link",
    async (refuses) => {
      const { owner, id } = await noShow(refuses);
      await decide(owner, id);
      await work(owner);
      expect((await getBooking(owner, id)).fees).toMatchObject([
        { status: "unpaid", failure_code: refuses },
      ]);
      expect(await mailsOf(id)).toEqual(["fee_request"]);
      const unpaid = async () =>
        (await listAttention(owner, { limit: 100 })).data.filter(
          ({ kind, booking_id }) => kind === "fee_unpaid" && booking_id === id,
        );
      expect(await unpaid()).toHaveLength(1);
      await expect(decide(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
      const guest = guestOf(owner, id);
      const { checkout: link } = await ensureCheckout(guest, id, {}, { fee: "no_show" });
      expect(link.amount).toBe(2000);
      const again = await ensureCheckout(guest, id, {}, { fee: "no_show" });
      expect(again.checkout.payment_id).toBe(link.payment_id);
      await atProvider(link.session_id, "pay");
      await takeWebhooks(owner);
      expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "paid" }]);
      expect(await mailsOf(id)).toEqual(["fee_request", "fee_charged"]);
      expect(await unpaid()).toEqual([]);
      await expect(ensureCheckout(guest, id, {}, { fee: "no_show" })).rejects.toMatchObject({
        code: "booking_not_payable",
      });
    },
  );

  test("is charged again with the same key after a lost answer", async () => {
    const { owner, id } = await noShow();
    await decide(owner, id);
    standIn.sandbox.wire.faults = [
      { route: "POST /v1/payment_intents", kind: "drop_after_commit", times: 3 },
    ];
    await work(owner);
    standIn.sandbox.wire.faults = [];
    await work(owner);
    const keys = new Set(chargesOf(id).map(({ idempotency_key }) => idempotency_key));
    expect(keys.size).toBe(1);
    const made = Object.values(standIn.sandbox.state.data.intents).filter(
      ({ object }) => object.metadata.booking_id === id,
    );
    expect(made).toHaveLength(1);
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "paid" }]);
  });

  test("is refunded on its own: the booking's money stays", async () => {
    const { owner, id } = await noShow();
    await decide(owner, id);
    await work(owner);
    const paid = (await paymentsOf(id)).find(({ purpose }) => purpose === "no_show")!;
    await expect(refundBooking(owner, id, { amount: 2000 }, null)).rejects.toMatchObject({
      code: "validation_failed",
    });
    await refundBooking(owner, id, { payment_id: paid.id, amount: 500 }, null);
    await work(owner);
    expect(await getBooking(owner, id)).toMatchObject({
      status: "no_show",
      payment_status: "open",
      fees: [{ status: "paid", refunded_amount: 500 }],
    });
    expect(await refundsOf(id)).toMatchObject([{ status: "succeeded", amount: 500 }]);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const query = AnalyticsQuery.parse({ from: addDays(day, -2), to: addDays(day, 1) });
    expect((await readAnalytics(owner, query)).money).toEqual([
      { currency: "EUR", gross: 2000, refunds: 500, owed: 0, deposits: 0, fees: 1500, net: 1500 },
    ]);
  });

  test("is in the books as the provider has it", async () => {
    const { owner, id } = await noShow();
    await decide(owner, id);
    await work(owner);
    const lines = [];
    for await (const page of await exportMovements(owner, { from: null, to: null }))
      lines.push(...page.filter(({ booking_id }) => booking_id === id));
    expect(lines).toMatchObject([{ kind: "payment", amount: 2000, status: "paid" }]);
  });

  test("counts what the company keeps of the guest's money", async () => {
    const { owner, id, session_id } = await opened({
      requires_payment: true,
      deposit: { amount: 1500 },
    });
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    await beginsIn(id, -120);
    await putStatus(owner, id, { status: "no_show" });
    expect((await getBooking(owner, id)).fees).toMatchObject([{ amount: 500 }]);
    await expect(decide(owner, id, { amount: 501 })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("goes when the guest came after all", async () => {
    const { owner, id } = await noShow();
    await putStatus(owner, id, { status: "completed" });
    expect((await getBooking(owner, id)).fees).toEqual([]);
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
  });

  test("can't be charged to a card of another account", async () => {
    const { owner, id } = await noShow();
    const putAccount = (account: string) =>
      pool.query(
        sql`update booking set card = jsonb_set(card, '{organization_id}', to_jsonb(${account}::text)) where id = ${id}`,
      );
    const { rows } = await pool.query<{ account: string }>(
      sql`select card ->> 'organization_id' as account from booking where id = ${id}`,
    );
    await putAccount("another");
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "not_connected" });
    // The account is another one by the time the worker charges.
    await putAccount(rows[0]!.account);
    await decide(owner, id);
    await putAccount("another");
    await work(owner);
    expect((await getBooking(owner, id)).fees).toMatchObject([
      { status: "unpaid", failure_code: "card_gone" },
    ]);
    expect(chargesOf(id)).toEqual([]);
  });

  test("can't be charged while another checkout is open", async () => {
    const { owner, id } = await noShow();
    await ensureCheckout(owner, id, {});
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
  });

  test("can't be charged without an account", async () => {
    const { owner, id } = await noShow();
    await disconnect(owner, "payprovider");
    await expect(decide(owner, id)).rejects.toMatchObject({ code: "not_connected" });
  });

  test("fails when the account is disconnected before the worker charges", async () => {
    const { owner, id, account } = await noShow();
    await decide(owner, id);
    await pool.query(
      sql`update payment_connection set status = 'revoked' where organization_id = ${account}`,
    );
    await work(owner);
    expect((await getBooking(owner, id)).fees).toMatchObject([
      { status: "unpaid", failure_code: "not_connected" },
    ]);
    expect(chargesOf(id)).toEqual([]);
  });
});

describe("a late cancellation", () => {
  test("by the guest offers the fee; an early one doesn't", async () => {
    const early = await withCard();
    await cancelByCustomer(guestOf(early.owner, early.id), {});
    expect((await getBooking(early.owner, early.id)).fees).toEqual([]);
    const { owner, id } = await withCard();
    await beginsIn(id, 600);
    const guest = guestOf(owner, id);
    const policy = { ...guest.tenant.policy, cancel_window_minutes: 60 };
    await cancelByCustomer({ ...guest, tenant: { ...guest.tenant, policy } }, {});
    expect((await getBooking(owner, id)).fees).toMatchObject([
      { kind: "late_cancellation", status: "offered", amount: 1000 },
    ]);
    await decide(owner, id, { kind: "late_cancellation" });
    await work(owner);
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "paid" }]);
  });

  test("by staff offers it, and the rule doesn't charge it", async () => {
    const { owner, id } = await withCard();
    await beginsIn(id, 600);
    const policy = { ...owner.tenant.policy, charge_fees: true };
    const byRule = { ...owner, tenant: { ...owner.tenant, policy } };
    await putStatus(byRule, id, { status: "cancelled" });
    expect((await getBooking(owner, id)).fees).toMatchObject([
      { status: "offered", charge_at: null },
    ]);
  });

  test("counts from the start that the guest moved away from", async () => {
    const { owner, id } = await withCard();
    await pool.query(
      sql`update booking set fee_starts_at = now() + interval '5 hours' where id = ${id}`,
    );
    await cancelByCustomer(guestOf(owner, id), {});
    expect((await getBooking(owner, id)).fees).toMatchObject([{ kind: "late_cancellation" }]);
  });
});

describe("by rule", () => {
  async function scheduled() {
    const made = await withCard();
    await beginsIn(made.id, -120);
    const policy = { ...made.owner.tenant.policy, charge_fees: true };
    const owner = { ...made.owner, tenant: { ...made.owner.tenant, policy } };
    await putStatus(owner, made.id, { status: "no_show" });
    return { ...made, owner };
  }
  const dueNow = (id: string) =>
    pool.query(
      sql`update booking set fee_due_at = now(), fees = jsonb_set(fees, '{0,charge_at}', to_jsonb(to_char(now() at time zone 'UTC' - interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
          where id = ${id}`,
    );

  test("a fee is charged after 24 hours, once", async () => {
    const { owner, id } = await scheduled();
    const [fee] = (await getBooking(owner, id)).fees;
    expect(fee).toMatchObject({ status: "scheduled" });
    const wait = Date.parse(fee!.charge_at!) - Date.now();
    expect(wait).toBeGreaterThan(23.9 * 3_600_000);
    expect(wait).toBeLessThan(24.1 * 3_600_000);
    await chargeDueFees();
    expect(chargesOf(id)).toEqual([]);
    await dueNow(id);
    await chargeDueFees();
    await chargeDueFees();
    await work(owner);
    expect(chargesOf(id)).toHaveLength(1);
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "paid" }]);
  });

  test("a person stops it", async () => {
    const { owner, id } = await scheduled();
    await decide(owner, id, { decision: "stop" });
    await dueNow(id);
    await chargeDueFees();
    await work(owner);
    expect(chargesOf(id)).toEqual([]);
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "stopped" }]);
  });

  test("without an account a person decides", async () => {
    const { owner, id } = await scheduled();
    await disconnect(owner, "payprovider");
    await dueNow(id);
    await chargeDueFees();
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "offered" }]);
  });

  test("is off unless the company switches it on", async () => {
    const { owner, id } = await noShow();
    expect((await getBooking(owner, id)).fees).toMatchObject([{ status: "offered" }]);
    const { policy } = await updateTenant(owner, { policy: { charge_fees: true } });
    expect(policy.charge_fees).toBe(true);
  });
});

describe("a card", () => {
  const forgotten = async (owner: UserActor) => {
    const jobs = await pool.query<{ data: Parameters<typeof deleteCard>[0] }>(
      sql`select data from pgboss.job where name = 'cards.forget' and data ->> 'tenant_id' = ${owner.tenant.id}`,
    );
    for (const { data } of jobs.rows) await deleteCard(data);
    return jobs.rows.length;
  };

  test("is deleted at the provider when the guest is erased", async () => {
    const { owner, id } = await withCard();
    const { row } = await loadBooking(pool, owner.tenant.id, id, false);
    await eraseCustomer(owner, row.customer_id);
    expect(await forgotten(owner)).toBe(1);
    expect(standIn.sandbox.state.data.customers[row.card!.customer_ref]).toBeUndefined();
    expect(await forgotten(owner)).toBe(1); // again: it is gone already
  });

  test("is forgotten when no fee can be charged any more", async () => {
    const { owner, id } = await withCard();
    await beginsIn(id, -14 * 1440);
    await forgetOldCards();
    expect((await getBooking(owner, id)).card).not.toBeNull();
    await beginsIn(id, -16 * 1440);
    await forgetOldCards();
    expect((await getBooking(owner, id)).card).toBeNull();
    expect(await forgotten(owner)).toBe(1);
  });
});
