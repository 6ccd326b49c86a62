import { ProviderError } from "~/adapters/payments/port";
import { log } from "~/lib/log.server";
import { findPaidServices } from "./paid-services.sql.server";
import { markService } from "./close-after-refusal.server";
import { refreshConnection } from "./connect.server";
import { findUnchecked, noteChecked } from "./connections.sql.server";
import { whyUnpayable } from "./payable.server";

/** Accounts checked per run. */
const MOST = 50;

/**
 * Checks the accounts not checked for a day, the longest first: whether the provider still takes
 * payments for them with the chosen settings, and whether the prices of their services can be paid.
 * Returns how many.
 */
export async function checkDueConnections(): Promise<number> {
  const due = await findUnchecked(MOST);
  for (const { tenant_id, provider } of due) {
    await noteChecked({ tenant_id, provider });
    await checkServices(tenant_id);
    await refreshConnection(tenant_id, provider, false).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.info(
        { tenant_id, provider, kind: error.kind },
        "a payment account could not be looked at",
      );
    });
  }
  return due.length;
}

/**
 * A refusal by the provider stands until the price changes; a refusal derived from the amount is
 * checked again.
 */
async function checkServices(tenantId: string): Promise<void> {
  for (const service of await findPaidServices(tenantId)) {
    const why = whyUnpayable(service);
    const isNews =
      why === null ? service.unpayable === "fee_not_possible" : why !== service.unpayable;
    if (isNews) await markService(tenantId, service.id, why);
  }
}
