import { calendarConnections } from "~/contract/calendar-connections";
import { listAvailable } from "~/domain/calendars/connections.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendarConnections.available, ({ actor, params }) =>
    listAvailable(personOf(actor), params.id),
  ),
);
export const loader = route.loader;
export const action = route.action;
