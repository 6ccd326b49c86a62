import type { BookingStatus } from "~/contract/bookings";
import type { BookingCommand } from "../bookings/booking-command";
import type { PaymentDecision, RefundChange } from "./decide-payment";

/** One step that a payment update has its booking take, in order. */
export type MoneyStep =
  | { kind: "change"; command: BookingCommand; refund?: RefundChange }
  /** Refused (the seats are gone): rolled back, then `otherwise` runs instead. */
  | { kind: "try"; command: BookingCommand; otherwise: MoneyStep[] }
  /** Refunds all that is left of the payment. */
  | { kind: "send_back"; reason: "second_payment" | "late_payment" };

export interface PaymentUpdate {
  decision: PaymentDecision;
  /** The booking's status before the update. */
  status: BookingStatus;
  /** The status before a refund changed it to refunded; null without one. */
  former: BookingStatus | null;
  /** The payment came in beside another one: it is not the booking's. */
  is_surplus: boolean;
  /** Money of another payment is the booking's. */
  is_paid_otherwise: boolean;
  /** What the booking still cost before this payment came in (minor units). */
  due: number;
  /** The booking has waited for this payment, which takes days. */
  was_processing: boolean;
}

/**
 * The steps that a payment update has its booking take. Pure. A captured payment confirms the seat or is refunded; a second payment pays
 * what is still due, or goes back where nothing is; a refund that failed brings back what was, and where the seats have gone meanwhile the booking is cancelled and a person looks at it.
 */
export function bookingCommandsFor(update: PaymentUpdate): MoneyStep[] {
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

/** A payment that needs days keeps the seat while it can still be had; one that failed after that ends the booking. */
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
  const gone: MoneyStep = { kind: "change", command: { type: "become", to: "expired" } };
  return [{ kind: "try", command: change.command, otherwise: [gone, change] }];
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
  // A hold that has ended and was not swept yet ends here, where its seats are gone.
  const end: MoneyStep[] =
    status === "pending" ? [{ kind: "change", command: { type: "become", to: "expired" } }] : [];
  return [{ kind: "try", command: { type: "become", to: "paid" }, otherwise: [...end, ...late] }];
}

/** A surplus payment was refunded, or could not be: an event reports it, the booking stays as it is. */
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
