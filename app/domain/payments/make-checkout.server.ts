import {
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderError,
} from "~/adapters/payments/port";
import { pool } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import type { PaymentRow } from "../accounting/payment-row";
import { closeAfterRefusal } from "./close-after-refusal.server";
import type { ConnectionRow } from "./connections.sql.server";
import { chargeCard, isCardCharge } from "./charge-card.server";
import { createAtProvider } from "./create-at-provider.server";
import { failCharge } from "./fail-charge.server";
import { changeKey, failPayment, loadPayment } from "./payments.sql.server";

interface CheckoutRequest {
  provider: PaymentProvider;
  connection: ConnectionRow;
  payment: PaymentRow;
}

/**
 * Creates a payment's checkout at the provider. A definite refusal fails the payment: nothing was
 * created. Without a response it stays unchanged, and the same call is retried. If the provider
 * replays an error stored under the key, the checkout is looked up, and if there is none, created
 * once more with a new key. Throws ProviderError.
 */
export async function makeCheckout(request: CheckoutRequest): Promise<PaymentSnapshot> {
  try {
    return await create(request);
  } catch (error) {
    if (!(error instanceof ProviderError && error.is_stored)) throw error;
    const { payment } = request;
    const made = await find(request);
    if (made !== null) return made;
    return create({ ...request, payment: await withAnotherKey(payment) });
  }
}

/** The session created under a key whose response was an error. */
async function find({
  provider,
  connection,
  payment,
}: CheckoutRequest): Promise<PaymentSnapshot | null> {
  const { organization_id } = connection;
  if (!isCardCharge(payment))
    return provider.findPaymentOf(organization_id, payment.id, payment.created_at);
  const { row } = await loadBooking(pool, payment.tenant_id, payment.booking_id, false);
  return row.card && provider.findChargeOf(organization_id, row.card.customer_ref, payment.id);
}

async function create({
  provider,
  connection,
  payment,
}: CheckoutRequest): Promise<PaymentSnapshot> {
  const { row, customer } = await loadBooking(pool, payment.tenant_id, payment.booking_id, false);
  const card_text = row.card_terms?.text ?? null;
  const guest = { email: row.customer_email, locale: customer.locale ?? "en", card_text };
  try {
    const made = isCardCharge(payment)
      ? await chargeCard(provider, connection, payment, row.card)
      : await createAtProvider(provider, connection, payment, guest);
    faultPoint("checkout.asked");
    return made;
  } catch (error) {
    if (error instanceof ProviderError && error.is_definite && isCardCharge(payment)) {
      // If the platform's key was rejected, that says nothing about the card.
      if (error.kind !== "auth") await failCharge(payment, error.code);
    } else if (error instanceof ProviderError && error.is_definite) {
      await closeAfterRefusal(payment, error);
      await failPayment(pool, payment, error.code);
    }
    throw error;
  }
}

/**
 * Two calls that met the same error must share the new key, the first one stored, so that they
 * create one checkout.
 */
async function withAnotherKey(payment: PaymentRow): Promise<PaymentRow> {
  await changeKey(payment);
  return (await loadPayment(pool, payment.tenant_id, payment.id, false)) ?? payment;
}
