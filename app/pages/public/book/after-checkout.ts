import type { PublicBooking } from "~/contract/bookings";
import type { BookingZones } from "~/domain/bookings/read/booking-time";

/** Booking status as shown on the company's page. */
export interface AfterCheckoutState {
  booking: PublicBooking;
  zones: BookingZones;
  /** URL that refreshes the page while the payment is unknown; null to stop. */
  again: string | null;
  /** The guest page; null for a caller who only has the checkout session. */
  own: string | null;
}
