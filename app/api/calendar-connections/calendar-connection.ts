import { calendarConnections } from "~/contract/calendar-connections";
import { getConnection } from "~/domain/calendars/connections.server";
import { disconnect } from "~/domain/calendars/disconnect.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendarConnections.get, ({ actor, params }) => getConnection(actor, params.id)),
  on(calendarConnections.remove, ({ actor, params, query }) =>
    disconnect(personOf(actor), params.id, query),
  ),
);
export const loader = route.loader;
export const action = route.action;
