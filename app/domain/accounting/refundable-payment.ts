import type { PaymentRow } from "./payment-row";

/** A payment of which something can still be refunded. */
export interface RefundablePayment extends Pick<
  PaymentRow,
  "id" | "provider" | "amount" | "currency" | "captured_at" | "is_surplus" | "attention"
> {
  /** What is neither gone nor on its way, minor units. */
  refundable: number;
}
