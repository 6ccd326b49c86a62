import type { Booking } from "~/contract/bookings";
import type { Payment, Refund } from "~/contract/payments";
import { agreedQuote } from "~/domain/quotes/quote";
import { msg, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";

/** A line of a booking's totals, as on a receipt. */
export interface MoneyLine {
  label: string;
  /** Extra detail; "" for none. */
  about: string;
  amount: string;
  /** Price, the total of several prices, payments and refunds, or the balance. */
  kind: "price" | "total" | "payment" | "balance";
}

interface MoneyParts {
  booking: Booking;
  /** The service the price is for. */
  service: string | null;
  /**
   * Payments with refunds, newest first; null without permission, where only their total is shown.
   */
  payments: readonly Payment[] | null;
  locale: string;
  /** Whether the guest still owes money. */
  owes: boolean;
  day: (instant: string) => string;
}

const REFUNDS: Partial<Record<Refund["status"], string>> = {
  requested: msg("Refund on its way"),
  pending: msg("Refund on its way"),
  owed: msg("To hand back"),
  succeeded: msg("Refunded"),
  failed: msg("Refund failed"),
};

/** Lines for price, payments, refunds and balance; empty if no money is involved. */
export function moneyLines({
  booking,
  service,
  payments,
  locale,
  owes,
  day,
}: MoneyParts): MoneyLine[] {
  const { price_amount, currency, balance_amount, due_now_amount } = booking;
  if (price_amount === null || currency === null) return [];
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const prices = priceLines(booking, price_amount, service ?? t("Price"), money);
  const paid =
    payments === null
      ? paidInAll(price_amount - balance_amount, money)
      : paidByEach(payments, locale, day);
  if (balance_amount < 0)
    return [
      ...prices,
      ...paid,
      { label: t("Owed to guest"), about: "", amount: money(-balance_amount), kind: "balance" },
    ];
  if (!owes && paid.length === 0) return prices;
  const deposit =
    owes && due_now_amount < balance_amount
      ? t("deposit of {{amount}} first", { amount: money(due_now_amount) })
      : "";
  return [
    ...prices,
    ...paid,
    { label: t("Due"), about: deposit, amount: money(owes ? balance_amount : 0), kind: "balance" },
  ];
}

/** One line for the service; with kinds of people or add-ons, a line for each and their total. */
function priceLines(
  { party_size, party, addons, currency }: Booking,
  amount: number,
  label: string,
  money: (amount: number) => string,
): MoneyLine[] {
  if (addons.length === 0 && party.length === 0)
    return [{ label, about: "", amount: money(amount), kind: "price" }];
  const { lines } = agreedQuote({ label, amount, currency }, party_size, addons, party);
  return [
    ...lines.map((line): MoneyLine => ({
      label: line.kind === "adjustment" ? t("Agreed price") : line.label,
      about: line.quantity > 1 ? `× ${line.quantity}` : "",
      amount: money(line.amount),
      kind: "price",
    })),
    { label: t("Total"), about: "", amount: money(amount), kind: "total" },
  ];
}

function offlineWords(method: string | null, about: { day: string }): string {
  if (method === "cash") return t("in cash, {{day}}", about);
  if (method === "card_terminal") return t("by card terminal, {{day}}", about);
  return method === "bank_transfer"
    ? t("by bank transfer, {{day}}", about)
    : t("at the desk, {{day}}", about);
}

function paidInAll(amount: number, money: (amount: number) => string): MoneyLine[] {
  return amount > 0
    ? [{ label: t("Paid"), about: "", amount: money(-amount), kind: "payment" }]
    : [];
}

/** Oldest first, each net of its refunds. */
function paidByEach(
  payments: readonly Payment[],
  locale: string,
  day: (instant: string) => string,
): MoneyLine[] {
  return [...payments]
    .reverse()
    .flatMap(({ captured_at, provider, method, amount, currency, refunds }): MoneyLine[] => {
      if (captured_at === null) return [];
      const about = { day: day(captured_at) };
      const paid: MoneyLine = {
        label: t("Paid"),
        about: provider === "offline" ? offlineWords(method, about) : t("online, {{day}}", about),
        amount: formatMoney(-amount, currency, locale),
        kind: "payment",
      };
      const back = refunds.flatMap((refund): MoneyLine[] => {
        const label = REFUNDS[refund.status];
        if (label === undefined) return [];
        const words = formatMoney(refund.amount, refund.currency, locale);
        return [{ label: t(label), about: day(refund.created_at), amount: words, kind: "payment" }];
      });
      return [paid, ...back];
    });
}
