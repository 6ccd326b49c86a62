import { bookingLinks } from "~/contract/booking-links";
import { endBookingLink, getBookingLink } from "~/domain/booking-links/booking-links.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookingLinks.get, ({ actor, params }) => getBookingLink(actor, params.id)),
  on(bookingLinks.remove, ({ actor, params }) => endBookingLink(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
