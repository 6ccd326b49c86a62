import { bookings } from "~/contract/booking-operations";
import { previewCancellation } from "~/domain/bookings/get-booking.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookings.previewCancellation, ({ actor, params }) => previewCancellation(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
