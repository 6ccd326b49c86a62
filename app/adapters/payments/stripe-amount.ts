import { decimalsOf, payableStep } from "~/lib/money";
import { type AmountProblem, ProviderError } from "./port";

/**
 * Stripe writes these with hundredths, which must be zero, although the currencies have none
 * (Stripe, Supported currencies, special cases).
 */
const AS_HUNDREDTHS = ["ISK", "UGX"];
/** Stripe writes this one without decimals although ISO 4217 gives it two. */
const WITHOUT = ["MGA"];

/**
 * Stripe's minimum amounts in minor units, per listed currency
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). They apply to accounts
 * paid out in the same currency; otherwise Stripe converts and reports the limit only when called.
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

/**
 * The largest amount in Stripe's notation: eight digits, more only for currencies of small units
 * (same page).
 */
const MAX_WRITTEN = 99_999_999;
const MORE_DIGITS = ["COP", "HUF", "IDR", "INR", "JPY", "KRW", "LBP"];

/**
 * Why an amount (minor units) can't be charged, as far as is known without calling Stripe; null if
 * it can.
 */
export function stripeAmountProblem(amount: number, currency: string): AmountProblem | null {
  const written = amount * 10 ** moreDigits(currency);
  if (!Number.isInteger(written) || amount % payableStep(currency) !== 0)
    return { code: "amount_not_supported", least: null, most: null };
  const least = LEAST[currency] ?? 1;
  if (amount < least) return { code: "amount_below_minimum", least, most: null };
  if (written <= MAX_WRITTEN || MORE_DIGITS.includes(currency)) return null;
  const most = Math.floor(MAX_WRITTEN / 10 ** moreDigits(currency));
  return { code: "amount_above_maximum", least: null, most };
}

/**
 * How many digits Stripe's amounts of a currency have more (or, if negative, fewer) than minor
 * units.
 */
function moreDigits(currency: string): number {
  if (AS_HUNDREDTHS.includes(currency)) return 2;
  return WITHOUT.includes(currency) ? -decimalsOf(currency) : 0;
}

/**
 * Converts minor units to Stripe's notation. Throws ProviderError amount_not_supported if Stripe
 * can't represent the amount.
 */
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

/** Converts Stripe's notation to minor units. */
export function fromStripeAmount(written: number, currency: string): number {
  return written / 10 ** moreDigits(currency.toUpperCase());
}
