import { ProviderError } from "~/adapters/payments/port";
import { log } from "~/lib/log.server";
import { findPaidServices } from "./paid-services.sql.server";
import { markService } from "./close-after-refusal.server";
import { refreshConnection } from "./connect.server";
import { findUnchecked, noteChecked } from "./connections.sql.server";
import { whyUnpayable } from "./payable.server";

/** How many accounts one run looks at. */
const MOST = 50;

/**
 * Looks at the accounts that nobody has looked at for a day, the longest first: whether the provider still takes payments for them the way
 * that was chosen, and whether what their services ask for can be paid. Returns how many.
 */
export async function checkDueConnections(): Promise<number> {
  const due = await findUnchecked(MOST);
  for (const { tenant_id, slot } of due) {
    await noteChecked({ tenant_id, slot });
    await checkServices(tenant_id);
    await refreshConnection(tenant_id, slot, false).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ tenant_id, slot, kind: error.kind }, "a payment account could not be looked at");
    });
  }
  return due.length;
}

/** What the provider said itself stays until the price changes; what follows from the amount is judged again. */
async function checkServices(tenantId: string): Promise<void> {
  for (const service of await findPaidServices(tenantId)) {
    const why = whyUnpayable(service);
    const isNews =
      why === null ? service.unpayable === "fee_not_possible" : why !== service.unpayable;
    if (isNews) await markService(tenantId, service.id, why);
  }
}
