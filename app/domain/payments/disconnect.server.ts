import { type ProviderName, ProviderError } from "~/adapters/payments/port";
import { AppError } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { UserActor } from "../identity/actor";
import { type ConnectionRow, findConnection, markRevoked } from "./connections.sql.server";
import { endCheckouts } from "./end-checkouts.server";
import { updateCanTakePayments } from "./can-take-payments.server";
import { countProcessing } from "./payments.sql.server";
import { ask, requireProvider } from "./provider.server";

/**
 * Ends the connection at the provider and here; open checkouts end first. Payments made stay; they
 * can no longer be refunded through it. Throws integration_disabled, not_connected, in_use (a
 * payment is being processed), provider_unavailable.
 */
export async function disconnect(actor: UserActor, provider: ProviderName): Promise<void> {
  requireProvider(provider);
  const connection = await requireConnection(actor.tenant.id, provider);
  await settleBeforeEnd(connection);
  await disconnectAtProvider(connection, async (db) => {
    const entry = {
      action: "payments.disconnected",
      entity: "payment_connection",
      entity_id: connection.id,
    };
    await writeAudit(db, actor, {
      ...entry,
      diff: { provider, organization_id: connection.organization_id },
    });
  });
}

/**
 * Disconnects the account at the provider, then here; if it was disconnected there before, only
 * here. Throws provider_unavailable.
 */
export async function disconnectAtProvider(
  { tenant_id, provider, organization_id }: ConnectionRow,
  also?: (db: Sql) => Promise<void>,
): Promise<void> {
  await ask(() => requireProvider(provider).disconnect(organization_id)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error; // already disconnected there
  });
  await transaction(async (db) => {
    await markRevoked(db, tenant_id, provider);
    await also?.(db);
  });
}

/**
 * Before disconnecting a company's account: ends its checkouts and sends its refunds. The result of
 * a payment in processing could not be read afterwards, so the account stays connected until then.
 * Throws in_use, provider_unavailable.
 */
export async function settleBeforeEnd(connection: ConnectionRow): Promise<void> {
  await checkNothingProcessing(connection);
  await endCheckouts(connection);
  try {
    await checkNothingProcessing(connection); // a guest may have paid while its checkout was being ended
  } catch (error) {
    await updateCanTakePayments(connection, connection.can_take_payments, connection.problem);
    throw error;
  }
}

async function checkNothingProcessing(connection: ConnectionRow): Promise<void> {
  const count = await countProcessing(connection);
  if (count > 0)
    throw new AppError(
      "in_use",
      "A payment is being processed through this account. It can be disconnected once the payment provider has decided.",
      { details: { processing: count } },
    );
}

export async function requireConnection(
  tenantId: string,
  provider: ProviderName,
): Promise<ConnectionRow> {
  const connection = await findConnection(pool, tenantId, provider);
  if (connection?.status !== "active")
    throw new AppError("not_connected", "No payment account is connected.");
  return connection;
}
