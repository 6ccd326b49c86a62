import { calendars } from "~/contract/calendars";
import { getCalendar } from "~/domain/calendars/calendars.server";
import { changeCalendar, removeCalendar } from "~/domain/calendars/change-calendar.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendars.get, ({ actor, params }) => getCalendar(actor, params.id)),
  on(calendars.update, ({ actor, params, body }) =>
    changeCalendar(personOf(actor), params.id, body),
  ),
  on(calendars.remove, ({ actor, params }) => removeCalendar(personOf(actor), params.id)),
);
export const loader = route.loader;
export const action = route.action;
