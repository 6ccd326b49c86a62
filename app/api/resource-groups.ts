import { resourceGroups } from "~/contract/resource-groups";
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
} from "~/domain/resource-groups/resource-groups.server";
import { bind } from "~/http/api.server";

export default bind(resourceGroups, {
  list: ({ actor, query }) => listGroups(actor, query),
  create: ({ actor, body }) => createGroup(actor, body),
  get: ({ actor, params }) => getGroup(actor, params.id),
  update: ({ actor, params, body }) => updateGroup(actor, params.id, body),
  remove: ({ actor, params }) => deleteGroup(actor, params.id),
});
