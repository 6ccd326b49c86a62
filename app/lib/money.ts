/** How many decimals a currency has (ISO 4217), as the platform's own tables know it: JPY 0, EUR 2, KWD 3. */
export function decimalsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `amount` (integer minor units) in words of a language: 2550 EUR, en → "€25.50". */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount / 10 ** decimalsOf(currency));
}
