import { payableStep } from "~/lib/money";
import { depositIn, type DepositTerms } from "./deposit-amount";

export type { DepositTerms } from "./deposit-amount";

/** The deposit of a price in a currency; see depositIn. */
export const depositOf = (
  terms: DepositTerms | null | undefined,
  total: number | null,
  currency: string | null,
): number | null => depositIn(terms, total, currency === null ? 1 : payableStep(currency));
