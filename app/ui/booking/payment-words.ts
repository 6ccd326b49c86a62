import type { Dispute, Payment, PaymentState, Refund } from "~/contract/payments";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { msg, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import type { Tone } from "../kit/badge";
import type { IconName } from "../icon";

/** Label, icon and colour of each payment state. */
export const paymentWords: Record<PaymentState, { label: string; tone: Tone; icon: IconName }> = {
  created: { label: msg("Started"), tone: "quiet", icon: "clock" },
  open: { label: msg("Awaiting guest"), tone: "wait", icon: "clock" },
  processing: { label: msg("Processing"), tone: "wait", icon: "hourglass" },
  paid: { label: msg("Paid"), tone: "good", icon: "coin" },
  partially_refunded: { label: msg("Partly refunded"), tone: "info", icon: "back" },
  refunded: { label: msg("Refunded"), tone: "quiet", icon: "back" },
  failed: { label: msg("Failed"), tone: "bad", icon: "warning" },
  canceled: { label: msg("Not paid"), tone: "quiet", icon: "cross" },
  expired: { label: msg("Expired"), tone: "quiet", icon: "hourglass" },
};

const refundWords: Record<Refund["status"], (amount: string) => string> = {
  requested: (amount) => t("{{amount}} refund on its way", { amount }),
  pending: (amount) => t("{{amount}} refund on its way", { amount }),
  owed: (amount) => t("{{amount}} to hand back in cash", { amount }),
  succeeded: (amount) => t("{{amount}} refunded", { amount }),
  failed: (amount) => t("{{amount}} refund failed", { amount }),
  canceled: (amount) => t("{{amount}} refund cancelled", { amount }),
};

const disputeWords: Record<Dispute["status"], (amount: string) => string> = {
  needs_response: (amount) => t("{{amount}} disputed", { amount }),
  under_review: (amount) => t("{{amount}} disputed, under review", { amount }),
  appeal_needs_response: (amount) => t("{{amount}} dispute lost, appeal open", { amount }),
  appeal_under_review: (amount) => t("{{amount}} dispute lost, appeal under review", { amount }),
  won: (amount) => t("{{amount}} dispute won", { amount }),
  lost: (amount) => t("{{amount}} dispute lost", { amount }),
  closed: (amount) => t("{{amount}} dispute closed", { amount }),
};

/** "€25.00 disputed, respond by 3 Dec 2026, 14:00". */
export function disputeLine(
  dispute: Dispute,
  locale: string,
  write: (instant: string) => string,
): string {
  const { amount, currency, status, respond_by } = dispute;
  const words = disputeWords[status](formatMoney(amount, currency, locale));
  return respond_by === null
    ? words
    : t("{{dispute}}, respond by {{time}}", { dispute: words, time: write(respond_by) });
}

export interface PaymentLine {
  id: string;
  booking_id: string;
  status: PaymentState;
  /** The payer. */
  name: string;
  reference: string | null;
  about: string;
  amount: string;
  receipt_url: string | null;
}

/** The processing fee, net of the share returned with a refund. */
function feeWords({ fee_amount, fee_refunded_amount, currency }: Payment, locale: string): string {
  const words = (amount: number) => formatMoney(amount, currency, locale);
  if (fee_refunded_amount === 0) return t("fee {{amount}}", { amount: words(fee_amount) });
  const [left, refunded] = [words(fee_amount - fee_refunded_amount), words(fee_refunded_amount)];
  return t("fee {{left}} ({{refunded}} refunded)", { left, refunded });
}

/** Describes a payment: date, method, fee and refunds. */
export function paymentLine(
  payment: Payment,
  booking: { reference: string; customer_name: string } | undefined,
  locale: string,
  write: (instant: string) => string,
): PaymentLine {
  const {
    id,
    booking_id,
    status,
    provider,
    amount,
    currency,
    fee_amount,
    captured_at,
    created_at,
  } = payment;
  const { refunds, disputes } = payment;
  const about = [
    captured_at === null
      ? t("started {{time}}", { time: write(created_at) })
      : t("paid {{time}}", { time: write(captured_at) }),
    provider === "offline" ? t("at the desk") : null,
    fee_amount > 0 ? feeWords(payment, locale) : null,
    ...disputes.map((one) => disputeLine(one, locale, write)),
    ...refunds.map((one) => refundWords[one.status](formatMoney(one.amount, one.currency, locale))),
  ];
  return {
    id,
    booking_id,
    status,
    receipt_url: payment.receipt_url,
    name: booking?.customer_name ?? t("Booking"),
    reference: booking === undefined ? null : referenceOf(booking.reference),
    about: about.filter((part) => part !== null).join(" · "),
    amount: formatMoney(amount, currency, locale),
  };
}
