import { calendars } from "~/contract/calendars";
import { listBookingCalendars } from "~/domain/calendars/booking-calendars.server";
import { listBusyPage } from "~/domain/calendars/busy-times.server";
import { getCalendar, listCalendars } from "~/domain/calendars/calendars.server";
import {
  changeCalendar,
  connectCalendar,
  removeCalendar,
} from "~/domain/calendars/change-calendar.server";
import { acceptConflict, listClashes } from "~/domain/calendars/list-clashes.server";
import { resolveOutside } from "~/domain/calendars/resolve-outside.server";
import { personOf } from "~/domain/identity/person";
import { bind } from "~/http/api.server";
import { wholeList } from "~/lib/cursor.server";

export default bind(calendars, {
  list: ({ actor, query }) => listCalendars(actor, query),
  create: ({ actor, body }) => connectCalendar(personOf(actor), body),
  busy: ({ actor, query }) => listBusyPage(actor, query),
  clashes: ({ actor, query }) => listClashes(actor, query),
  fine: ({ actor, body }) => acceptConflict(actor, body),
  get: ({ actor, params }) => getCalendar(actor, params.id),
  update: ({ actor, params, body }) => changeCalendar(personOf(actor), params.id, body),
  remove: ({ actor, params }) => removeCalendar(personOf(actor), params.id),
  ofBooking: async ({ actor, params }) => wholeList(await listBookingCalendars(actor, params.id)),
  resolve: async ({ actor, params, body }) => {
    await resolveOutside(actor, params.id, body);
    return wholeList(await listBookingCalendars(actor, params.id));
  },
});
