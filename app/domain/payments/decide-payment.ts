import type { PaymentSnapshot, RefundSnapshot } from "~/adapters/payments/port";
import type { PaymentState } from "~/contract/payments";
import { isCaptured, type PaymentRow, type RefundRow } from "../ledger/payment-row";

/** What a refund row becomes, or a refund that the provider knows and we do not: made in its own dashboard. */
export interface RefundChange {
  /** null: a new row. */
  id: string | null;
  provider_refund_id: string;
  amount: number;
  status: RefundRow["status"];
  failure_code: string | null;
  /** It went through now, or what had gone through came back: the booking is told of either. */
  turned: "completed" | "failed" | null;
}

/** What follows from asking the provider: the payment's new state, its refunds', and what the booking is told. */
export interface PaymentDecision {
  patch: Partial<PaymentRow>;
  refunds: RefundChange[];
  /** The money has come in now. */
  is_captured_now: boolean;
  /** Where an unfinished or failed payment stands, when that is news. */
  progress: "open" | "processing" | "failed" | null;
}

/** The last moment at which the provider is still asked about a payment that never came: a delayed method can take days. */
const PROGRESS: Partial<Record<PaymentState, PaymentDecision["progress"]>> = {
  open: "open",
  processing: "processing",
  failed: "failed",
  expired: "failed",
  canceled: "failed",
};

/**
 * What a payment becomes by what the provider says of it now. Pure. Money that came in is never undone by older or other news (`paid`
 * to `failed` does not happen); `failed`, `canceled` and `expired` may still become `paid`. How much went back is counted from the
 * refunds that succeeded, so one that fails later moves the payment back by itself.
 */
export function decidePayment(payment: PaymentRow, refunds: RefundRow[], snapshot: PaymentSnapshot): PaymentDecision {
  const wasCaptured = isCaptured(payment.status);
  const changes = snapshot.refunds.flatMap((said) => refundChange(refunds, said));
  const isPaid = wasCaptured || snapshot.status === "paid";
  const status = isPaid ? capturedStatus(payment, refunds, changes) : unpaidStatus(payment.status, snapshot.status);
  const isMismatch = isPaid && (snapshot.amount !== payment.amount || snapshot.currency !== payment.currency);
  return {
    patch: {
      status,
      session_id: snapshot.session_id,
      charge_ref: snapshot.charge_ref,
      checkout_url: snapshot.checkout_url,
      receipt_url: snapshot.receipt_url ?? payment.receipt_url,
      failure_code: isPaid ? null : (snapshot.failure_code ?? payment.failure_code),
      attention: isMismatch ? "amount_mismatch" : attentionOf(payment, changes),
    },
    refunds: changes,
    is_captured_now: isPaid && !wasCaptured,
    progress: status === payment.status ? null : (PROGRESS[status] ?? null),
  };
}

/** A provider's word for a payment that is not paid; what has ended does not open again. */
function unpaidStatus(before: PaymentState, said: PaymentSnapshot["status"]): PaymentState {
  const hasEnded = before === "failed" || before === "canceled" || before === "expired";
  return hasEnded && (said === "open" || said === "processing") ? before : said;
}

function capturedStatus(payment: PaymentRow, refunds: RefundRow[], changes: RefundChange[]): PaymentState {
  const changed = new Map(changes.map((change) => [change.id, change]));
  const kept = refunds.filter((refund) => !changed.has(refund.id));
  const succeeded = [...kept, ...changes].filter((refund) => refund.status === "succeeded");
  const returned = succeeded.reduce((sum, refund) => sum + refund.amount, 0);
  if (returned === 0) return "paid";
  return returned < payment.amount ? "partially_refunded" : "refunded";
}

function refundChange(refunds: RefundRow[], said: RefundSnapshot): RefundChange[] {
  const known = refunds.find((refund) => refund.provider_refund_id === said.id || refund.id === said.refund_id);
  const isSame = known?.status === said.status && known.provider_refund_id === said.id;
  if (isSame) return [];
  const wasThrough = known?.status === "succeeded";
  const isThrough = said.status === "succeeded";
  const turned = isThrough && !wasThrough ? "completed" : wasThrough && !isThrough ? "failed" : null;
  const { id: provider_refund_id, amount, status, failure_code } = said;
  return [{ id: known?.id ?? null, provider_refund_id, amount, status, failure_code, turned }];
}

/** A refund that did not go through needs somebody; one that did settles it. */
function attentionOf(payment: PaymentRow, changes: RefundChange[]): string | null {
  if (changes.some(({ status }) => status === "failed" || status === "canceled")) return "refund_failed";
  const isSettled = payment.attention === "refund_failed" && changes.some(({ turned }) => turned === "completed");
  return isSettled ? null : payment.attention;
}
