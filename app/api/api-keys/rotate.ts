import { apiKeys } from "~/contract/api-keys";
import { rotateApiKey } from "~/domain/api-keys/change-key.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(apiKeys.rotate, ({ actor, params, body }) => rotateApiKey(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
