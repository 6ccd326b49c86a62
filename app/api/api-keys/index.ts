import { apiKeys } from "~/contract/api-keys";
import { createApiKey, listApiKeys } from "~/domain/api-keys/api-keys.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(apiKeys.list, ({ actor, query }) => listApiKeys(actor, query)),
  on(apiKeys.create, ({ actor, body }) => createApiKey(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
