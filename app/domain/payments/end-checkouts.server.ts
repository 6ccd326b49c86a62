import { ProviderError } from "~/adapters/payments/port";
import { transaction } from "~/lib/db.server";
import { type ConnectionRow, pausePayments, refreshTakesPayments } from "./connections.sql.server";
import { findUnsettled } from "./payments.sql.server";
import { ask } from "./provider.server";
import { settleAtProvider } from "./sync-payment.server";

/**
 * Before a connection ends: stops new payments through it, closes open checkouts, and sends pending
 * refunds. Afterwards the provider could not be queried, and a payment would go unnoticed. Throws
 * provider_unavailable; the connection still exists then.
 */
export async function endCheckouts(connection: ConnectionRow): Promise<void> {
  const { tenant_id } = connection;
  await transaction(async (db) => {
    await pausePayments(db, connection);
    await refreshTakesPayments(db, tenant_id);
  });
  for (const id of await findUnsettled(connection))
    await ask(() => settleAtProvider(tenant_id, id, { close: true })).catch(passRefusal);
}

/** A refusal for one of them must not leave the others open. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}
