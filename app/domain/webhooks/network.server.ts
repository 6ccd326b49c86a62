import { env } from "~/lib/env.server";
import { type NetworkAccess, networkAccess } from "~/lib/outside/connect.server";

/** How deliveries get at the network. */
export const network: NetworkAccess = networkAccess(env.WEBHOOK_ALLOW_HOSTS);
