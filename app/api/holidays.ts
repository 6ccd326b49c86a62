import { hours } from "~/contract/hours";
import { listHolidays } from "~/domain/schedules/holidays.server";
import { api, on } from "~/http/api.server";

const route = api(on(hours.listHolidays, ({ actor, query }) => listHolidays(actor, query)));
export const loader = route.loader;
export const action = route.action;
