import sql from "sql-template-tag";
import { ProviderError } from "~/adapters/payments/port";
import { pool } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { markService } from "./close-refused.server";
import { refreshConnection } from "./connect.server";
import type { ConnectionRow } from "./connections.sql.server";
import { type AskedPrice, type Unpayable, whyUnpayable } from "./payable.server";

/** How many accounts one run looks at. */
const MOST = 50;

/**
 * Looks at the accounts that nobody has looked at for a day, the longest first: whether the provider still takes payments for them the way
 * that was chosen, and whether what their services ask for can be paid. Returns how many.
 */
export async function checkDueConnections(): Promise<number> {
  const due = await pool.query<Pick<ConnectionRow, "tenant_id" | "slot">>(
    sql`select tenant_id, slot from payment_connection
        where status = 'active' and (checked_at is null or checked_at < clock_timestamp() - interval '1 day')
        order by checked_at nulls first limit ${MOST}`,
  );
  for (const { tenant_id, slot } of due.rows) {
    await pool.query(
      sql`update payment_connection set checked_at = current_timestamp where tenant_id = ${tenant_id} and slot = ${slot} and status = 'active'`,
    );
    await checkServices(tenant_id);
    await refreshConnection(tenant_id, slot, false).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ tenant_id, slot, kind: error.kind }, "a payment account could not be looked at");
    });
  }
  return due.rows.length;
}

/** What the provider said itself stays until the price changes; what follows from the amount is judged again. */
async function checkServices(tenantId: string): Promise<void> {
  const asking = await pool.query<AskedPrice & { id: string; unpayable: Unpayable | null }>(
    sql`select id, requires_payment, price_amount, currency, unpayable from schedule
        where tenant_id = ${tenantId} and requires_payment and price_amount > 0`,
  );
  for (const service of asking.rows) {
    const why = whyUnpayable(service);
    const isNews = why === null ? service.unpayable === "fee_not_possible" : why !== service.unpayable;
    if (isNews) await markService(tenantId, service.id, why);
  }
}
