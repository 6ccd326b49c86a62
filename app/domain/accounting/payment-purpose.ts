import type { FeeKind } from "~/contract/card-on-file";

/** The purpose of a payment: the booking's price or a fee; `card` pays nothing, its checkout keeps a card. */
export type PaymentPurpose = "booking" | "card" | FeeKind;

export const isFee = (purpose: PaymentPurpose): purpose is FeeKind =>
  purpose === "late_cancellation" || purpose === "no_show";
