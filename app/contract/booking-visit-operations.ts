import { NewBookingVisit, VisitTimesQuery } from "./booking-inputs";
import { BookingVisit, VisitTimes } from "./booking-visits";
import { IdParams } from "./common";
import { operation, session } from "./operation";

export const bookingVisits = {
  create: operation({
    method: "POST",
    path: "/api/bookings/visits",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Book several services one after another, all or none; dry_run checks them",
    body: NewBookingVisit,
    returns: BookingVisit,
    idempotent: true,
    errors: ["slot_unavailable", "outside_booking_window", "price_changed", "not_found"],
  }),
  times: operation({
    method: "POST",
    path: "/api/bookings/visits/times",
    caller: session("staff", { test_key: "test_data" }),
    summary: "List the starts of a day at which several services are free one after another",
    body: VisitTimesQuery,
    returns: VisitTimes,
    errors: ["not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/bookings/visits/:id",
    caller: session("viewer", { test_key: "test_data" }),
    summary: "Get a visit with its bookings",
    params: IdParams,
    returns: BookingVisit,
  }),
};
