import type { AmountProblem } from "~/adapters/payments/port";
import { paymentProvider } from "~/adapters/registry.server";
import { AppError, invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { depositOf, type DepositTerms } from "../quotes/deposit";
import { decimalsOf, formatMoney } from "~/lib/money";
import { otherPrices, type Priced } from "./paid-services.sql.server";
import { feeProblem } from "./platform-fee";

/** Why a price cannot be paid online. */
export type Unpayable = AmountProblem["code"] | "fee_not_possible";

/** A price per seat, and whether guests must pay it online. */
export interface OnlinePrice {
  requires_payment: boolean;
  price_amount: number | null;
  currency: string | null;
  /** The part of it that is paid online first; none: all of it. */
  deposit?: DepositTerms | null;
}

/**
 * Why this cannot be paid online, as far as is known without calling the provider; null: it can, or
 * need not be.
 */
export function whyUnpayable(price: OnlinePrice): Unpayable | null {
  const { requires_payment, price_amount, currency } = price;
  if (!requires_payment || !price_amount || currency === null) return null;
  return whyAmountUnpayable(price_amount, currency) ?? whyDepositUnpayable(price);
}

/** Like whyUnpayable, of the deposit of a price for one seat: that of a party is never less. */
function whyDepositUnpayable({ price_amount, currency, deposit }: OnlinePrice): Unpayable | null {
  const amount = depositOf(deposit, price_amount, currency);
  return amount === null || currency === null ? null : whyAmountUnpayable(amount, currency);
}

function whyAmountUnpayable(price_amount: number, currency: string): Unpayable | null {
  return (
    problemOf(price_amount, currency)?.code ??
    (isFeePossible(price_amount, currency) ? null : "fee_not_possible")
  );
}

function problemOf(amount: number, currency: string): AmountProblem | null {
  const provider = paymentProvider("payprovider") ?? paymentProvider("legacypay");
  return provider?.amountProblem(amount, currency) ?? null;
}

/** Whether the platform fee can be taken, when payments are not allowed without it. */
function isFeePossible(amount: number, currency: string): boolean {
  const { fee } = env.PAYMENTS;
  const problem = feeProblem(fee, amount, currency);
  return fee.policy !== "require" || problem === null || problem === "fee_not_configured";
}

/**
 * Why an amount due cannot be paid online; null: it can, as far as is known without calling the
 * provider. Every path to a checkout checks the amount due rather than the price: a remainder of
 * 0.30 cannot be paid although the price can.
 */
export function whyDueUnpayable(amount: number, currency: string | null): Unpayable | null {
  return whyUnpayable({ requires_payment: true, price_amount: amount, currency });
}

/**
 * Throws amount_below_minimum or booking_not_payable for an amount for which no checkout could be
 * opened.
 */
export function checkDuePayable(amount: number, currency: string | null): void {
  const why = whyDueUnpayable(amount, currency);
  if (why === "amount_below_minimum")
    throw new AppError(
      "amount_below_minimum",
      "The amount due is less than the payment provider takes. Take it at the desk.",
    );
  if (why === "amount_above_maximum" || why === "amount_not_supported")
    throw new AppError(
      "booking_not_payable",
      "The payment provider cannot take exactly this amount. Take it at the desk.",
    );
}

/** Throws validation_failed at `path` for a price that cannot be paid. */
export function checkPayable(price: OnlinePrice, path: string): void {
  const code = whyUnpayable(price);
  if (code === null) return;
  const { price_amount, currency, deposit } = price as OnlinePrice & {
    price_amount: number;
    currency: string;
  }; // it has a price
  const isDeposit = whyUnpayable({ ...price, deposit: null }) === null;
  if (!isDeposit) throw invalidField(path, wordsFor(code, price_amount, currency), code);
  const amount = depositOf(deposit, price_amount, currency)!;
  const words = `The deposit of a price of ${formatMoney(price_amount, currency, "en")} would be ${formatMoney(amount, currency, "en")}.`;
  throw invalidField("deposit", `${words} ${wordsFor(code, amount, currency)}`, code);
}

function wordsFor(code: Unpayable, amount: number, currency: string): string {
  if (code === "fee_not_possible")
    return "The platform's fee cannot be taken of this price. Use another price or currency.";
  if (code === "amount_not_supported")
    return decimalsOf(currency) === 3
      ? `Cards cannot be charged exactly this amount in ${currency}. Make the last decimal a 0.`
      : `Cards cannot be charged exactly this amount in ${currency}. Use a whole amount.`;
  const { least = null, most = null } = problemOf(amount, currency) ?? {};
  if (most !== null)
    return `Guests can pay ${formatMoney(most, currency, "en")} or less online. Use a lower price, or do not ask for payment online.`;
  return least === null
    ? "The payment provider takes no amount as small as this. Use a higher price."
    : `Guests can pay ${formatMoney(least, currency, "en")} or more online. Use a higher price, or do not ask for payment online.`;
}

/**
 * Throws validation_failed when a service starts to require payment and one of its slots has its
 * own price that cannot be paid.
 */
export async function checkTimesPayable(db: Sql, tenantId: string, service: Priced): Promise<void> {
  for (const price of await otherPrices(db, tenantId, service)) {
    const { deposit } = service;
    const code = whyUnpayable({ ...price, requires_payment: true, deposit });
    if (code === null) continue;
    const amount = formatMoney(price.price_amount!, price.currency!, "en"); // selected by the query
    throw invalidField(
      "requires_payment",
      `Some times have the price ${amount}, which cannot be paid online.`,
      code,
    );
  }
}
