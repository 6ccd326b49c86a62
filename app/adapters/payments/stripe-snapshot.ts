import type Stripe from "stripe";
import { fromStripeAmount } from "./stripe-amount";
import type {
  CardRef,
  DisputeSnapshot,
  PaymentSnapshot,
  ProviderPaymentStatus,
  RefundSnapshot,
} from "./port";

/**
 * Builds a payment's state from a Checkout Session (with its charge's balance transaction and its
 * payment method expanded) and its refunds.
 */
export function toSnapshot(
  session: Stripe.Checkout.Session,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[] = [],
): PaymentSnapshot {
  const intent = expanded<Stripe.PaymentIntent>(session.payment_intent);
  const currency = (session.currency ?? "").toUpperCase();
  return {
    session_id: session.id,
    card: cardOf(session, intent),
    charge_ref: idOf(session.payment_intent),
    status: statusOf(session, intent),
    amount: fromStripeAmount(session.amount_total ?? 0, currency),
    currency,
    ...moneyOf(intent, currency, refunds, disputes),
    payment_id: session.metadata?.payment_id ?? session.client_reference_id,
    livemode: session.livemode,
    checkout_url: session.url,
    expires_at: new Date(session.expires_at * 1000),
  };
}

/** The state of a charge without a checkout. */
export function toIntentSnapshot(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[] = [],
): PaymentSnapshot {
  const currency = intent.currency.toUpperCase();
  return {
    session_id: intent.id,
    card: null,
    charge_ref: intent.id,
    status: INTENT_STATUS[intent.status] ?? "failed",
    amount: fromStripeAmount(intent.amount, currency),
    currency,
    ...moneyOf(intent, currency, refunds, disputes),
    payment_id: intent.metadata.payment_id ?? null,
    livemode: intent.livemode,
    checkout_url: null,
    expires_at: null,
  };
}

/** Any other status needs the guest, who is not there. */
const INTENT_STATUS: Partial<Record<string, ProviderPaymentStatus>> = {
  succeeded: "paid",
  processing: "processing",
};

type Money = Pick<
  PaymentSnapshot,
  | "fee_amount"
  | "provider_fee_amount"
  | "method"
  | "refunds"
  | "disputes"
  | "receipt_url"
  | "failure_code"
>;

function moneyOf(
  intent: Stripe.PaymentIntent | null,
  currency: string,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): Money {
  const charge = expanded<Stripe.Charge>(intent?.latest_charge);
  return {
    fee_amount: fromStripeAmount(intent?.application_fee_amount ?? 0, currency),
    provider_fee_amount: charge && providerFee(charge, currency),
    method: charge?.payment_method_details?.type ?? null,
    // Stripe lists newest first; our events follow the order of creation.
    refunds: refunds.map(toRefundSnapshot).reverse(),
    disputes: disputes.map(toDisputeSnapshot),
    receipt_url: charge?.receipt_url ?? null,
    failure_code: intent?.last_payment_error?.code ?? null,
  };
}

/** The card that a session kept: only those that keep one create a customer. */
function cardOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CardRef | null {
  const setup = expanded<Stripe.SetupIntent>(session.setup_intent);
  const method = expanded<Stripe.PaymentMethod>(setup?.payment_method ?? intent?.payment_method);
  const customer_ref = idOf(session.customer);
  if (customer_ref === null || !method?.card) return null;
  const { brand, last4 } = method.card;
  return { customer_ref, method_ref: method.id, brand, last4 };
}

/**
 * The status from a Checkout Session (Stripe API reference, Checkout Session object). Complete and
 * unpaid is a delayed method that is pending or has failed; only the payment intent tells which.
 */
function statusOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): ProviderPaymentStatus {
  if (session.status === "expired") return "expired";
  // No payment is required of a checkout that keeps a card, also while it is open.
  if (session.mode === "setup") return session.status === "complete" ? "paid" : "open";
  if (session.payment_status !== "unpaid") return "paid";
  if (session.status !== "complete") return "open";
  const hasFailed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return hasFailed ? "failed" : "processing";
}

/**
 * Stripe's fee of a direct charge: its balance transaction is booked shortly after the charge, in
 * the currency of the account, and its fee contains the platform's.
 */
function providerFee(charge: Stripe.Charge, currency: string): number | null {
  const booked = expanded<Stripe.BalanceTransaction>(charge.balance_transaction);
  if (booked?.currency.toUpperCase() !== currency) return null;
  const platform = booked.fee_details
    .filter(({ type }) => type === "application_fee")
    .reduce((sum, { amount }) => sum + amount, 0);
  return fromStripeAmount(booked.fee - platform, currency);
}

/** A refund that requires an action isn't complete: pending. */
export function toRefundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  const known = ["succeeded", "failed", "canceled"] as const;
  return {
    id: refund.id,
    refund_id: refund.metadata?.refund_id ?? null,
    status: known.find((status) => status === refund.status) ?? "pending",
    amount: fromStripeAmount(refund.amount, refund.currency),
    failure_code: refund.failure_reason ?? null,
  };
}

/** Whether the charge of a payment intent (both expanded) was ever disputed. */
export const isDisputed = (intent: string | Stripe.PaymentIntent): boolean =>
  expanded<Stripe.Charge>(expanded<Stripe.PaymentIntent>(intent)?.latest_charge)?.disputed ?? false;

/** An inquiry (`warning_…`) is answered like a dispute; one that closes costs nothing. */
function toDisputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  const { id, reason, evidence_details } = dispute;
  const status = disputeStatus(dispute.status);
  const needsEvidence = status === "needs_response" || status === "appeal_needs_response";
  const isOpen = needsEvidence && evidence_details.due_by !== null;
  return {
    id,
    status,
    reason,
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    respond_by: isOpen ? new Date(evidence_details.due_by! * 1000) : null,
    created_at: new Date(dispute.created * 1000),
  };
}

/** Without the catch-all string that the SDK adds for unknown statuses. */
type Literal<T> = T extends string ? (string extends T ? never : T) : never;

/**
 * Stripe's statuses (API reference, Dispute object). Exhaustive: a new SDK version with more
 * statuses doesn't compile. A prevented dispute took no money.
 */
const DISPUTE_STATUS: Record<Literal<Stripe.Dispute.Status>, DisputeSnapshot["status"]> = {
  warning_needs_response: "needs_response",
  needs_response: "needs_response",
  warning_under_review: "under_review",
  under_review: "under_review",
  appeal_needs_response: "appeal_needs_response",
  appeal_under_review: "appeal_under_review",
  won: "won",
  lost: "lost",
  prevented: "closed",
  warning_closed: "closed",
};

/** An unknown status counts as open: someone reviews it, and its money is not refunded. */
function disputeStatus(status: Stripe.Dispute.Status): DisputeSnapshot["status"] {
  return Object.hasOwn(DISPUTE_STATUS, status)
    ? DISPUTE_STATUS[status as keyof typeof DISPUTE_STATUS]
    : "needs_response";
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const expanded = <T extends { id: string }>(reference: string | T | null | undefined): T | null =>
  typeof reference === "object" ? (reference ?? null) : null;
