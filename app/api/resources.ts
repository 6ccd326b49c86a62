import { resources } from "~/contract/resources";
import {
  createResource,
  deleteResource,
  getResource,
  listResources,
  updateResource,
} from "~/domain/resources/resources.server";
import { bind } from "~/http/api.server";

export default bind(resources, {
  list: ({ actor, query }) => listResources(actor, query),
  create: ({ actor, body }) => createResource(actor, body),
  get: ({ actor, params }) => getResource(actor, params.id),
  update: ({ actor, params, body }) => updateResource(actor, params.id, body),
  remove: ({ actor, params }) => deleteResource(actor, params.id),
});
