import { hours } from "~/contract/hours";
import { closeDays, listClosedDays } from "~/domain/schedules/closed-days.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(hours.listClosedDays, ({ actor, query }) => listClosedDays(actor, query)),
  on(hours.closeDays, ({ actor, body }) => closeDays(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
