import { decimalsOf, payableStep } from "~/lib/money";
import { type AmountProblem, ProviderError } from "./port";

/** Written by Stripe with hundredths although they have none, which must be zero (Stripe, Supported currencies, special cases). */
const AS_HUNDREDTHS = ["ISK", "UGX"];
/** Written by Stripe without decimals although ISO 4217 gives it two. */
const WITHOUT = ["MGA"];

/**
 * The least that Stripe takes, in minor units, of the currencies it names (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 * It holds for an account that is paid out in the same currency; where it is another one, Stripe converts, and says so only when it is asked.
 */
const LEAST: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** The largest amount as Stripe writes it: eight digits, more only in currencies of small units (the same page). */
const MOST_WRITTEN = 99_999_999;
const MORE_DIGITS = ["COP", "HUF", "IDR", "INR", "JPY", "KRW", "LBP"];

/** Why an amount (minor units) cannot be paid, as far as that is known without asking Stripe; null: it can. */
export function stripeAmountProblem(amount: number, currency: string): AmountProblem | null {
  const written = amount * 10 ** moreDigits(currency);
  if (!Number.isInteger(written) || amount % payableStep(currency) !== 0)
    return { code: "amount_not_supported", least: null, most: null };
  const least = LEAST[currency] ?? 1;
  if (amount < least) return { code: "amount_below_minimum", least, most: null };
  if (written <= MOST_WRITTEN || MORE_DIGITS.includes(currency)) return null;
  const most = Math.floor(MOST_WRITTEN / 10 ** moreDigits(currency));
  return { code: "amount_above_maximum", least: null, most };
}

/** By how many digits Stripe's amounts of a currency are longer (or, below zero, shorter) than minor units. */
function moreDigits(currency: string): number {
  if (AS_HUNDREDTHS.includes(currency)) return 2;
  return WITHOUT.includes(currency) ? -decimalsOf(currency) : 0;
}

/** An amount (minor units) as Stripe writes it. Throws ProviderError amount_not_supported for one that Stripe cannot take exactly. */
export function toStripeAmount(amount: number, currency: string): number {
  const written = amount * 10 ** moreDigits(currency);
  if (Number.isInteger(written) && amount % payableStep(currency) === 0) return written;
  throw new ProviderError(
    "invalid",
    "The amount cannot be paid in this currency.",
    true,
    "amount_not_supported",
  );
}

/** An amount of Stripe's in minor units. */
export function fromStripeAmount(written: number, currency: string): number {
  return written / 10 ** moreDigits(currency.toUpperCase());
}
