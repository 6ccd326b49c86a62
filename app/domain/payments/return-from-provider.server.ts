import type { ProviderName } from "~/adapters/payments/port";
import type { ConnectPage, ConnectReturn } from "~/contract/payment-connection";
import { AppError } from "~/lib/app-error";
import type { UserActor } from "../identity/actor";
import { connectBegunOn, finishConnect, spendState } from "./connect.server";
import { requireProvider } from "./provider.server";

/** Where the owner is redirected after the provider, by the page they came from. */
const PAGES: Record<ConnectPage, string> = {
  dashboard: "/dashboard/payments",
  onboarding: "/onboarding/payments",
};

/**
 * Handles an owner's return from the provider: completes the connection and returns the URL to
 * redirect to, with a failure in `connect_error`. Throws integration_disabled, and invalid_state: a
 * return that was not started here is not redirected.
 */
export async function returnFromProvider(
  actor: UserActor,
  providerName: ProviderName,
  { code, state, error }: ConnectReturn,
  browserState: string | null,
): Promise<string> {
  requireProvider(providerName);
  const page = PAGES[await connectBegunOn(actor, providerName, state)];
  if (error !== undefined) {
    // A refusal consumes the state too, so that a code with the same state later connects nothing.
    // A return that was not started here has no state.
    await spendState(actor, providerName, state ?? "", browserState).catch((problem: unknown) => {
      if (!(problem instanceof AppError)) throw problem;
    });
  }
  if (error !== undefined)
    return `${page}?connect_error=${error === "access_denied" ? "access_denied" : "refused"}`;
  if (code === undefined || state === undefined)
    throw new AppError(
      "invalid_state",
      "The payment provider sent no code. Start again from the dashboard.",
    );
  try {
    await finishConnect(actor, providerName, { code, state }, browserState);
  } catch (problem) {
    if (!(problem instanceof AppError) || problem.code === "invalid_state") throw problem;
    return `${page}?connect_error=${problem.code}`;
  }
  return `${page}?connected`;
}
