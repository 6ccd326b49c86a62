import { calendars } from "~/contract/calendars";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { connectCalendar } from "~/domain/calendars/change-calendar.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendars.list, ({ actor, query }) => listCalendars(actor, query)),
  on(calendars.create, ({ actor, body }) => connectCalendar(personOf(actor), body)),
);
export const loader = route.loader;
export const action = route.action;
