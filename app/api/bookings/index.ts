import { bookings } from "~/contract/booking-operations";
import { createBooking } from "~/domain/bookings/create-booking.server";
import { bookingColumns, exportBookings } from "~/domain/bookings/export-bookings.server";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { api, on } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

const route = api(
  on(bookings.list, ({ actor, query }) =>
    query.format === "csv"
      ? csvResponse("bookings.csv", bookingColumns, exportBookings(actor, query))
      : listBookings(actor, query),
  ),
  on(bookings.create, ({ actor, body, ticket }) => createBooking(actor, body, ticket)),
);
export const loader = route.loader;
export const action = route.action;
