/** The part of a price that guests pay when booking: a percentage, or an amount per booking. */
export type DepositTerms = { percent: number } | { amount: number };

/**
 * The deposit of a booking's whole price in minor units: a percentage is rounded half up to a
 * payable `step`, and a fixed amount counts once per booking, whatever its party. Never more than
 * the price; null without terms or a price. Browser code uses it without the table of currencies.
 */
export function depositIn(
  terms: DepositTerms | null | undefined,
  total: number | null,
  step: number,
): number | null {
  if (!terms || !total) return null;
  if ("amount" in terms) return Math.min(terms.amount, total);
  const rounded = Math.floor((2 * total * terms.percent + 100 * step) / (200 * step)) * step;
  return Math.min(Math.max(rounded, step), total);
}
