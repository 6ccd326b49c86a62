import { hours } from "~/contract/hours";
import { closeDays, listClosedDays, openDay } from "~/domain/schedules/closed-days.server";
import { listHolidays } from "~/domain/schedules/holidays.server";
import {
  createHours,
  deleteHours,
  getHours,
  listHours,
  updateHours,
} from "~/domain/schedules/shared-hours.server";
import { bind } from "~/http/api.server";

export default bind(hours, {
  list: ({ actor, query }) => listHours(actor, query),
  create: ({ actor, body }) => createHours(actor, body),
  get: ({ actor, params }) => getHours(actor, params.id),
  update: ({ actor, params, body }) => updateHours(actor, params.id, body),
  remove: ({ actor, params }) => deleteHours(actor, params.id),
  listClosedDays: ({ actor, query }) => listClosedDays(actor, query),
  closeDays: ({ actor, body }) => closeDays(actor, body),
  openDay: ({ actor, params }) => openDay(actor, params.date),
  listHolidays: ({ actor, query }) => listHolidays(actor, query),
});
