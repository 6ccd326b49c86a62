import type { LoadedBooking } from "./load-booking.sql.server";
import { dueOf } from "./balance";
import { quote, type Quote } from "../../quotes/quote";

/** The agreed price of a booking. */
export const quoteOf = (booking: Pick<LoadedBooking, "row" | "schedule">): Quote =>
  quoteAt(booking, booking.row.price_amount);

/** The amount left to pay for a booking. */
export const balanceOf = (booking: Pick<LoadedBooking, "row" | "schedule">): Quote =>
  quoteAt(booking, dueOf(booking.row));

function quoteAt(
  { row, schedule }: Pick<LoadedBooking, "row" | "schedule">,
  amount: number | null,
): Quote {
  const { party_size, currency } = row;
  const label = schedule?.name ?? row.resource_name;
  return quote({ label, amount, seats: party_size, currency }, party_size);
}
