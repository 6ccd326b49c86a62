import { ProviderError } from "~/adapters/payments/port";
import { StatusChange } from "~/contract/booking-inputs";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import type { UserActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import { activeConnections } from "../payments/connections.sql.server";
import { disconnectCompany } from "../calendars/disconnect-calendars.server";
import { disconnectAtProvider } from "../payments/disconnect.server";
import { endCheckouts } from "../payments/end-checkouts.server";
import { settleQueued } from "../payments/sync-payment.server";
import {
  type Closing,
  CLOSING_REASON,
  countUnsentMessages,
  findClosing,
  findOwner,
  isOverdue,
  isSettled,
  paymentsWithRefunds,
  readClosing,
  readUnsettled,
  writeClosing,
} from "./closing.sql.server";
import { deleteTenant, findPaidAhead } from "./delete-tenant.sql.server";

/** Companies per sweep. */
const MOST = 20;

/**
 * Continues deleting a company from whatever step it has reached: ends its checkouts, cancels paid
 * bookings with a refund, disconnects its account once nothing is unsettled, and deletes the
 * company once its guests were notified and its members' calendars disconnected. Every step is
 * idempotent, so it may be interrupted anywhere and repeated. True when the company is gone.
 */
export async function closeAccount(tenantId: string): Promise<boolean> {
  const closing = await readClosing(pool, tenantId);
  if (closing === null) return (await findTenant(tenantId)) === null;
  try {
    const isReady = await settleMoney(tenantId, closing);
    await rememberAway(tenantId, closing, false);
    if (!isReady || (await countUnsentMessages(pool, tenantId)) > 0) return false;
    return (await disconnectCompany(tenantId)) && (await deleteTenant(tenantId));
  } catch (error) {
    if (!isProviderAway(error)) throw error;
    await rememberAway(tenantId, closing, true);
    return false;
  }
}

/** True when no guest's money is unsettled and no account is connected. */
async function settleMoney(tenantId: string, closing: Closing): Promise<boolean> {
  const connections = await activeConnections(pool, tenantId);
  for (const connection of connections) await endCheckouts(connection);
  faultPoint("closing.ended");
  await cancelPaidBookings(tenantId, closing);
  await settleRefunds(tenantId);
  if (!isSettled(await readUnsettled(pool, tenantId), closing)) return false;
  faultPoint("closing.settled");
  for (const connection of connections) await disconnectAtProvider(connection);
  faultPoint("closing.disconnected");
  return true;
}

const isProviderAway = (error: unknown): boolean =>
  error instanceof ProviderError ||
  (error instanceof AppError && error.code === "provider_unavailable");

async function rememberAway(
  tenantId: string,
  closing: Closing,
  is_provider_away: boolean,
): Promise<void> {
  if (closing.is_provider_away === is_provider_away) return;
  await writeClosing(pool, tenantId, { ...closing, is_provider_away });
}

/**
 * Cancels paid upcoming bookings and refunds them in full. When the closing began there were none,
 * or the owner requested exactly that; any found later were paid while their checkout was being
 * ended.
 */
async function cancelPaidBookings(tenantId: string, closing: Closing): Promise<void> {
  const ids = await findPaidAhead(pool, tenantId);
  if (ids.length === 0) return;
  const actor = await closingActor(tenantId, closing);
  for (const id of ids) {
    const { refundable } = await readMoney(pool, tenantId, id);
    const refund = { mode: refundable > 0 ? "full" : "none" };
    const change = StatusChange.parse({ status: "cancelled", reason_code: CLOSING_REASON, refund });
    await changeBookingStatus(actor, id, change, null);
  }
}

/** Sends pending refunds; a refusal by the provider is shown to a person. */
async function settleRefunds(tenantId: string): Promise<void> {
  for (const payment_id of await paymentsWithRefunds(tenantId))
    await settleQueued({ tenant_id: tenantId, payment_id });
}

/** The owner who requested it, or another one if they have left meanwhile. */
async function closingActor(tenantId: string, { user_id }: Closing): Promise<UserActor> {
  const tenant = await findTenant(tenantId);
  const owner = await findOwner(tenantId, user_id);
  if (tenant === null || owner === null) throw new Error("A company that closes has an owner.");
  const { id, account_id, name, email } = owner;
  const person = {
    user_id: id,
    account_id,
    name,
    email,
    role: "owner" as const,
    resource_ids: null,
    own_hours: false,
  };
  return { kind: "user", tenant, request_id: null, session_id: "", ...person };
}

/**
 * The job: continues every company that is being deleted. A failure with one does not delay the
 * others.
 */
export async function closeDueAccounts(): Promise<void> {
  for (const { id, closing } of await findClosing(MOST)) {
    const isGone = await closeAccount(id).catch((error: unknown) => {
      log.error({ tenant_id: id, error }, "a company could not be deleted yet");
      return false;
    });
    if (isGone) log.info({ tenant_id: id }, "a tenant was deleted");
    else if (isOverdue(closing))
      log.error(
        { tenant_id: id, requested_at: closing.requested_at },
        "a company waits too long for its guests' money",
      );
  }
}
