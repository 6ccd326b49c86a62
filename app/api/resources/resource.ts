import { resources } from "~/contract/resources";
import { deleteResource, getResource, updateResource } from "~/domain/resources/resources.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(resources.get, ({ actor, params }) => getResource(actor, params.id)),
  on(resources.update, ({ actor, params, body }) => updateResource(actor, params.id, body)),
  on(resources.remove, ({ actor, params }) => deleteResource(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
