import { apiKeys } from "~/contract/api-keys";
import { revokeKeysOf } from "~/domain/api-keys/change-key.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(apiKeys.revokeAll, async ({ actor, body }) => ({
    revoked: await revokeKeysOf(actor, body.created_by),
  })),
);
export const loader = route.loader;
export const action = route.action;
