import type { Dispute, Payment, PaymentState, Refund } from "~/contract/payments";
import { referenceOf } from "~/domain/bookings/booking-reference";
import { formatMoney } from "~/lib/money";
import type { Tone } from "../feedback/badge";
import type { IconName } from "../icon";

/** Each state of a payment by word, icon and colour. */
export const paymentWords: Record<PaymentState, { label: string; tone: Tone; icon: IconName }> = {
  created: { label: "Begun", tone: "quiet", icon: "clock" },
  open: { label: "Waiting for the guest", tone: "wait", icon: "clock" },
  processing: { label: "On its way", tone: "wait", icon: "hourglass" },
  paid: { label: "Paid", tone: "good", icon: "coin" },
  partially_refunded: { label: "Partly given back", tone: "info", icon: "back" },
  refunded: { label: "Given back", tone: "quiet", icon: "back" },
  failed: { label: "Failed", tone: "bad", icon: "warning" },
  canceled: { label: "Not paid", tone: "quiet", icon: "cross" },
  expired: { label: "Ran out", tone: "quiet", icon: "hourglass" },
};

const refundWords: Record<Refund["status"], string> = {
  requested: "being given back",
  pending: "being given back",
  succeeded: "given back",
  failed: "could not be given back",
  canceled: "not given back",
};

const disputeWords: Record<Dispute["status"], string> = {
  needs_response: "disputed",
  under_review: "disputed, under review",
  won: "dispute won",
  lost: "dispute lost",
  closed: "dispute closed",
};

/** "€25.00 disputed, respond by 3 Dec 2026, 14:00": a dispute as the lists say it. */
export function disputeLine(dispute: Dispute, locale: string, write: (instant: string) => string): string {
  const { amount, currency, status, respond_by } = dispute;
  const words = `${formatMoney(amount, currency, locale)} ${disputeWords[status]}`;
  return respond_by === null ? words : `${words}, respond by ${write(respond_by)}`;
}

export interface PaymentLine {
  id: string;
  booking_id: string;
  status: PaymentState;
  /** Who pays. */
  name: string;
  reference: string | null;
  about: string;
  amount: string;
  receipt_url: string | null;
}

/** What the service keeps of a payment; of a share that went back with a refund, what is left. */
function feeWords({ fee_amount, fee_refunded_amount, currency }: Payment, locale: string): string {
  const words = (amount: number) => formatMoney(amount, currency, locale);
  if (fee_refunded_amount === 0) return `fee ${words(fee_amount)}`;
  return `fee ${words(fee_amount - fee_refunded_amount)} (${words(fee_refunded_amount)} of it given back)`;
}

/** A payment in words: when, by what way, what the service keeps of it and what went back. */
export function paymentLine(
  payment: Payment,
  booking: { reference: string; customer_name: string } | undefined,
  locale: string,
  write: (instant: string) => string,
): PaymentLine {
  const { id, booking_id, status, provider, amount, currency, fee_amount, captured_at, created_at } = payment;
  const { refunds, disputes } = payment;
  const about = [
    captured_at === null ? `begun ${write(created_at)}` : `paid ${write(captured_at)}`,
    provider === "offline" ? "received by hand" : null,
    fee_amount > 0 ? feeWords(payment, locale) : null,
    ...disputes.map((one) => disputeLine(one, locale, write)),
    ...refunds.map((one) => `${formatMoney(one.amount, one.currency, locale)} ${refundWords[one.status]}`),
  ];
  return {
    ...{ id, booking_id, status, receipt_url: payment.receipt_url },
    name: booking?.customer_name ?? "Booking",
    reference: booking === undefined ? null : referenceOf(booking.reference),
    about: about.filter((part) => part !== null).join(" · "),
    amount: formatMoney(amount, currency, locale),
  };
}
