import { decimalsOf } from "~/lib/money";

/** The most that a price may be (Amount of the contract), whatever its currency. */
const MOST = 99_999_999;

/**
 * A price as a person types it, in minor units: "12,50" EUR → 1250, "12" JPY → 12; "" → null (no price). undefined when it is none:
 * more decimals than the currency has, thousands separators, more than can be charged at one time, anything else.
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

/** A price as a field shows it: 1250 EUR → "12.50", null → "". */
export function writePrice(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return "";
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}
