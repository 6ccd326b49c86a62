import { calendars } from "~/contract/calendars";
import { listBookingCalendars } from "~/domain/calendars/booking-calendars.server";
import { resolveOutside } from "~/domain/calendars/resolve-outside.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendars.resolve, async ({ actor, params, body }) => {
    await resolveOutside(actor, params.id, body);
    return { calendars: await listBookingCalendars(actor, params.id) };
  }),
);
export const loader = route.loader;
export const action = route.action;
