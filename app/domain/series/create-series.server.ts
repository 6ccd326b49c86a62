import type { NewBookingSeries } from "~/contract/booking-inputs";
import type { BookingSeries } from "~/contract/booking-series";
import type { StaffActor } from "../identity/actor";
import { bookAll, bookEach } from "./book-series.server";
import { checkDates } from "./check-series.server";
import { planSeries } from "./plan-series.server";

// A series of bookings: each date goes through createBooking with all its checks, which count the
// series' own earlier dates. With `all`, plan and bookings are one transaction. Otherwise the plan
// is written first, with the ids of its bookings, and its dates are booked one by one: by the
// request, and by a job if the request was interrupted.

/**
 * Books a series of dates, or checks each of them without saving (`dry_run`). Throws what
 * createBooking throws for a request that no date can meet, validation_failed (the rule), and with
 * `all` the refusal of the first date that is taken.
 */
export async function createSeries(
  actor: StaffActor,
  input: NewBookingSeries,
): Promise<BookingSeries> {
  const plan = await planSeries(actor, input);
  if (input.dry_run) return checkDates(plan);
  if (plan.row.if_taken === "all") return bookAll(plan);
  return bookEach(plan);
}
