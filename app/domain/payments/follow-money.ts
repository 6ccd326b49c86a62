import type { BookingStatus } from "~/contract/bookings";
import type { BookingCommand } from "../bookings/booking-command";
import type { PaymentDecision, RefundChange } from "./decide-payment";

/** One step that a booking is told by the news of its money, in order. */
export type MoneyStep =
  | { kind: "change"; command: BookingCommand; refund?: RefundChange }
  /** Refused (the seats are gone): what was begun is undone, and the others follow. */
  | { kind: "try"; command: BookingCommand; otherwise: MoneyStep[] }
  /** All that is left of the payment goes back to the guest. */
  | { kind: "send_back"; reason: "second_payment" | "late_payment" };

export interface MoneyNews {
  decision: PaymentDecision;
  /** What the booking is when the news comes. */
  status: BookingStatus;
  /** The status before its refund made it refunded; null where none did. */
  former: BookingStatus | null;
  /** The payment came in beside another one: it is not the booking's. */
  is_surplus: boolean;
  /** The booking has been paid by another payment. */
  is_paid_otherwise: boolean;
}

/**
 * What a booking is told by the news of its money. Pure. Money that came in takes the seat or goes back; a payment beside another one goes
 * back; a refund that failed brings back what was, and where the seats have gone meanwhile the booking is cancelled and a person looks at it.
 */
export function followMoney(news: MoneyNews): MoneyStep[] {
  const { decision, status, former, is_surplus, is_paid_otherwise } = news;
  if (decision.is_captured_now && decision.patch.attention !== "amount_mismatch") {
    if (is_paid_otherwise || status === "refunded") return [{ kind: "send_back", reason: "second_payment" }];
    const taken = takeMoney(status);
    return [...taken, ...decision.refunds.flatMap((refund) => tellRefund(refund, null))];
  }
  const progress: MoneyStep[] =
    decision.progress === null
      ? []
      : [{ kind: "change", command: { type: "payment_progress", payment_status: decision.progress } }];
  if (is_surplus) return progress;
  return [...progress, ...decision.refunds.flatMap((refund) => tellRefund(refund, former))];
}

/** What money means for a booking in this status. */
function takeMoney(status: BookingStatus): MoneyStep[] {
  const late: MoneyStep[] = [
    { kind: "change", command: { type: "late_payment_refused" } },
    { kind: "send_back", reason: "late_payment" },
  ];
  if (status === "completed" || status === "no_show")
    return [{ kind: "change", command: { type: "payment_received" } }];
  if (status === "cancelled") return late;
  // A hold that has ended and was not swept yet ends here, where its seats are gone.
  const end: MoneyStep[] = status === "pending" ? [{ kind: "change", command: { type: "become", to: "expired" } }] : [];
  return [{ kind: "try", command: { type: "become", to: "paid" }, otherwise: [...end, ...late] }];
}

function tellRefund(refund: RefundChange, former: BookingStatus | null): MoneyStep[] {
  if (refund.turned === null) return [];
  if (refund.turned === "completed") return [{ kind: "change", command: { type: "refund_completed" }, refund }];
  const cancelled: MoneyStep = { kind: "change", command: { type: "refund_failed", former: "cancelled" } };
  return [{ kind: "try", command: { type: "refund_failed", former: former ?? "cancelled" }, otherwise: [cancelled] }];
}
