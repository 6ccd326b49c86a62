import { ProviderError } from "~/adapters/payments/port";
import { transaction } from "~/lib/db.server";
import { type ConnectionRow, pausePayments, refreshTakesPayments } from "./connections.sql.server";
import { findUnsettled } from "./payments.sql.server";
import { ask } from "./provider.server";
import { settlePayment } from "./sync-payment.server";

/**
 * Before a connection ends: takes no more payments through it, closes the checkouts that are open, and sends the refunds that wait.
 * Afterwards nobody could ask the provider, and a guest who paid would have paid for nothing. Throws provider_unavailable; the connection
 * is there still then.
 */
export async function endCheckouts(connection: ConnectionRow): Promise<void> {
  const { tenant_id } = connection;
  await transaction(async (db) => {
    await pausePayments(db, connection);
    await refreshTakesPayments(db, tenant_id);
  });
  for (const id of await findUnsettled(connection))
    await ask(() => settlePayment(tenant_id, id, { close: true })).catch(passRefusal);
}

/** What the provider refuses to do for one of them is no reason to leave the others open. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}
