import type { PublicBooking } from "~/contract/bookings";

/** How a booking stands, as the company's page tells it. */
export interface AfterCheckoutState {
  booking: PublicBooking;
  /** The address that shows the page again, while the provider has not said whether it was paid; null: it stays as it is. */
  again: string | null;
  /** The guest's own page; null for a caller who has the checkout's session alone. */
  own: string | null;
}
