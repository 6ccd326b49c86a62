import { env } from "~/lib/env.server";
import { type NetworkAccess, networkAccess } from "~/lib/outside/connect.server";

/** Network access for deliveries. */
export const network: NetworkAccess = networkAccess(env.WEBHOOK_ALLOW_HOSTS);
