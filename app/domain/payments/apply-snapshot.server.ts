import type { PaymentSnapshot } from "~/adapters/payments/port";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { releaseSavepoint, rollBackTo, setSavepoint } from "~/lib/savepoint.sql.server";
import {
  changeBooking,
  type ChangeOptions,
  type LockedBooking,
} from "../bookings/change/apply-decision.server";
import { dueOf } from "../bookings/read/balance";
import type { BookingCommand } from "../bookings/change/booking-command";
import type { RefundForEvent } from "../bookings/change/event-body";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { SystemActor } from "../identity/actor";
import { type BookingMoney, readMoney } from "../accounting/booking-money.sql.server";
import { COUNTED, isCaptured, type PaymentRow, UNFINISHED } from "../accounting/payment-row";
import { sendHeldRefund } from "../accounting/held-refund.sql.server";
import { requestRefund } from "../accounting/request-refund.sql.server";
import { decidePayment, type PaymentDecision, type RefundChange } from "./decide-payment";
import { writeDisputes } from "./disputes.sql.server";
import { bookingCommandsFor, type MoneyStep } from "./booking-commands";
import { loadPayment, markFee } from "./payments.sql.server";
import { loadRefunds } from "./refunds.sql.server";
import { forgetOtherCards } from "./forget-cards.server";
import { mailFee } from "./fail-charge.server";
import { mailFailedRefund } from "./mail-failed-refund.server";
import {
  isPaidOtherwise,
  markSurplus,
  readFormer,
  writePayment,
  writeRefund,
} from "./write-snapshot.sql.server";

/**
 * Writes a payment's state at the provider as of `askedAt`, and applies it to the booking, under
 * the booking's locks and in the caller's transaction. `before`: the payment as loaded before the
 * provider was queried. False if a later state is already stored. Throws what the booking throws.
 */
export async function applySnapshot(
  db: Sql,
  actor: SystemActor,
  before: PaymentRow,
  snapshot: PaymentSnapshot,
  requestedAt: Date,
): Promise<boolean> {
  const { tenant_id, id, booking_id } = before;
  return withLockedBooking(db, actor, booking_id, { lapsed: "end_others" }, async (booking) => {
    const payment = await loadPayment(db, tenant_id, id, true);
    if (payment === null) return true;
    if (payment.asked_at !== null && payment.asked_at > requestedAt) return false;
    // A session of another payment or account changes nothing: an account can put any of our ids
    // into its metadata.
    if (!isOurs(payment, snapshot)) return true;
    const refunds = await loadRefunds(db, tenant_id, [id]);
    const decision = decidePayment(payment, refunds, snapshot);
    const after = { ...payment, ...decision.patch };
    const completed = [
      ...refunds.map(({ completed_at }) => completed_at),
      ...decision.refunds.map(({ turned }) => (turned === "completed" ? requestedAt : null)),
    ].filter((at) => at !== null);
    const next = earliest([
      nextSync(after, decision.awaits, requestedAt) ?? nextRefundCheck(completed, requestedAt),
      nextFeeCheck(
        after,
        decision.is_captured_now ? requestedAt : payment.captured_at,
        requestedAt,
      ),
      syncRequestedSince(before, payment),
    ]);
    await writePayment(db, payment, decision, requestedAt, next);
    const hasDisputeMoved = await writeDisputes(db, payment, snapshot.disputes, requestedAt);
    const { status } = booking.loaded.row;
    for (const refund of decision.refunds) {
      await writeRefund(db, payment, refund, status, requestedAt);
      if (refund.has_failed_now) await mailFailedRefund(db, payment, refund.amount);
    }
    const kept = decision.is_captured_now && payment.keeps_card ? snapshot.card : null;
    const card = kept && { ...kept, organization_id: payment.organization_id ?? "" };
    const steps = bookingCommandsFor({
      decision,
      purpose: payment.purpose,
      card,
      status,
      former: decision.refunds.some(({ turned }) => turned === "failed")
        ? await readFormer(db, payment)
        : null,
      is_surplus: payment.is_surplus,
      is_paid_otherwise: decision.is_captured_now && (await isPaidOtherwise(db, payment)),
      due: dueOf(booking.loaded.row), // read before this payment was written
      was_processing: payment.status === "processing",
    });
    const unreported = decision.refunds.filter(({ turned }) => turned === "completed");
    if (hasDisputeMoved && !payment.is_surplus && payment.purpose === "booking")
      steps.push({ kind: "change", command: { type: "dispute_moved" } });
    const context = { db, actor, booking, payment, unreported };
    await takeSteps(context, steps);
    await forgetOtherCards(db, booking.loaded.row, context.booking.loaded.row, card);
    if (snapshot.disputes.length > 0) await sendHeldRefund(db, payment);
    faultPoint("snapshot.written");
    return true;
  });
}

function isOurs(payment: PaymentRow, snapshot: PaymentSnapshot): boolean {
  if (payment.livemode !== snapshot.livemode) return false;
  if (payment.session_id !== null) return payment.session_id === snapshot.session_id;
  const isSameMoney = snapshot.amount === payment.amount && snapshot.currency === payment.currency;
  return snapshot.payment_id === payment.id && isSameMoney;
}

const MINUTE = 60_000;

/**
 * Next poll of the provider: often while a guest may be paying, then hourly until the state is
 * final.
 */
function nextSync(
  { status, expires_at }: PaymentRow,
  awaits: PaymentDecision["awaits"],
  requestedAt: Date,
): Date | null {
  if (awaits === "sending") return new Date(requestedAt.getTime() + MINUTE);
  if (status === "processing" || awaits === "provider")
    return new Date(requestedAt.getTime() + 60 * MINUTE);
  if (!UNFINISHED.includes(status)) return null;
  const soon = requestedAt.getTime() + 3 * MINUTE;
  return new Date(
    Math.min(soon, Math.max(expires_at?.getTime() ?? soon, requestedAt.getTime() + MINUTE)),
  );
}

/**
 * The sync that was requested while the provider was queried (a webhook, a refund); null if none
 * was. The snapshot may be older than the request, so it must not postpone it: the queued job may
 * be lost with its database.
 */
function syncRequestedSince(before: PaymentRow, now: PaymentRow): Date | null {
  return before.next_sync_at?.getTime() === now.next_sync_at?.getTime() ? null : now.next_sync_at;
}

function earliest(instants: (Date | null)[]): Date | null {
  const times = instants.flatMap((instant) => (instant === null ? [] : [instant.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Days after which finished refunds are read again: a later failure is reported only once, by a
 * webhook that may be lost.
 */
const REFUND_CHECK_DAYS = [1, 2, 4, 8, 16, 30];

/** When a payment is read again for its finished refunds; null: no longer. */
function nextRefundCheck(completed: Date[], requestedAt: Date): Date | null {
  const due = completed
    .flatMap((at) => REFUND_CHECK_DAYS.map((days) => at.getTime() + days * 24 * 60 * MINUTE))
    .filter((instant) => instant > requestedAt.getTime());
  return earliest(due.map((instant) => new Date(instant)));
}

/** Minutes after capture at which a payment without its provider's fee is read again. */
const FEE_CHECK_MINUTES = [10, 60, 24 * 60];

/** When a captured payment is read again for the fee, which some providers book later. */
function nextFeeCheck(
  { status, provider_fee_amount, amount }: PaymentRow,
  capturedAt: Date | null,
  requestedAt: Date,
): Date | null {
  if (!isCaptured(status) || provider_fee_amount !== null || capturedAt === null) return null;
  if (amount === 0) return null; // a kept card
  const checks = FEE_CHECK_MINUTES.map(
    (minutes) => new Date(capturedAt.getTime() + minutes * MINUTE),
  );
  return earliest(checks.filter((at) => at > requestedAt));
}

interface PaymentContext {
  db: Sql;
  actor: SystemActor;
  booking: LockedBooking;
  payment: PaymentRow;
  /** Completed refunds without an event yet: each event counts only the refunds up to its own. */
  unreported: RefundChange[];
}

/** Applies the steps in order: each sees the writes of those before. */
async function takeSteps(context: PaymentContext, steps: MoneyStep[]): Promise<void> {
  const { db, payment } = context;
  for (const step of steps) {
    if (step.kind === "send_back") await sendBack(db, payment, step.reason);
    else if (step.kind === "change") await applyCommand(context, step.command, step.refund);
    else if (!(await isTaken(db, () => applyCommand(context, step.command))))
      await takeSteps(context, step.otherwise);
  }
}

async function applyCommand(
  context: PaymentContext,
  command: BookingCommand,
  refund?: RefundChange,
): Promise<void> {
  const { db, actor, booking, payment } = context;
  context.unreported = context.unreported.filter((one) => one !== refund);
  const all = await readMoney(db, payment.tenant_id, payment.booking_id);
  const isApart = payment.is_surplus || payment.purpose !== "booking";
  const later = isApart ? [] : context.unreported;
  const money = {
    ...all,
    refunded: all.refunded - later.reduce((sum, { amount }) => sum + amount, 0),
  };
  const options: ChangeOptions = {
    money,
    ...(refund && { refund: refundForEvent(refund, payment, money) }),
  };
  const before = booking.loaded.row;
  const row = await changeBooking(db, actor, booking, command, options);
  const isFeeNews = command.type === "fee_paid" || command.type === "fee_failed";
  if (isFeeNews && row !== before) {
    await markFee(db, payment, command.type === "fee_paid" ? null : "fee_unpaid");
    const locale = booking.loaded.customer.locale ?? actor.tenant.locale;
    await mailFee(db, row, locale, command.type === "fee_paid" ? "fee_charged" : "fee_request");
  }
  context.booking = { ...booking, loaded: { ...booking.loaded, row } };
}

function refundForEvent(
  refund: RefundChange,
  payment: PaymentRow,
  { captured, refunded }: BookingMoney,
): RefundForEvent {
  const { amount, reason } = refund;
  return {
    id: refund.id!, // written before
    payment_id: payment.id,
    provider: payment.provider,
    reason,
    amount,
    currency: payment.currency,
    remaining: captured - refunded,
  };
}

/**
 * Whether the booking accepted it; a refusal is rolled back while the rest of the transaction
 * stands.
 */
async function isTaken(db: Sql, take: () => Promise<void>): Promise<boolean> {
  await setSavepoint(db, "take_money");
  try {
    await take();
    await releaseSavepoint(db, "take_money");
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await rollBackTo(db, "take_money");
    return false;
  }
}

/** Requests a refund of the rest of the payment. */
async function sendBack(
  db: Sql,
  payment: PaymentRow,
  reason: "second_payment" | "late_payment",
): Promise<void> {
  const { tenant_id, id } = payment;
  if (reason === "second_payment") {
    payment.is_surplus = true;
    await markSurplus(db, payment);
  }
  const refunds = await loadRefunds(db, tenant_id, [id]);
  const promised = refunds
    .filter(({ status }) => COUNTED.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (promised < payment.amount)
    await requestRefund(db, payment, payment.amount - promised, reason);
}
