import { decimalsOf } from "~/lib/money";

/** The maximum price (Amount in the contract), in any currency. */
const MOST = 99_999_999;

/**
 * Parses a typed price into minor units: "12,50" EUR → 1250, "12" JPY → 12; "" → null (no price).
 * undefined if invalid: too many decimals for the currency, thousands separators, above the
 * maximum, or not a number.
 */
export function readPrice(typed: string, currency: string): number | null | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const decimals = decimalsOf(currency);
  const parts = /^(\d{1,8})(?:\.(\d{1,3}))?$/.exec(text);
  if (parts === null || (parts[2]?.length ?? 0) > decimals) return undefined;
  const amount = Number(parts[1]) * 10 ** decimals + Number((parts[2] ?? "").padEnd(decimals, "0"));
  return amount <= MOST ? amount : undefined;
}

/** Formats a price for an input: 1250 EUR → "12.50", null → "". */
export function writePrice(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return "";
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}
