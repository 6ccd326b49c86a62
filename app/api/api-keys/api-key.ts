import { apiKeys } from "~/contract/api-keys";
import { getApiKey } from "~/domain/api-keys/api-keys.server";
import { revokeApiKey, updateApiKey } from "~/domain/api-keys/change-key.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(apiKeys.get, ({ actor, params }) => getApiKey(actor, params.id)),
  on(apiKeys.update, ({ actor, params, body }) => updateApiKey(actor, params.id, body)),
  on(apiKeys.revoke, ({ actor, params }) => revokeApiKey(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
