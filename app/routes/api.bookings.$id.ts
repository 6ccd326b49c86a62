import { bookings } from "~/contract/bookings";
import { getBooking } from "~/domain/bookings/list-bookings.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(bookings.get, ({ actor, params }) => getBooking(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
