import type { ProviderError } from "~/adapters/payments/port";
import { pool, transaction } from "~/lib/db.server";
import type { PaymentRow } from "../accounting/payment-row";
import { findServiceOf, writeUnpayable } from "./paid-services.sql.server";
import { findConnection } from "./connections.sql.server";
import { updateCanTakePayments } from "./can-take-payments.server";
import type { Unpayable } from "./payable.server";

/** Closes a service for online booking, or reopens it (null). */
export async function markService(
  tenantId: string,
  id: string,
  why: Unpayable | null,
): Promise<void> {
  await transaction((db) => writeUnpayable(db, tenantId, id, why));
}

/**
 * Closes a service for online booking after the provider refused its payment, so that the next
 * guest is not refused too.
 */
export async function closeAfterRefusal(
  payment: PaymentRow,
  { code, field }: ProviderError,
): Promise<void> {
  const { tenant_id, connection_id } = payment;
  if (code === "resource_missing" && field === "payment_method_configuration") {
    const connection =
      payment.provider === "offline"
        ? null
        : await findConnection(pool, tenant_id, payment.provider);
    if (connection?.id === connection_id)
      await updateCanTakePayments(connection, connection.can_take_payments, "profile_gone");
    return;
  }
  const why = {
    amount_too_small: "amount_below_minimum",
    amount_not_supported: "amount_not_supported",
  } as const;
  if (code !== "amount_too_small" && code !== "amount_not_supported") return;
  for (const id of await findServiceOf(payment)) await markService(tenant_id, id, why[code]);
}
