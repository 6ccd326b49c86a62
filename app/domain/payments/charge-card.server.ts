import {
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderError,
} from "~/adapters/payments/port";
import { isFee } from "../accounting/payment-purpose";
import type { PaymentRow } from "../accounting/payment-row";
import type { StoredCard } from "../card-on-file/card-terms";
import type { ConnectionRow } from "./connections.sql.server";

/** Whether a payment is a charge of a kept card: a fee without a checkout. */
export const isCardCharge = ({ purpose, success_url }: PaymentRow): boolean =>
  isFee(purpose) && success_url === null;

/**
 * Charges a fee to the card on file. Idempotent: retries send the same request and key. Throws
 * ProviderError, also if the card is gone or was kept with another account.
 */
export function chargeCard(
  provider: PaymentProvider,
  connection: ConnectionRow,
  payment: PaymentRow,
  card: StoredCard | null,
): Promise<PaymentSnapshot> {
  if (card?.organization_id !== connection.organization_id)
    throw new ProviderError("invalid", "The card on file is gone.", true, "card_gone");
  return provider.chargeCard(connection, {
    payment_id: payment.id,
    booking_id: payment.booking_id,
    tenant_id: payment.tenant_id,
    idempotency_key: payment.idempotency_key ?? payment.id,
    amount: payment.amount,
    currency: payment.currency,
    fee_amount: payment.fee_amount,
    description: payment.description,
    card,
  });
}
