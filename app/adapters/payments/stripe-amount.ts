import { decimalsOf, payableStep } from "~/lib/money";
import { ProviderError } from "./port";

/** Written by Stripe with hundredths although they have none, which must be zero (Stripe, Supported currencies, special cases). */
const AS_HUNDREDTHS = ["ISK", "UGX"];
/** Written by Stripe without decimals although ISO 4217 gives it two. */
const WITHOUT = ["MGA"];

/** By how many digits Stripe's amounts of a currency are longer (or, below zero, shorter) than minor units. */
function moreDigits(currency: string): number {
  if (AS_HUNDREDTHS.includes(currency)) return 2;
  return WITHOUT.includes(currency) ? -decimalsOf(currency) : 0;
}

/** An amount (minor units) as Stripe writes it. Throws ProviderError amount_not_supported for one that Stripe cannot take exactly. */
export function toStripeAmount(amount: number, currency: string): number {
  const written = amount * 10 ** moreDigits(currency);
  if (Number.isInteger(written) && amount % payableStep(currency) === 0) return written;
  throw new ProviderError("invalid", "The amount cannot be paid in this currency.", true, "amount_not_supported");
}

/** An amount of Stripe's in minor units. */
export function fromStripeAmount(written: number, currency: string): number {
  return written / 10 ** moreDigits(currency.toUpperCase());
}
