import { schedules } from "~/contract/schedules";
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
} from "~/domain/schedules/schedules.server";
import { bind } from "~/http/api.server";

export default bind(schedules, {
  list: ({ actor, query }) => listSchedules(actor, query),
  create: ({ actor, body }) => createSchedule(actor, body),
  get: ({ actor, params }) => getSchedule(actor, params.id),
  update: ({ actor, params, body }) => updateSchedule(actor, params.id, body),
  remove: ({ actor, params }) => deleteSchedule(actor, params.id),
});
