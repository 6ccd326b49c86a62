import type { CardOnFile, FeeTerms } from "~/contract/card-on-file";
import { depositOf } from "../quotes/deposit";

/** The fees that a guest agrees to, minor units; null: none of that kind. */
export interface FeeAmounts {
  late_cancellation_amount: number | null;
  no_show_amount: number | null;
}

/** A fee at a booking's whole price; null: none. A share of no price is nothing. */
export const feeOf = (
  terms: FeeTerms | null,
  price: number | null,
  currency: string,
): number | null =>
  terms === null || "amount" in terms ? (terms?.amount ?? null) : depositOf(terms, price, currency);

/** The fees of a service at a booking's whole price; null: none, so no card is asked for. */
export function feeAmounts(
  card: CardOnFile | null | undefined,
  price: number | null,
  currency: string,
): FeeAmounts | null {
  if (!card) return null;
  const late_cancellation_amount = feeOf(card.late_cancellation, price, currency);
  const no_show_amount = feeOf(card.no_show, price, currency);
  return late_cancellation_amount === null && no_show_amount === null
    ? null
    : { late_cancellation_amount, no_show_amount };
}
