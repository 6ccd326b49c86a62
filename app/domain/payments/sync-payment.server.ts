import {
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderError,
} from "~/adapters/payments/port";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { whyNotPayable } from "../bookings/read/balance";
import { fitsBooking } from "../bookings/change/checkout-fits.sql.server";
import { isLapsed } from "../bookings/change/decision-parts";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import type { SystemActor } from "../identity/actor";
import { type PaymentRow, UNFINISHED } from "../accounting/payment-row";
import { findTenant } from "../identity/find-tenant.sql.server";
import { applySnapshot } from "./apply-snapshot.server";
import { isCardCharge } from "./charge-card.server";
import { type ConnectionRow, findConnection } from "./connections.sql.server";
import { failCharge } from "./fail-charge.server";
import { makeCheckout } from "./make-checkout.server";
import { loadPayment, markStuck, scheduleSync, stopSyncing } from "./payments.sql.server";
import { requireProvider } from "./provider.server";
import { refuseWaitingRefunds, sendRefunds } from "./send-refunds.server";
import { endIfEnded } from "./verify-connection.server";

/** How often a snapshot that a newer one has overtaken is read again. */
const TRIES = 3;

/** When to retry after the provider did not respond. */
const AFTER_SILENCE_MINUTES = 1;

interface Context {
  provider: PaymentProvider;
  connection: ConnectionRow;
  payment: PaymentRow;
}

/**
 * The job: syncs a payment with the provider and sends its refunds. Retries later when the provider
 * is down.
 */
export async function settleQueued({
  tenant_id,
  payment_id,
}: {
  tenant_id: string;
  payment_id: string;
}): Promise<void> {
  try {
    await settleAtProvider(tenant_id, payment_id);
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      await markStuck(tenant_id, payment_id);
      throw error;
    }
    log.warn(
      { tenant_id, payment_id, kind: error.kind, code: error.code },
      "a payment could not be settled yet",
    );
    // A single refusal may be the provider's mistake: a guest who has paid must not wait an hour
    // for it.
    if (error.is_definite) await markStuck(tenant_id, payment_id);
    else await scheduleSync(tenant_id, payment_id, AFTER_SILENCE_MINUTES);
  }
}

/**
 * Updates a payment, its booking and its refunds from the provider's present state: the only way
 * money changes anything. Called by webhooks, return pages, hold ends and the sweep. The provider
 * is called outside the transaction; the result is applied under the booking's locks, unless a
 * later one was applied already. Throws ProviderError.
 */
export async function syncPayment(tenantId: string, paymentId: string): Promise<void> {
  return readAndApply(tenantId, paymentId, "read");
}

/**
 * Like syncPayment, and also does pending work at the provider: sends requested refunds, and closes
 * a checkout whose booking can no longer be paid (or with `close`). Throws ProviderError.
 */
export async function settleAtProvider(
  tenantId: string,
  paymentId: string,
  { close = false } = {},
): Promise<void> {
  const before = await readContext(tenantId, paymentId);
  if (before === null) return;
  // Without a session it is unknown whether a checkout was created: repeating the call finds out.
  // Only a known one can be closed.
  if (before.payment.session_id === null) await readAndApply(tenantId, paymentId, "read");
  const payment = await loadPayment(pool, tenantId, paymentId, false);
  if (payment === null || payment.session_id === null) return;
  const isOpen = UNFINISHED.includes(payment.status);
  await readAndApply(
    tenantId,
    paymentId,
    isOpen && (close || (await hasNoUse(payment))) ? "close" : "read",
  );
  await sendWaiting(tenantId, paymentId);
}

/** Sends the requested refunds, each with its stored key, then reads the result. */
async function sendWaiting(tenantId: string, paymentId: string): Promise<void> {
  const context = await readContext(tenantId, paymentId);
  if (context === null || context.payment.charge_ref === null) return;
  const { provider, connection, payment } = context;
  const sent = await sendRefunds(provider, connection.organization_id, payment);
  if (sent > 0) await readAndApply(tenantId, paymentId, "read");
}

async function readAndApply(
  tenantId: string,
  paymentId: string,
  how: "read" | "close",
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const context = await readContext(tenantId, paymentId);
    if (context === null) return;
    const asked_at = await databaseNow(pool);
    const snapshot = await readSnapshot(context, how);
    faultPoint("snapshot.read");
    if (snapshot === null) return stopSyncing(context.payment);
    const actor = await systemActor(tenantId);
    const isApplied = await transaction((db) =>
      applySnapshot(db, actor, context.payment, snapshot, asked_at),
    );
    faultPoint("snapshot.committed");
    if (isApplied) return;
  }
  log.warn(
    { tenant_id: tenantId, payment_id: paymentId },
    "a payment changed faster than it could be read",
  );
}

async function systemActor(tenantId: string): Promise<SystemActor> {
  const tenant = await findTenant(tenantId);
  if (tenant === null) throw new Error("A payment's tenant is there as long as the payment.");
  return { kind: "system", tenant, request_id: null };
}

/**
 * null: the provider cannot be called, because the payment was offline, the provider is not
 * configured, or the connection ended.
 */
async function readContext(tenantId: string, paymentId: string): Promise<Context | null> {
  const payment = await loadPayment(pool, tenantId, paymentId, false);
  if (payment === null || payment.provider === "offline") return null;
  const connection = await findConnection(pool, tenantId, payment.provider);
  const isThere =
    connection?.status === "active" && connection.organization_id === payment.organization_id;
  if (isThere) return { provider: requireProvider(payment.provider), connection, payment };
  // A person must see a refund that was promised to a guest and cannot be sent.
  await refuseWaitingRefunds(payment, "not_connected");
  if (isCardCharge(payment) && payment.status === "created")
    await failCharge(payment, "not_connected");
  await stopSyncing(payment);
  return null;
}

/**
 * The provider's snapshot; a checkout whose creation got no response is created again with the same
 * key.
 */
async function readSnapshot(
  context: Context,
  how: "read" | "close",
): Promise<PaymentSnapshot | null> {
  const { provider, connection, payment } = context;
  try {
    if (payment.session_id === null)
      return payment.status === "created" ? await makeCheckout(context) : null;
    if (how === "close")
      return await provider.closePayment(connection.organization_id, payment.session_id);
    return await provider.getPayment(connection.organization_id, payment.session_id);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "permission")
      await endIfEnded(provider, connection);
    throw error;
  }
}

/**
 * Whether a checkout's amount is no longer due: its booking has ended, was paid in another way, or
 * costs something else.
 */
async function hasNoUse(payment: PaymentRow): Promise<boolean> {
  const { row } = await loadBooking(pool, payment.tenant_id, payment.booking_id, false);
  const now = await databaseNow(pool);
  if (payment.purpose !== "booking") return isLapsed(row, now) || !fitsBooking(payment, row);
  return whyNotPayable(row, now) !== null || !fitsBooking(payment, row);
}
