import { bookings } from "~/contract/booking-operations";
import { deleteTestBookings } from "~/domain/bookings/delete-test-bookings.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(bookings.deleteTests, ({ actor }) => deleteTestBookings(actor)));
export const loader = route.loader;
export const action = route.action;
