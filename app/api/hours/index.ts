import { hours } from "~/contract/hours";
import { createHours, listHours } from "~/domain/schedules/shared-hours.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(hours.list, ({ actor, query }) => listHours(actor, query)),
  on(hours.create, ({ actor, body }) => createHours(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
