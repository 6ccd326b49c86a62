import type { PaymentProvider, PaymentSnapshot } from "~/adapters/payments/port";
import type { PaymentRow } from "../accounting/payment-row";
import type { ConnectionRow } from "./connections.sql.server";

/**
 * Creates a payment's checkout at the provider. Idempotent: retries send the same request and key.
 */
export function createAtProvider(
  provider: PaymentProvider,
  connection: ConnectionRow,
  payment: PaymentRow,
  guest: { email: string | null; locale: string; card_text: string | null },
): Promise<PaymentSnapshot> {
  return provider.createPayment(connection, {
    payment_id: payment.id,
    booking_id: payment.booking_id,
    tenant_id: payment.tenant_id,
    idempotency_key: payment.idempotency_key ?? payment.id,
    amount: payment.amount,
    currency: payment.currency,
    fee_amount: payment.fee_amount,
    description: payment.description,
    customer_email: guest.email,
    locale: guest.locale,
    success_url: payment.success_url ?? "",
    cancel_url: payment.cancel_url ?? "",
    instant_only: payment.instant_only,
    keeps_card: payment.keeps_card ? { text: guest.card_text ?? "" } : null,
    expires_at: payment.expires_at ?? new Date(0),
  });
}
