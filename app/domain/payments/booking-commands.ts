import type { BookingStatus } from "~/contract/bookings";
import { isUpcoming } from "~/contract/booking-status";
import type { FeeKind } from "~/contract/card-on-file";
import { isFee, type PaymentPurpose } from "../accounting/payment-purpose";
import type { StoredCard } from "../card-on-file/card-terms";
import type { BookingCommand } from "../bookings/change/booking-command";
import type { PaymentDecision, RefundChange } from "./decide-payment";

/** A step that the booking takes after a payment update. */
export type MoneyStep =
  | { kind: "change"; command: BookingCommand; refund?: RefundChange }
  /** If refused (the seats are gone), rolled back and replaced by `otherwise`. */
  | { kind: "try"; command: BookingCommand; otherwise: MoneyStep[] }
  /** Refunds the rest of the payment. */
  | { kind: "send_back"; reason: "second_payment" | "late_payment" };

export interface PaymentUpdate {
  decision: PaymentDecision;
  purpose: PaymentPurpose;
  /** The card that was kept by this update; null: none. */
  card: StoredCard | null;
  /** The booking's status before the update. */
  status: BookingStatus;
  /** The status before a refund changed it to refunded; null without one. */
  former: BookingStatus | null;
  /** An additional payment that does not count for the booking. */
  is_surplus: boolean;
  /** Another payment counts for the booking. */
  is_paid_otherwise: boolean;
  /** The amount due before this payment was captured (minor units). */
  due: number;
  /** The booking was waiting for this delayed payment. */
  was_processing: boolean;
}

/**
 * The steps of a booking after a payment update. Pure. A captured payment confirms the seat or is
 * refunded. A second payment pays what is still due, or is refunded when nothing is. A failed
 * refund restores the previous status; if the seats are gone by then, the booking is cancelled and
 * a person is alerted.
 */
export function bookingCommandsFor(update: PaymentUpdate): MoneyStep[] {
  const { purpose } = update;
  const kept = cardSteps(update);
  if (purpose === "card") return kept;
  return isFee(purpose) ? feeSteps(update, purpose) : [...kept, ...priceSteps(update)];
}

/** A kept card confirms the booking that waits for it. One that came too late is not kept. */
function cardSteps({ card, status, purpose }: PaymentUpdate): MoneyStep[] {
  if (card === null || !isUpcoming(status)) return [];
  const keep: MoneyStep = { kind: "change", command: { type: "keep_card", card } };
  if (status !== "pending" || purpose !== "card") return [keep];
  const late: MoneyStep[] = [
    { kind: "change", command: { type: "keep_card", card: null } },
    { kind: "change", command: { type: "become", to: "expired" } },
  ];
  return [keep, { kind: "try", command: { type: "become", to: "confirmed" }, otherwise: late }];
}

/** A fee changes its own state only, never the booking's money. */
function feeSteps({ decision }: PaymentUpdate, kind: FeeKind): MoneyStep[] {
  const { is_captured_now, progress, patch } = decision;
  const code = patch.failure_code ?? null;
  const paid: MoneyStep[] = is_captured_now
    ? [{ kind: "change", command: { type: "fee_paid", kind } }]
    : [];
  const failed: MoneyStep[] =
    progress === "failed" ? [{ kind: "change", command: { type: "fee_failed", kind, code } }] : [];
  const refunds = decision.refunds.flatMap((refund): MoneyStep[] => {
    if (refund.turned === null) return [];
    const amount = refund.turned === "completed" ? refund.amount : -refund.amount;
    return [{ kind: "change", command: { type: "fee_refunded", kind, amount }, refund }];
  });
  return [...paid, ...failed, ...refunds];
}

function priceSteps(update: PaymentUpdate): MoneyStep[] {
  const { decision, status, former, is_surplus, is_paid_otherwise, due } = update;
  if (decision.is_captured_now && decision.patch.attention !== "amount_mismatch") {
    if (status === "refunded" || (is_paid_otherwise && due <= 0))
      return [
        { kind: "send_back", reason: "second_payment" },
        ...decision.refunds.flatMap(surplusCommands),
      ];
    const taken = captureCommands(status);
    return [...taken, ...decision.refunds.flatMap((refund) => refundCommands(refund, null))];
  }
  const progress = progressCommands(update);
  if (is_surplus) return [...progress, ...decision.refunds.flatMap(surplusCommands)];
  return [...progress, ...decision.refunds.flatMap((refund) => refundCommands(refund, former))];
}

/** A delayed payment keeps the seat while it is available; if it fails later, the booking ends. */
function progressCommands({ decision, status, was_processing }: PaymentUpdate): MoneyStep[] {
  const { progress } = decision;
  if (progress === null) return [];
  const change: MoneyStep = {
    kind: "change",
    command: { type: "payment_progress", payment_status: progress },
  };
  if (status !== "pending") return [change];
  if (progress === "failed" && was_processing)
    return [{ kind: "change", command: { type: "payment_failed" } }];
  if (progress !== "processing") return [change];
  const expire: MoneyStep = { kind: "change", command: { type: "become", to: "expired" } };
  return [{ kind: "try", command: change.command, otherwise: [expire, change] }];
}

/** The steps for a captured payment, by the booking's status. */
function captureCommands(status: BookingStatus): MoneyStep[] {
  const late: MoneyStep[] = [
    { kind: "change", command: { type: "late_payment_refused" } },
    { kind: "send_back", reason: "late_payment" },
  ];
  if (status === "paid" || status === "completed" || status === "no_show")
    return [{ kind: "change", command: { type: "payment_received" } }];
  if (status === "cancelled") return late;
  // An ended hold that was not swept yet expires here if its seats are gone.
  const end: MoneyStep[] =
    status === "pending" ? [{ kind: "change", command: { type: "become", to: "expired" } }] : [];
  return [{ kind: "try", command: { type: "become", to: "paid" }, otherwise: [...end, ...late] }];
}

/**
 * A surplus payment was refunded, or could not be: an event reports it, the booking stays
 * unchanged.
 */
function surplusCommands(refund: RefundChange): MoneyStep[] {
  if (refund.turned === null) return [];
  return [{ kind: "change", command: { type: "surplus_moved", turned: refund.turned }, refund }];
}

function refundCommands(refund: RefundChange, former: BookingStatus | null): MoneyStep[] {
  if (refund.turned === null) return [];
  if (refund.turned === "completed")
    return [{ kind: "change", command: { type: "refund_completed" }, refund }];
  const cancelled: MoneyStep = {
    kind: "change",
    command: { type: "refund_failed", former: "cancelled" },
  };
  return [
    {
      kind: "try",
      command: { type: "refund_failed", former: former ?? "cancelled" },
      otherwise: [cancelled],
    },
  ];
}
