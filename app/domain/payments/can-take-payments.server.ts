import type { PaymentProvider } from "~/adapters/payments/port";
import { msg } from "~/i18n/text";
import { transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { queueAccountMail } from "../email/queue-account-mails.server";
import {
  type ConnectionRow,
  lockCanTakePayments,
  refreshTakesPayments,
  writeCanTakePayments,
} from "./connections.sql.server";
import { platformOrganization } from "./provider.server";

/** Why a connected account takes no payments although the provider allows them. */
export type ConnectionProblem = "profile_gone" | "fee_not_possible";

/** Explanations for the company's people. */
export const connectionProblems: Record<ConnectionProblem, string> = {
  profile_gone: msg(
    "The chosen payment method set no longer exists at the payment provider. Choose another; until then nobody can pay online.",
  ),
  fee_not_possible: msg(
    "The platform fee can’t be taken from payments to this account. Connect another account.",
  ),
};

/**
 * Finds a reason why guests cannot pay through a connection that the provider allows. Throws
 * ProviderError.
 */
export async function findConnectionProblem(
  { isProfileUsable }: PaymentProvider,
  connection: ConnectionRow,
): Promise<ConnectionProblem | null> {
  const { organization_id, profile_id, provider } = connection;
  if (profile_id !== null && !(await isProfileUsable(organization_id, profile_id)))
    return "profile_gone";
  const { basis_points, fixed, policy } = env.PAYMENTS.fee;
  const mustTakeFee = policy === "require" && (basis_points > 0 || fixed > 0);
  return mustTakeFee && (await platformOrganization(provider)) === organization_id
    ? "fee_not_possible"
    : null;
}

/**
 * Stores whether an account can take payments: services that require payment are bookable online
 * only then. Mails the owners when it no longer can.
 */
export async function updateCanTakePayments(
  connection: ConnectionRow,
  canCharge: boolean,
  problem: string | null,
): Promise<void> {
  const { tenant_id } = connection;
  const canTake = canCharge && problem === null;
  await transaction(async (db) => {
    const before = await lockCanTakePayments(db, connection);
    if (
      before === undefined ||
      (before.can_take_payments === canTake && before.problem === problem)
    )
      return;
    await writeCanTakePayments(db, connection, { can_take_payments: canTake, problem });
    await refreshTakesPayments(db, tenant_id);
    if (before.can_take_payments && !canTake)
      await queueAccountMail(db, tenant_id, "payments_paused");
  });
}
