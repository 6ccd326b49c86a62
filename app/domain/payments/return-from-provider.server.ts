import type { PaymentSlot } from "~/adapters/payments/port";
import type { ConnectReturn } from "~/contract/payment-connection";
import { AppError } from "~/lib/app-error";
import type { UserActor } from "../identity/actor";
import { finishConnect } from "./connect.server";
import { requireProvider } from "./provider.server";

/** Where the owner is led after the provider. */
const PAGE = "/dashboard";

/**
 * An owner comes back from the provider: finishes the connection, and says which page they go on to, with what went wrong in
 * `connect_error`. Throws integration_disabled, and invalid_state: a return that was not begun here shows no page of ours.
 */
export async function returnFromProvider(
  actor: UserActor,
  slot: PaymentSlot,
  { code, state, error }: ConnectReturn,
  browserState: string | null,
): Promise<string> {
  requireProvider(slot);
  if (error !== undefined) return `${PAGE}?connect_error=${error === "access_denied" ? "access_denied" : "refused"}`;
  if (code === undefined || state === undefined)
    throw new AppError("invalid_state", "The payment provider sent no code. Start again from the dashboard.");
  try {
    await finishConnect(actor, slot, { code, state }, browserState);
  } catch (problem) {
    if (!(problem instanceof AppError) || problem.code === "invalid_state") throw problem;
    return `${PAGE}?connect_error=${problem.code}`;
  }
  return `${PAGE}?connected`;
}
