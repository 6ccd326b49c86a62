import { PageQuery } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { listAttention } from "~/domain/attention/list-attention.server";
import { connectionStatus } from "~/domain/payments/connect.server";
import type { PaymentsStep } from "~/ui/payments/payments-step";

/** State of the payment account, queried live from the provider. */
export async function readPaymentsStep(actor: StaffActor): Promise<PaymentsStep> {
  try {
    const { connected, organization, problems } = await connectionStatus(actor, "payprovider");
    const is_owner = hasRole(actor, "owner");
    if (!connected || organization === null) return { state: "unconnected", problems, is_owner };
    return {
      state: "connected",
      problems,
      is_owner,
      account: organization.name ?? organization.id,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "integration_disabled") return { state: "off" };
    throw error;
  }
}

/**
 * Why services that require payment can't be booked online, one sentence each; empty if payments
 * work.
 */
export async function listUnpayableServices(actor: StaffActor): Promise<string[]> {
  const { data } = await listAttention(actor, PageQuery.parse({ limit: 100 }));
  return data
    .filter(({ kind }) => kind === "payments_not_connected" || kind === "not_payable")
    .map(({ message }) => message);
}
