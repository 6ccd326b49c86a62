import type { ConnectStatus, FeeConfig } from "~/contract/payment-connection";
import { AppError } from "~/lib/app-error";
import type { StaffActor } from "../identity/actor";
import { connectionStatus } from "./connect.server";
import { readFeeConfig } from "./fee-config.server";

/**
 * The company's account at the payment provider, and whether the platform fee can be taken from its
 * payments.
 */
export interface Account {
  status: ConnectStatus;
  fee: FeeConfig;
}

/** Reads the present state from the provider; null when this installation has none. */
export async function readAccount(actor: StaffActor): Promise<Account | null> {
  try {
    // The status first: if the provider says that the connection has ended, the fee depends on
    // that.
    const status = await connectionStatus(actor, "payprovider");
    return { status, fee: await readFeeConfig(actor) };
  } catch (error) {
    if (error instanceof AppError && error.code === "integration_disabled") return null;
    throw error;
  }
}
