import { bookings } from "~/contract/booking-operations";
import { findBookingBySession } from "~/domain/bookings/get-booking.server";
import { api, on } from "~/http/api.server";

const route = api(on(bookings.bySession, ({ actor, query }) => findBookingBySession(actor, query.session_id)));
export const loader = route.loader;
export const action = route.action;
