import { ProviderError } from "~/adapters/payments/port";
import { findOpenCheckouts } from "./payments.sql.server";
import { syncPayment } from "./sync-payment.server";

/**
 * A guest is back from the checkout: asks the provider how the booking's open payment stands, at most every two seconds. A provider that
 * does not answer is no reason to keep the guest waiting: a worker asks again.
 */
export async function syncOnReturn(tenantId: string, bookingId: string): Promise<void> {
  for (const id of await findOpenCheckouts(tenantId, bookingId))
    await syncPayment(tenantId, id).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
}
