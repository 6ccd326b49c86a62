import sql from "sql-template-tag";
import { ProviderError } from "~/adapters/payments/port";
import { pool } from "~/lib/db.server";
import { UNFINISHED } from "../accounting/payment-row";
import { syncPayment } from "./sync-payment.server";

/**
 * A guest is back from the checkout: asks the provider how the booking's open payment stands, at most every two seconds. A provider that
 * does not answer is no reason to keep the guest waiting: a worker asks again.
 */
export async function syncOnReturn(tenantId: string, bookingId: string): Promise<void> {
  const open = await pool.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenantId} and booking_id = ${bookingId} and status = any(${UNFINISHED}::text[])
          and session_id is not null and (asked_at is null or asked_at < clock_timestamp() - interval '2 seconds')`,
  );
  for (const { id } of open.rows)
    await syncPayment(tenantId, id).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
}
