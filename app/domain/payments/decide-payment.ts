import type { PaymentSnapshot, RefundSnapshot } from "~/adapters/payments/port";
import type { PaymentState } from "~/contract/payments";
import {
  isCaptured,
  type PaymentRow,
  type RefundReason,
  type RefundRow,
} from "../accounting/payment-row";

/** What a refund row becomes, or a refund that the provider knows and we do not: made in its own dashboard. */
export interface RefundChange {
  /** null: a new row. */
  id: string | null;
  provider_refund_id: string;
  amount: number;
  status: RefundRow["status"];
  failure_code: string | null;
  reason: RefundReason;
  /** It was not known before that its money did not go back. */
  has_failed_now: boolean;
  /** It has just succeeded, or a completed one was reversed: the booking changes with either. */
  turned: "completed" | "failed" | null;
}

/** The result of a sync: the new state of the payment and of its refunds, and what the booking must learn. */
export interface PaymentDecision {
  patch: Partial<PaymentRow>;
  refunds: RefundChange[];
  /** The money has come in now. */
  is_captured_now: boolean;
  /** Where an unfinished or failed payment stands, when that is news. */
  progress: "open" | "processing" | "failed" | null;
  /** What its refunds still wait for: to be sent, or for the provider; null: nothing. */
  awaits: "sending" | "provider" | null;
}

/** The progress that a booking learns of an uncaptured payment. */
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
export function decidePayment(
  payment: PaymentRow,
  refunds: RefundRow[],
  snapshot: PaymentSnapshot,
): PaymentDecision {
  const wasCaptured = isCaptured(payment.status);
  const changes = snapshot.refunds.flatMap((said) => refundChange(refunds, said));
  const isPaid = wasCaptured || snapshot.status === "paid";
  const after = refundsAfter(refunds, changes);
  const status = isPaid
    ? capturedStatus(payment, after)
    : unpaidStatus(payment.status, snapshot.status);
  const isMismatch =
    isPaid && (snapshot.amount !== payment.amount || snapshot.currency !== payment.currency);
  return {
    patch: {
      status,
      session_id: snapshot.session_id,
      // The answer to a repeated call is the first one: it says nothing of what was known later.
      charge_ref: snapshot.charge_ref ?? payment.charge_ref,
      checkout_url: isPaid ? null : snapshot.checkout_url,
      receipt_url: snapshot.receipt_url ?? payment.receipt_url,
      failure_code: isPaid ? null : (snapshot.failure_code ?? payment.failure_code),
      attention: attentionOf({ ...payment, status }, after, isMismatch),
    },
    refunds: changes,
    is_captured_now: isPaid && !wasCaptured,
    progress: status === payment.status ? null : (PROGRESS[status] ?? null),
    awaits: awaitsOf(after),
  };
}

/** A provider's word for a payment that is not paid; what has ended does not open again. */
function unpaidStatus(before: PaymentState, said: PaymentSnapshot["status"]): PaymentState {
  const hasEnded = before === "failed" || before === "canceled" || before === "expired";
  return hasEnded && (said === "open" || said === "processing") ? before : said;
}

type RefundState = Pick<RefundRow, "amount" | "status"> & { made: number; failed: number };

const hasFailed = ({ status }: Pick<RefundRow, "status">) =>
  status === "failed" || status === "canceled";

/** The refunds as they will be once the changes are written; what is new by them is made, or has failed, now. */
function refundsAfter(refunds: RefundRow[], changes: RefundChange[]): RefundState[] {
  const known = new Map(refunds.map((refund) => [refund.id, refund]));
  const kept = refunds.filter(({ id }) => !changes.some((change) => change.id === id));
  return [...kept, ...changes].map((refund) => {
    const row = known.get(refund.id ?? "");
    return {
      amount: refund.amount,
      status: refund.status,
      made: row?.created_at.getTime() ?? Infinity,
      failed: row?.failed_at?.getTime() ?? Infinity,
    };
  });
}

const sumOf = (refunds: RefundState[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);

function capturedStatus(payment: PaymentRow, refunds: RefundState[]): PaymentState {
  const returned = sumOf(refunds.filter(({ status }) => status === "succeeded"));
  if (returned === 0) return "paid";
  return returned < payment.amount ? "partially_refunded" : "refunded";
}

function awaitsOf(refunds: RefundState[]): PaymentDecision["awaits"] {
  if (refunds.some(({ status }) => status === "requested")) return "sending";
  return refunds.some(({ status }) => status === "pending") ? "provider" : null;
}

function refundChange(refunds: RefundRow[], said: RefundSnapshot): RefundChange[] {
  const known = refunds.find(
    (refund) => refund.provider_refund_id === said.id || refund.id === said.refund_id,
  );
  const isSame = known?.status === said.status && known.provider_refund_id === said.id;
  if (isSame) return [];
  const wasThrough = known?.status === "succeeded";
  const isThrough = said.status === "succeeded";
  const turned =
    isThrough && !wasThrough ? "completed" : wasThrough && !isThrough ? "failed" : null;
  const { id: provider_refund_id, amount, status, failure_code } = said;
  const reason = known?.reason ?? "provider";
  const has_failed_now = hasFailed(said) && !(known && hasFailed(known));
  return [
    {
      id: known?.id ?? null,
      provider_refund_id,
      amount,
      status,
      failure_code,
      reason,
      has_failed_now,
      turned,
    },
  ];
}

/**
 * What failed refunds leave to be refunded: each failure adds its amount, and a refund made after it takes off what it gives, nothing in
 * advance. What was made in the same moment as a failure did not know of it.
 */
function owedAfterFailures(refunds: RefundState[]): number {
  const steps = [
    ...refunds.filter(hasFailed).map(({ failed, amount }) => ({ at: failed, owed: amount })),
    ...refunds
      .filter(({ status }) => status === "succeeded")
      .map(({ made, amount }) => ({ at: made, owed: -amount })),
  ];
  return steps
    .sort((a, b) => a.at - b.at || a.owed - b.owed)
    .reduce((owed, step) => Math.max(owed + step.owed, 0), 0);
}

/**
 * Why a person has to look at it: another amount came in, or a refund failed and no others that were made after it was known to have give
 * as much back. Nothing is left to look at once all of the money is back with the guest.
 */
function attentionOf(
  payment: PaymentRow,
  refunds: RefundState[],
  isMismatch: boolean,
): string | null {
  if (payment.status === "refunded") return null;
  if (isMismatch) return "amount_mismatch";
  if (owedAfterFailures(refunds) > 0) return "refund_failed";
  return payment.attention === "refund_failed" ? null : payment.attention;
}
