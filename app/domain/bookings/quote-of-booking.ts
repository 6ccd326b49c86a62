import type { LoadedBooking } from "./load-booking.sql.server";
import { quote, type Quote } from "../quotes/quote";

/** The price that was agreed for a booking. */
export function quoteOf({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): Quote {
  const { price_amount: amount, party_size, currency } = row;
  const label = schedule?.name ?? row.resource_name;
  return quote({ label, amount, seats: party_size, currency }, party_size);
}
