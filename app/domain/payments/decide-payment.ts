import type { PaymentSnapshot, RefundSnapshot } from "~/adapters/payments/port";
import type { PaymentState } from "~/contract/payments";
import {
  isCaptured,
  type PaymentRow,
  type RefundReason,
  type RefundRow,
} from "../accounting/payment-row";

/**
 * The new state of a refund, including refunds made in the provider's dashboard, which have no row
 * yet.
 */
export interface RefundChange {
  /** null: a new row. */
  id: string | null;
  provider_refund_id: string;
  amount: number;
  status: RefundRow["status"];
  failure_code: string | null;
  reason: RefundReason;
  /** Its failure is news. */
  has_failed_now: boolean;
  /** It has just succeeded, or a completed one was reversed: either changes the booking. */
  turned: "completed" | "failed" | null;
}

/**
 * The result of a sync: the new state of the payment and its refunds, and what the booking must
 * handle.
 */
export interface PaymentDecision {
  patch: Partial<PaymentRow>;
  refunds: RefundChange[];
  /** The money was captured by this update. */
  is_captured_now: boolean;
  /** The new state of an unfinished or failed payment; null if unchanged. */
  progress: "open" | "processing" | "failed" | null;
  /** Whether its refunds still have to be sent, or are waiting for the provider; null: neither. */
  awaits: "sending" | "provider" | null;
}

/** The progress of an uncaptured payment as reported to the booking. */
const PROGRESS: Partial<Record<PaymentState, PaymentDecision["progress"]>> = {
  open: "open",
  processing: "processing",
  failed: "failed",
  expired: "failed",
  canceled: "failed",
};

/**
 * Decides the new state of a payment from the provider's snapshot. Pure. Captured money is never
 * undone by older or other news (`paid` to `failed` does not happen); `failed`, `canceled` and
 * `expired` may still become `paid`. The refunded amount is the sum of the refunds that succeeded,
 * so a refund that fails later corrects the payment.
 */
export function decidePayment(
  payment: PaymentRow,
  refunds: RefundRow[],
  snapshot: PaymentSnapshot,
): PaymentDecision {
  const wasCaptured = isCaptured(payment.status);
  const changes = snapshot.refunds.flatMap((refund) => refundChange(refunds, refund));
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
      // A replayed response repeats the first one and lacks what became known later.
      charge_ref: snapshot.charge_ref ?? payment.charge_ref,
      checkout_url: isPaid ? null : snapshot.checkout_url,
      receipt_url: snapshot.receipt_url ?? payment.receipt_url,
      provider_fee_amount: snapshot.provider_fee_amount ?? payment.provider_fee_amount,
      method: snapshot.method ?? payment.method,
      failure_code: isPaid ? null : (snapshot.failure_code ?? payment.failure_code),
      attention: attentionOf({ ...payment, status }, after, isMismatch),
    },
    refunds: changes,
    is_captured_now: isPaid && !wasCaptured,
    progress: status === payment.status ? null : (PROGRESS[status] ?? null),
    awaits: awaitsOf(after),
  };
}

/** The status of an unpaid payment by the provider; a payment that has ended does not reopen. */
function unpaidStatus(before: PaymentState, reported: PaymentSnapshot["status"]): PaymentState {
  const hasEnded = before === "failed" || before === "canceled" || before === "expired";
  return hasEnded && (reported === "open" || reported === "processing") ? before : reported;
}

type RefundState = Pick<RefundRow, "amount" | "status"> & { made: number; failed: number };

const hasFailed = ({ status }: Pick<RefundRow, "status">) =>
  status === "failed" || status === "canceled";

/** The refunds after the changes; new ones count as made, or failed, now. */
function refundsAfter(refunds: RefundRow[], changes: RefundChange[]): RefundState[] {
  const known = new Map(refunds.map((refund) => [refund.id, refund]));
  const unchanged = refunds.filter(({ id }) => !changes.some((change) => change.id === id));
  return [...unchanged, ...changes].map((refund) => {
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

function refundChange(refunds: RefundRow[], snapshot: RefundSnapshot): RefundChange[] {
  const known = refunds.find(
    (refund) => refund.provider_refund_id === snapshot.id || refund.id === snapshot.refund_id,
  );
  const isSame = known?.status === snapshot.status && known.provider_refund_id === snapshot.id;
  if (isSame) return [];
  const wasThrough = known?.status === "succeeded";
  const isThrough = snapshot.status === "succeeded";
  const turned =
    isThrough && !wasThrough ? "completed" : wasThrough && !isThrough ? "failed" : null;
  const { id: provider_refund_id, amount, status, failure_code } = snapshot;
  const reason = known?.reason ?? "provider";
  const has_failed_now = hasFailed(snapshot) && !(known && hasFailed(known));
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
 * The amount still to be refunded after failures: each failure adds its amount, and a refund made
 * after it reduces it, never below zero. A refund made at the same instant as a failure does not
 * count as a response to it.
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
 * Why a person has to look at it: another amount was captured, or a refund failed and later refunds
 * have not returned as much. Nothing is left to do once all of the money was refunded.
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
