import { bookingLinks } from "~/contract/booking-links";
import {
  createBookingLink,
  endBookingLink,
  getBookingLink,
  listBookingLinks,
} from "~/domain/booking-links/booking-links.server";
import { bind } from "~/http/api.server";

export default bind(bookingLinks, {
  list: ({ actor, query }) => listBookingLinks(actor, query),
  create: ({ actor, body }) => createBookingLink(actor, body),
  get: ({ actor, params }) => getBookingLink(actor, params.id),
  remove: ({ actor, params }) => endBookingLink(actor, params.id),
});
