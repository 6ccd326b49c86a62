import { calendarConnections } from "~/contract/calendar-connections";
import { addAccount } from "~/domain/calendars/add-account.server";
import { listConnections } from "~/domain/calendars/connections.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendarConnections.list, ({ actor, query }) => listConnections(actor, query)),
  on(calendarConnections.create, ({ actor, body }) => addAccount(personOf(actor), body)),
);
export const loader = route.loader;
export const action = route.action;
