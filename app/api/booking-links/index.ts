import { bookingLinks } from "~/contract/booking-links";
import { createBookingLink, listBookingLinks } from "~/domain/booking-links/booking-links.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(bookingLinks.list, ({ actor, query }) => listBookingLinks(actor, query)),
  on(bookingLinks.create, ({ actor, body }) => createBookingLink(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
