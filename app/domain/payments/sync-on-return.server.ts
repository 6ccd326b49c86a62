import { ProviderError } from "~/adapters/payments/port";
import { findOpenCheckouts } from "./payments.sql.server";
import { syncPayment } from "./sync-payment.server";

/**
 * A guest returns from the checkout: reads the state of the booking's open payment from the
 * provider, at most every two seconds. If the provider does not respond, the guest does not wait: a
 * worker retries.
 */
export async function syncOnReturn(tenantId: string, bookingId: string): Promise<void> {
  for (const id of await findOpenCheckouts(tenantId, bookingId))
    await syncPayment(tenantId, id).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
}
