import type { PaymentRow } from "./payment-row";

/** A payment that can still be refunded, at least partly. */
export interface RefundablePayment extends Pick<
  PaymentRow,
  "id" | "provider" | "amount" | "currency" | "captured_at" | "is_surplus" | "attention"
> {
  /** Neither returned nor being returned, minor units. */
  refundable: number;
}
