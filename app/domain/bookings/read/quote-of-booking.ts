import type { LoadedBooking } from "./load-booking.sql.server";
import { dueOf } from "./balance";
import { agreedQuote, quote, type Quote } from "../../quotes/quote";

/** The agreed price of a booking. */
export function quoteOf({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): Quote {
  const { price_amount: amount, party_size, currency, addons } = row;
  const label = schedule?.name ?? row.resource_name;
  return agreedQuote({ label, amount, currency }, party_size, addons);
}

/** The amount left to pay for a booking. */
export function balanceOf({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): Quote {
  const { party_size, currency } = row;
  const label = schedule?.name ?? row.resource_name;
  return quote({ label, amount: dueOf(row), seats: party_size, currency }, party_size);
}
