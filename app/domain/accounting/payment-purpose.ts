import type { FeeKind } from "~/contract/card-on-file";

/** What a payment pays: the booking's price, or a fee. `card`: nothing; its checkout keeps a card. */
export type PaymentPurpose = "booking" | "card" | FeeKind;

export const isFee = (purpose: PaymentPurpose): purpose is FeeKind =>
  purpose === "late_cancellation" || purpose === "no_show";
