import sql from "sql-template-tag";
import { ProviderError } from "~/adapters/payments/port";
import { pool, transaction } from "~/lib/db.server";
import { type ConnectionRow, refreshTakesPayments } from "./connections.sql.server";
import { ask } from "./provider.server";
import { settlePayment } from "./sync-payment.server";

/**
 * Before a connection ends: takes no more payments through it, closes the checkouts that are open, and sends the refunds that wait.
 * Afterwards nobody could ask the provider, and a guest who paid would have paid for nothing. Throws provider_unavailable; the connection
 * is there still then.
 */
export async function endCheckouts({ tenant_id, id, slot, organization_id }: ConnectionRow): Promise<void> {
  await transaction(async (db) => {
    await db.query(
      sql`update payment_connection set can_take_payments = false where tenant_id = ${tenant_id} and id = ${id}`,
    );
    await refreshTakesPayments(db, tenant_id);
  });
  const unsettled = await pool.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenant_id} and provider = ${slot} and organization_id = ${organization_id}
          and next_sync_at is not null order by created_at`,
  );
  for (const payment of unsettled.rows)
    await ask(() => settlePayment(tenant_id, payment.id, { close: true })).catch(passRefusal);
}

/** What the provider refuses to do for one of them is no reason to leave the others open. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}
