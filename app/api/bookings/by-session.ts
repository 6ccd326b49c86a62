import { bookings } from "~/contract/booking-operations";
import { readBookingAfterCheckout } from "~/domain/payments/booking-after-checkout.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookings.bySession, ({ actor, query }) => readBookingAfterCheckout(actor, query)),
);
export const loader = route.loader;
export const action = route.action;
