import { calendars } from "~/contract/calendars";
import { listBookingCalendars } from "~/domain/calendars/booking-calendars.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendars.ofBooking, async ({ actor, params }) => ({
    calendars: await listBookingCalendars(actor, params.id),
  })),
);
export const loader = route.loader;
export const action = route.action;
