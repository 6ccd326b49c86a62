import { type PaymentProvider, ProviderError } from "~/adapters/payments/port";
import { transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { queueAccountMail } from "../email/queue-account-mails.server";
import { type ConnectionRow, markRevoked } from "./connections.sql.server";
import { findConnectionProblem, updateCanTakePayments } from "./can-take-payments.server";

/**
 * The provider's error code for an account the platform may not act for; other refusals say nothing
 * about the connection.
 */
const ENDED = "account_invalid";

/**
 * After a call was refused as not allowed, or a webhook reports a disconnected account: reads the
 * account itself before acting on it. True if the connection has really ended, which is stored
 * then, and the owner is emailed. No response, or a refusal for another reason, ends nothing.
 */
export async function endIfEnded(
  provider: PaymentProvider,
  connection: ConnectionRow,
): Promise<boolean> {
  try {
    const { can_take_payments } = await provider.getOrganization(connection.organization_id);
    await updateCanTakePayments(
      connection,
      can_take_payments,
      await findConnectionProblem(provider, connection),
    );
    return false;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== "permission" || error.code !== ENDED) return false;
  }
  await transaction(async (db) => {
    const isEnded = await markRevoked(db, connection.tenant_id, connection.provider);
    if (isEnded) await queueAccountMail(db, connection.tenant_id, "payments_disconnected");
  });
  log.warn(
    { tenant_id: connection.tenant_id, provider: connection.provider },
    "a payment account has disconnected this service",
  );
  return true;
}
