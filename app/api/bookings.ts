import { bookings } from "~/contract/booking-operations";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { deleteTestBookings } from "~/domain/bookings/change/delete-test-bookings.sql.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { bookingColumns, exportBookings } from "~/domain/bookings/read/export-bookings.server";
import { getBooking, previewCancellation } from "~/domain/bookings/read/get-booking.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { cancelTogether } from "~/domain/series/cancel-together.server";
import { moveTogether } from "~/domain/series/move-together.server";
import { readBookingAfterCheckout } from "~/domain/payments/booking-after-checkout.server";
import { bind } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

export default bind(bookings, {
  list: async ({ actor, query }) =>
    query.format === "csv"
      ? csvResponse(
          "bookings.csv",
          bookingColumns,
          await exportBookings(actor, query),
          actor.tenant.time_zone,
        )
      : listBookings(actor, query),
  create: ({ actor, body, ticket }) => createBooking(actor, body, ticket),
  get: ({ actor, params, query }) =>
    getBooking(actor, params.id, query.include?.includes("history")),
  deleteTests: ({ actor }) => deleteTestBookings(actor),
  previewCancellation: ({ actor, params }) => previewCancellation(actor, params.id),
  bySession: ({ actor, query }) => readBookingAfterCheckout(actor, query),
  update: ({ actor, params, body }) => editBooking(actor, params.id, body),
  changeStatus: ({ actor, params, body, ticket }) =>
    changeBookingStatus(actor, params.id, body, ticket),
  cancel: ({ actor, params, body, ticket }) => cancelTogether(actor, params.id, body, ticket),
  move: ({ actor, params, body, ticket }) => moveTogether(actor, params.id, body, ticket),
});
