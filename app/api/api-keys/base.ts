import { apiKeys } from "~/contract/api-keys";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { api, on } from "~/http/api.server";

const route = api(on(apiKeys.base, ({ actor }) => getBaseKey(actor)));
export const loader = route.loader;
export const action = route.action;
