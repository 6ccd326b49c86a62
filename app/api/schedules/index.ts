import { schedules } from "~/contract/schedules";
import { createSchedule, listSchedules } from "~/domain/schedules/schedules.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(schedules.list, ({ actor, query }) => listSchedules(actor, query)),
  on(schedules.create, ({ actor, body }) => createSchedule(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
