import {
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderError,
} from "~/adapters/payments/port";
import { pool } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { loadBooking } from "../bookings/load-booking.sql.server";
import type { PaymentRow } from "../accounting/payment-row";
import { closeAfterRefusal } from "./close-after-refusal.server";
import type { ConnectionRow } from "./connections.sql.server";
import { createAtProvider } from "./create-at-provider.server";
import { changeKey, failPayment, loadPayment } from "./payments.sql.server";

interface CheckoutRequest {
  provider: PaymentProvider;
  connection: ConnectionRow;
  payment: PaymentRow;
}

/**
 * Asks for a payment's checkout. A definite refusal ends the payment: nothing was made. Without an answer it stays as it is, and the same
 * call is repeated. An error that the provider keeps under the key is answered by looking for what was made; where there is nothing, it is
 * asked once more with another key. Throws ProviderError.
 */
export async function makeCheckout(asked: CheckoutRequest): Promise<PaymentSnapshot> {
  try {
    return await create(asked);
  } catch (error) {
    if (!(error instanceof ProviderError && error.is_kept)) throw error;
    const { provider, connection, payment } = asked;
    const made = await provider.findPaymentOf(
      connection.organization_id,
      payment.id,
      payment.created_at,
    );
    if (made !== null) return made;
    return create({ ...asked, payment: await withAnotherKey(payment) });
  }
}

async function create({
  provider,
  connection,
  payment,
}: CheckoutRequest): Promise<PaymentSnapshot> {
  const { row, customer } = await loadBooking(pool, payment.tenant_id, payment.booking_id, false);
  const guest = { email: row.customer_email, locale: customer.locale ?? "en" };
  try {
    const made = await createAtProvider(provider, connection, payment, guest);
    faultPoint("checkout.asked");
    return made;
  } catch (error) {
    if (error instanceof ProviderError && error.is_definite) {
      await closeAfterRefusal(payment, error);
      await failPayment(payment, error.code);
    }
    throw error;
  }
}

/** Two that met the same error go on with one key: the first to write it, so that they make one checkout between them. */
async function withAnotherKey(payment: PaymentRow): Promise<PaymentRow> {
  await changeKey(payment);
  return (await loadPayment(pool, payment.tenant_id, payment.id, false)) ?? payment;
}
