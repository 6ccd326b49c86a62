import sql from "sql-template-tag";
import type { PaymentSlot, WebhookHint } from "~/adapters/payments/port";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { settleLater } from "../accounting/request-refund.sql.server";
import { refreshConnection } from "./connect.server";
import { findConnection } from "./connections.sql.server";

/**
 * Takes what a payment provider has signed (http/provider-signatures.server.ts): whose account it speaks of is looked up, and a worker asks
 * the provider what is true. What it says itself is believed in nothing. Quick, and the same one again changes nothing.
 */
export async function receiveWebhook(slot: PaymentSlot, hint: WebhookHint): Promise<void> {
  const tenantId = await tenantOf(slot, hint.organization_id);
  if (tenantId === null || hint.kind === "ignored") return;
  const connection = await findConnection(pool, tenantId, slot);
  if (connection?.status !== "active" || connection.livemode !== hint.livemode)
    return log.info({ slot, event_id: hint.event_id }, "a webhook of another mode or an ended connection was left out");
  if (hint.kind === "payment") return receivePayment(slot, tenantId, hint);
  await refreshConnection(tenantId, slot, hint.kind === "disconnected");
}

async function tenantOf(slot: PaymentSlot, organizationId: string | null): Promise<string | null> {
  if (organizationId === null) return null;
  const found = await pool.query<{ tenant_id: string }>(
    sql`select tenant_id from provider_account where slot = ${slot} and organization_id = ${organizationId}`,
  );
  return found.rows[0]?.tenant_id ?? null;
}

type PaymentHint = Extract<WebhookHint, { kind: "payment" }>;

async function receivePayment(slot: PaymentSlot, tenantId: string, hint: PaymentHint): Promise<void> {
  await transaction(async (db) => {
    const paymentId = await findPaymentOf(db, slot, tenantId, hint);
    if (paymentId === null) return;
    const first = await db.query(
      sql`insert into provider_event (tenant_id, slot, event_id) values (${tenantId}, ${slot}, ${hint.event_id}) on conflict do nothing`,
    );
    if (first.rowCount === 1) await settleLater(db, tenantId, paymentId);
  });
  faultPoint("webhook.taken");
}

/**
 * The payment that a webhook speaks of, among those of the account's own tenant. null also for a session that is not written yet: whoever
 * asked for it writes it, and reads its state then.
 */
async function findPaymentOf(db: Sql, slot: PaymentSlot, tenantId: string, hint: PaymentHint): Promise<string | null> {
  const { session_id, charge_ref, organization_id } = hint;
  const found = await db.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenantId} and provider = ${slot} and organization_id = ${organization_id}
          and (session_id = ${session_id} or charge_ref = ${charge_ref}) limit 1`,
  );
  return found.rows[0]?.id ?? null;
}
