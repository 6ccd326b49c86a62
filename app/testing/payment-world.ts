import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from "~/adapters/payments/port";
import { dueNowOf, dueOf, whyNotPayable } from "~/domain/bookings/read/balance";
import type { BookingCommand } from "~/domain/bookings/change/booking-command";
import type { BookingRow } from "~/domain/bookings/read/booking-row";
import { mayMove, type Mover } from "~/domain/bookings/change/booking-status";
import { decide } from "~/domain/bookings/change/decide-booking";
import { isLapsed } from "~/domain/bookings/change/decision-parts";
import { readPolicy } from "~/domain/identity/policy";
import type { BookingMoney } from "~/domain/accounting/booking-money.sql.server";
import {
  CAPTURED,
  COUNTED,
  isCaptured,
  type PaymentRow,
  type RefundRow,
  UNFINISHED,
} from "~/domain/accounting/payment-row";
import { HELD_DISPUTES, LOST_DISPUTES } from "~/domain/accounting/dispute-status";
import { decidePayment } from "~/domain/payments/decide-payment";
import { bookingCommandsFor, type MoneyStep } from "~/domain/payments/booking-commands";
import { isLive } from "~/contract/booking-status";
import { AppError } from "~/lib/app-error";
import { at, NOW, rowOf } from "./booking-decisions";

// An in-memory model of a booking of one seat with its payments. Rows, provider and seat are in
// memory, and every change uses the product's pure functions. Events occur in any order and reach
// the product only through "news".

export const PRICE = 2500;

/** A payment's true state at the provider, whether or not it was reported. */
interface Truth {
  amount: number;
  session: "open" | "processing" | "paid" | "failed" | "expired";
  refunds: RefundSnapshot[];
  /** Status of a dispute of the whole amount; null: none. */
  dispute: DisputeSnapshot["status"] | null;
}

const policy = readPolicy({});
const NO_PAYMENT: Pick<PaymentRow, "tenant_id" | "booking_id" | "provider" | "currency"> = {
  tenant_id: "t",
  booking_id: "b",
  provider: "payprovider",
  currency: "EUR",
};

const FIRST: BookingRow = rowOf("pending", "system", {
  pending_reason: "payment",
  payment_status: "open",
  price_amount: PRICE,
  starts_at: at(200),
  ends_at: at(201),
});

export class World {
  booking: BookingRow;
  has_seat = true;
  rival_has_seat = false;
  /** Staff cancelled without a refund. */
  is_kept_on_purpose = false;
  payments: PaymentRow[] = [];
  refunds: RefundRow[] = [];
  readonly truths = new Map<string, Truth>();
  /** Disputes as known to the product, by payment. */
  readonly disputes = new Map<string, DisputeSnapshot>();
  /** Illegal transitions seen so far. */
  readonly offences: string[] = [];
  /** Counter for ids and instants. */
  moments = 0;

  /** Staff wrote off the balance. */
  is_written_off = false;

  constructor(pending_reason: "payment" | "approval") {
    this.booking = {
      ...FIRST,
      pending_reason,
      payment_status: pending_reason === "payment" ? "open" : "none",
    };
    this.startCheckout();
  }

  /** The booking as loaded in a transaction. */
  loaded(): BookingRow {
    const { captured, refunded } = this.money();
    return { ...this.booking, paid_amount: captured - refunded };
  }

  private id(prefix: string): string {
    return `${prefix}${(this.moments += 1)}`;
  }

  private moment(): Date {
    return new Date((this.moments += 1));
  }

  change(mover: Mover, command: BookingCommand, money?: BookingMoney, returned?: number): void {
    const before = this.loaded();
    const decision = decide(before, command, { mover, now: NOW, policy, money, returned });
    if (decision === null) return;
    const { row, seats } = decision;
    if (seats.kind === "reclaim" && !this.has_seat && this.rival_has_seat)
      throw new AppError("slot_unavailable", "The seat is taken.");
    if (row.status !== before.status && !mayMove(before.status, row.status, mover, true))
      this.offences.push(`${before.status} became ${row.status}`);
    this.has_seat = seats.kind === "reclaim" || (seats.kind !== "release" && this.has_seat);
    this.booking = row;
    if (decision.offline_payment === "received")
      this.addPayment({ status: "paid", provider: "offline", amount: dueOf(row) });
    if (this.has_seat !== isLive(row.status))
      this.offences.push(`${row.status} with seat ${this.has_seat}`);
    if (this.has_seat && this.rival_has_seat) this.offences.push("one seat was given twice");
  }

  /** Runs an action; a refusal changes nothing. */
  attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  endHold(): void {
    if (isLapsed(this.booking, NOW)) this.change("system", { type: "become", to: "expired" });
  }

  money(): BookingMoney {
    const own = this.payments.filter((one) => !one.is_surplus && isCaptured(one.status));
    const sum = (statuses: readonly string[]) =>
      this.refunds
        .filter(
          (one) => statuses.includes(one.status) && own.some(({ id }) => id === one.payment_id),
        )
        .reduce((total, { amount }) => total + amount, 0);
    const gross = own.reduce((total, { amount }) => total + amount, 0);
    const lost = own.reduce((total, one) => total + this.disputed(LOST_DISPUTES, one), 0);
    const refunded = sum(["succeeded"]);
    return {
      captured: Math.max(gross - lost, refunded),
      lost,
      refunded,
      on_way: sum(["requested", "pending", "owed"]),
      owed: sum(["owed"]),
      refundable: own.reduce((total, one) => total + this.rest(one), 0),
    };
  }

  /** The disputed amount of a payment, in these statuses. */
  disputed(statuses: readonly string[], { id }: PaymentRow): number {
    const known = this.disputes.get(id);
    return known !== undefined && statuses.includes(known.status) ? known.amount : 0;
  }

  /** The refundable remainder of a payment. */
  rest(payment: PaymentRow): number {
    const rest = payment.amount - this.promised(payment) - this.disputed(HELD_DISPUTES, payment);
    return Math.max(rest, 0);
  }

  private addPayment(more: Partial<PaymentRow>): PaymentRow {
    const row = { ...NO_PAYMENT, id: this.id("p"), is_surplus: false, attention: null, ...more };
    this.payments.push(row as PaymentRow); // has the columns that decisions read
    return row as PaymentRow;
  }

  startCheckout(): void {
    const booking = this.loaded();
    if (whyNotPayable(booking, NOW) !== null) return;
    if (this.payments.some((one) => UNFINISHED.includes(one.status))) return;
    const amount = dueNowOf(booking);
    const { id } = this.addPayment({ status: "open", charge_ref: null, livemode: false, amount });
    this.truths.set(id, { session: "open", refunds: [], dispute: null, amount });
  }

  promised(payment: PaymentRow): number {
    const own = this.refunds.filter(
      (one) => one.payment_id === payment.id && COUNTED.includes(one.status),
    );
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }

  private requestRefund(payment: PaymentRow, amount: number): RefundRow {
    const status = payment.provider === "offline" ? "owed" : "requested";
    const refund = {
      id: this.id("r"),
      payment_id: payment.id,
      amount,
      status,
      created_at: this.moment(),
    };
    this.refunds.push(refund as RefundRow); // has the columns that decisions read
    return refund as RefundRow;
  }

  /** Staff confirm that the guest received the cash. */
  handBack(): void {
    for (const refund of this.refunds.filter(({ status }) => status === "owed")) {
      const payment = this.payments.find(({ id }) => id === refund.payment_id)!; // every refund has a payment
      Object.assign(refund, { status: "succeeded", completed_at: this.moment() });
      payment.status = this.returned(payment) < payment.amount ? "partially_refunded" : "refunded";
      this.change("system", { type: "refund_completed" }, this.money(), refund.amount);
    }
  }

  /** Amount of a payment that was returned to the guest. */
  returned(payment: PaymentRow): number {
    return this.refunds
      .filter((one) => one.payment_id === payment.id && one.status === "succeeded")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Creates refunds, which wait to be sent to the provider, or for cash to be returned. */
  refund(amount: number): void {
    let left = amount;
    for (const payment of this.payments) {
      if (
        payment.is_surplus ||
        (payment.status !== "paid" && payment.status !== "partially_refunded")
      )
        continue;
      const part = Math.min(left, this.rest(payment));
      if (part <= 0) continue;
      this.requestRefund(payment, part);
      left -= part;
    }
  }

  private snapshot(payment: PaymentRow, { session, refunds, amount }: Truth): PaymentSnapshot {
    return {
      session_id: payment.id,
      card: null,
      payment_id: payment.id,
      charge_ref: session === "open" ? null : "pi",
      status: session,
      amount,
      currency: "EUR",
      fee_amount: 0,
      provider_fee_amount: null,
      method: null,
      refunds: refunds.map((one) => ({ ...one })),
      disputes: [],
      livemode: false,
      checkout_url: null,
      expires_at: null,
      receipt_url: null,
      failure_code: null,
    };
  }

  /** Delivers the provider's true state to the product. */
  read(payment: PaymentRow): void {
    const truth = this.truths.get(payment.id);
    if (truth === undefined) return;
    const wasCaptured = isCaptured(payment.status);
    const own = this.refunds.filter((one) => one.payment_id === payment.id);
    const decision = decidePayment(payment, own, this.snapshot(payment, truth));
    const { status } = this.booking;
    const due = dueOf(this.loaded());
    const was_processing = payment.status === "processing";
    for (const change of decision.refunds) {
      change.id ??= this.id("r");
      let row = this.refunds.find(({ id }) => id === change.id);
      if (row === undefined) {
        row = { id: change.id, payment_id: payment.id, created_at: this.moment() } as RefundRow;
        this.refunds.push(row);
      }
      const { provider_refund_id, amount } = change;
      Object.assign(row, { provider_refund_id, amount, status: change.status });
      if (change.turned === "completed")
        Object.assign(row, { former_status: status, completed_at: this.moment() });
      if (change.status === "failed") row.failed_at ??= this.moment();
    }
    Object.assign(payment, decision.patch);
    const hasDisputeMoved = this.readDispute(payment, truth);
    if (wasCaptured && !isCaptured(payment.status))
      this.offences.push("money that came in was forgotten");
    const completed = this.refunds
      .filter((one) => one.completed_at && one.former_status !== "refunded")
      .sort((a, b) => a.completed_at!.getTime() - b.completed_at!.getTime());
    const others = this.payments.filter(
      (one) => one !== payment && !one.is_surplus && CAPTURED.includes(one.status),
    );
    const steps = bookingCommandsFor({
      decision,
      purpose: "booking",
      card: null,
      status,
      former: (completed.at(-1)?.former_status ?? null) as BookingRow["status"] | null,
      is_surplus: payment.is_surplus,
      is_paid_otherwise: others.length > 0,
      due,
      was_processing,
    });
    if (hasDisputeMoved && !payment.is_surplus)
      steps.push({ kind: "change", command: { type: "dispute_moved" } });
    this.take(payment, steps);
  }

  /** Returns true if the lost amount of the payment changed. */
  private readDispute(payment: PaymentRow, { dispute, amount }: Truth): boolean {
    if (dispute === null) return false;
    const before = this.disputed(LOST_DISPUTES, payment);
    const known = { id: "d", reason: "fraudulent", currency: "EUR", respond_by: null };
    this.disputes.set(payment.id, { ...known, status: dispute, amount, created_at: NOW });
    return this.disputed(LOST_DISPUTES, payment) !== before;
  }

  private take(payment: PaymentRow, steps: MoneyStep[]): void {
    for (const step of steps) {
      if (step.kind === "change")
        this.change("system", step.command, this.money(), step.refund?.amount);
      else if (step.kind === "try") {
        if (!this.attempt(() => this.change("system", step.command, this.money())))
          this.take(payment, step.otherwise);
      } else {
        payment.is_surplus ||= step.reason === "second_payment";
        const rest = payment.amount - this.promised(payment);
        if (rest > 0) this.requestRefund(payment, rest);
      }
    }
  }

  hasNoUse(payment: PaymentRow): boolean {
    const booking = this.loaded();
    return whyNotPayable(booking, NOW) !== null || dueNowOf(booking) !== payment.amount;
  }

  /** Runs the worker: closes unused checkouts, reads, sends requested refunds, reads again. */
  settle(): void {
    for (const payment of this.payments) {
      const truth = this.truths.get(payment.id);
      if (truth === undefined) continue;
      if (truth.session === "open" && this.hasNoUse(payment)) truth.session = "expired";
      this.read(payment);
      const waiting = this.refunds.filter(
        (one) => one.payment_id === payment.id && one.status === "requested",
      );
      for (const refund of waiting) this.send(payment, truth, refund);
      if (waiting.length > 0) this.read(payment);
    }
  }

  private send(payment: PaymentRow, truth: Truth, refund: RefundRow): void {
    const refunded = truth.refunds
      .filter((one) => one.status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    if (truth.refunds.some((one) => one.refund_id === refund.id))
      this.offences.push("a refund was sent twice");
    const isHeld = truth.dispute !== null && HELD_DISPUTES.includes(truth.dispute);
    if (isHeld || refunded + refund.amount > truth.amount) {
      Object.assign(refund, { status: "failed", failed_at: this.moment() });
      payment.attention = "refund_failed";
      return;
    }
    truth.refunds.push({
      id: this.id("re"),
      refund_id: refund.id,
      amount: refund.amount,
      failure_code: null,
      status: "succeeded",
    });
  }
}
