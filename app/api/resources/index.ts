import { resources } from "~/contract/resources";
import { createResource, listResources } from "~/domain/resources/resources.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(resources.list, ({ actor, query }) => listResources(actor, query)),
  on(resources.create, ({ actor, body }) => createResource(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
