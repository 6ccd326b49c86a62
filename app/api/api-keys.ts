import { apiKeys } from "~/contract/api-keys";
import {
  createApiKey,
  getApiKey,
  getBaseKey,
  listApiKeys,
} from "~/domain/api-keys/api-keys.server";
import {
  revokeApiKey,
  revokeKeysOf,
  rotateApiKey,
  updateApiKey,
} from "~/domain/api-keys/change-key.server";
import { bind } from "~/http/api.server";

export default bind(apiKeys, {
  list: ({ actor, query }) => listApiKeys(actor, query),
  create: ({ actor, body }) => createApiKey(actor, body),
  base: ({ actor }) => getBaseKey(actor),
  revokeAll: async ({ actor, body }) => ({
    revoked: await revokeKeysOf(actor, body.created_by),
  }),
  get: ({ actor, params }) => getApiKey(actor, params.id),
  update: ({ actor, params, body }) => updateApiKey(actor, params.id, body),
  revoke: ({ actor, params }) => revokeApiKey(actor, params.id),
  rotate: ({ actor, params, body }) => rotateApiKey(actor, params.id, body),
});
