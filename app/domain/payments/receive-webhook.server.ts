import type { ProviderName, WebhookHint } from "~/adapters/payments/port";
import { isDatabaseAway, pool, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { retryWhileAway } from "~/lib/retry-while-away.server";
import { settleLater } from "../accounting/request-refund.sql.server";
import { refreshConnection } from "./connect.server";
import { findConnection, tenantOfAccount } from "./connections.sql.server";
import { findByHint, insertProviderEvent } from "./payments.sql.server";

/**
 * Handles a payment provider's webhook after its signature was verified
 * (http/provider-signatures.server.ts): looks up the account's tenant and queues a worker that
 * reads the true state. The payload is never trusted. Fast, and idempotent for duplicates. Throws
 * if the database is away, and then also retries by itself.
 */
export async function receiveWebhook(provider: ProviderName, hint: WebhookHint): Promise<void> {
  try {
    await handleWebhook(provider, hint);
  } catch (error) {
    if (isDatabaseAway(error)) retryLater(provider, hint);
    throw error;
  }
}

/** Longer than a failover takes. */
const RETRY_SECONDS = 120;
const MAX_WAITING = 1000;

/** Webhooks refused while the database was away, by provider and event. */
const waiting = new Map<string, () => Promise<void>>();
let isRetrying = false;

/**
 * Providers retry a refused webhook after minutes or hours, and a guest who has paid would wait that
 * long. Best effort: the provider's retry and the sweep follow if this process ends first.
 */
function retryLater(provider: ProviderName, hint: WebhookHint): void {
  if (waiting.size < MAX_WAITING)
    waiting.set(`${provider} ${hint.event_id}`, () => handleWebhook(provider, hint));
  if (!isRetrying) void handleWaiting();
}

/** One after the other: a database that has just come back is busy. */
async function handleWaiting(): Promise<void> {
  isRetrying = true;
  for (const [key, handle] of waiting) {
    try {
      await retryWhileAway(handle, RETRY_SECONDS);
    } catch (error) {
      log.warn({ err: error, webhooks: waiting.size }, "a refused webhook could not be handled");
      // Another error is this webhook's own; the others are still tried.
      if (isDatabaseAway(error)) waiting.clear();
    }
    waiting.delete(key);
  }
  isRetrying = false;
}

async function handleWebhook(provider: ProviderName, hint: WebhookHint): Promise<void> {
  const tenantId =
    hint.organization_id === null ? null : await tenantOfAccount(provider, hint.organization_id);
  if (tenantId === null || hint.kind === "ignored") return;
  const connection = await findConnection(pool, tenantId, provider);
  if (connection?.status !== "active" || connection.livemode !== hint.livemode)
    return log.info(
      { provider, event_id: hint.event_id },
      "a webhook of another mode or an ended connection was left out",
    );
  if (hint.kind === "payment") return receivePayment(provider, tenantId, hint);
  await refreshConnection(tenantId, provider, hint.kind === "disconnected");
}

type PaymentHint = Extract<WebhookHint, { kind: "payment" }>;

async function receivePayment(
  provider: ProviderName,
  tenantId: string,
  hint: PaymentHint,
): Promise<void> {
  await transaction(async (db) => {
    // Also null for a session that is not stored yet: the caller that created it stores it and
    // reads its state then.
    const paymentId = await findByHint(db, provider, tenantId, hint);
    if (paymentId === null) return;
    if (await insertProviderEvent(db, tenantId, provider, hint.event_id))
      await settleLater(db, tenantId, paymentId);
  });
  faultPoint("webhook.taken");
}
