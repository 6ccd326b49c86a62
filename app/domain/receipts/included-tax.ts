/** A tax that prices include; `rate_bps` in basis points. */
export interface TaxTerms {
  name: string;
  rate_bps: number;
}

/** The tax in an amount that includes it, rounded half up to a minor unit; the sign is kept. */
export function includedTax(amount: number, rate_bps: number): number {
  const tax = Math.floor(
    (2 * Math.abs(amount) * rate_bps + 10_000 + rate_bps) / (2 * (10_000 + rate_bps)),
  );
  return amount < 0 ? -tax : tax;
}
