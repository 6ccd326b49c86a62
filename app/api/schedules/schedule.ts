import { schedules } from "~/contract/schedules";
import { deleteSchedule, getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(schedules.get, ({ actor, params }) => getSchedule(actor, params.id)),
  on(schedules.update, ({ actor, params, body }) => updateSchedule(actor, params.id, body)),
  on(schedules.remove, ({ actor, params }) => deleteSchedule(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
