import type Stripe from "stripe";
import { fromStripeAmount } from "./stripe-amount";
import type {
  DisputeSnapshot,
  PaymentSnapshot,
  ProviderPaymentStatus,
  RefundSnapshot,
} from "./port";

/** What a Checkout Session (with its payment intent expanded) and its refunds say of a payment. */
export function toSnapshot(
  session: Stripe.Checkout.Session,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[] = [],
): PaymentSnapshot {
  const intent = expanded<Stripe.PaymentIntent>(session.payment_intent);
  const charge = expanded<Stripe.Charge>(intent?.latest_charge);
  const currency = (session.currency ?? "").toUpperCase();
  return {
    session_id: session.id,
    charge_ref: idOf(session.payment_intent),
    status: statusOf(session, intent),
    amount: fromStripeAmount(session.amount_total ?? 0, currency),
    currency,
    fee_amount: fromStripeAmount(intent?.application_fee_amount ?? 0, currency),
    // Stripe lists newest first; events follow the order in which they were made.
    refunds: refunds.map(toRefundSnapshot).reverse(),
    disputes: disputes.map(toDisputeSnapshot),
    payment_id: session.metadata?.payment_id ?? session.client_reference_id,
    livemode: session.livemode,
    checkout_url: session.url,
    expires_at: new Date(session.expires_at * 1000),
    receipt_url: charge?.receipt_url ?? null,
    failure_code: intent?.last_payment_error?.code ?? null,
  };
}

/**
 * Status and payment status of a Checkout Session (Stripe API reference, Checkout Session object): complete and unpaid is a delayed
 * method on its way, or one that has failed, which only the payment intent tells apart.
 */
function statusOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): ProviderPaymentStatus {
  if (session.status === "expired") return "expired";
  if (session.payment_status !== "unpaid") return "paid";
  if (session.status !== "complete") return "open";
  const hasFailed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return hasFailed ? "failed" : "processing";
}

/** A refund of Stripe's that waits for something (requires_action) is not done yet: pending. */
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

/** Whether the charge of a session (with its payment intent's charge expanded) was ever disputed. */
export function isDisputed(session: Stripe.Checkout.Session): boolean {
  const intent = expanded<Stripe.PaymentIntent>(session.payment_intent);
  return expanded<Stripe.Charge>(intent?.latest_charge)?.disputed ?? false;
}

/** An inquiry (`warning_…`) is answered as a dispute is; one that ends takes no money. */
function toDisputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  const { id, reason, evidence_details } = dispute;
  const status = disputeStatus(dispute.status);
  const isAsked = status === "needs_response" || status === "appeal_needs_response";
  const isOpen = isAsked && evidence_details.due_by !== null;
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

/** Without the string that the SDK adds for statuses it has not heard of. */
type Literal<T> = T extends string ? (string extends T ? never : T) : never;

/**
 * Stripe's words (API reference, Dispute object, status). A new version of the SDK does not compile until each of its statuses has a
 * meaning here. One that is prevented before it begins has taken no money.
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

/** A status that the SDK does not name counts as open: somebody looks at it, and none of its money is refunded. */
function disputeStatus(status: Stripe.Dispute.Status): DisputeSnapshot["status"] {
  return Object.hasOwn(DISPUTE_STATUS, status)
    ? DISPUTE_STATUS[status as keyof typeof DISPUTE_STATUS]
    : "needs_response";
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const expanded = <T extends { id: string }>(reference: string | T | null | undefined): T | null =>
  typeof reference === "object" ? (reference ?? null) : null;
