import { NewBookingSeries } from "./booking-inputs";
import { BookingSeries } from "./booking-series";
import { IdParams } from "./common";
import { operation, session } from "./operation";

export const bookingSeries = {
  create: operation({
    method: "POST",
    path: "/api/bookings/series",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Book a series of dates, or check each date (dry_run)",
    body: NewBookingSeries,
    returns: BookingSeries,
    errors: ["slot_unavailable", "outside_booking_window", "price_changed", "not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/bookings/series/:id",
    caller: session("viewer", { test_key: "test_data" }),
    summary: "Get a series with its dates",
    params: IdParams,
    returns: BookingSeries,
  }),
};
