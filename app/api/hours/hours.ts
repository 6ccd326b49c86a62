import { hours } from "~/contract/hours";
import { deleteHours, getHours, updateHours } from "~/domain/schedules/shared-hours.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(hours.get, ({ actor, params }) => getHours(actor, params.id)),
  on(hours.update, ({ actor, params, body }) => updateHours(actor, params.id, body)),
  on(hours.remove, ({ actor, params }) => deleteHours(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
