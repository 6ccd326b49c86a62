import { bookings } from "~/contract/booking-operations";
import { editBooking } from "~/domain/bookings/edit-booking.server";
import { getBooking } from "~/domain/bookings/get-booking.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookings.get, ({ actor, params, query }) =>
    getBooking(actor, params.id, query.include?.includes("history")),
  ),
  on(bookings.update, ({ actor, params, body }) => editBooking(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
