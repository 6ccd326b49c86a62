import { bookings } from "~/contract/booking-operations";
import { changeBookingStatus } from "~/domain/bookings/change-status.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookings.changeStatus, ({ actor, params, body, ticket }) =>
    changeBookingStatus(actor, params.id, body, ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;
