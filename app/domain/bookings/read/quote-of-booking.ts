import type { LoadedBooking } from "./load-booking.sql.server";
import { dueNowOf } from "./balance";
import { agreedQuote, quote, type Quote } from "../../quotes/quote";

/** The agreed price of a booking. */
export function quoteOf({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): Quote {
  const { price_amount: amount, party_size, currency, addons, party } = row;
  const label = schedule?.name ?? row.resource_name;
  return agreedQuote({ label, amount, currency }, party_size, addons, party);
}

/** The amount that a checkout of a booking asks for. */
export function dueNowQuote({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): Quote {
  const { party_size, currency } = row;
  const label = schedule?.name ?? row.resource_name;
  return quote({ label, amount: dueNowOf(row), seats: party_size, currency }, party_size);
}
