import type { Booking, Config, Slot } from "./wire";

/** The `detail` of each event of `<booking-widget>`. All bubble and cross shadow roots. */
export interface BookingEvents {
  /** The configuration is known and the first step is shown. */
  "booking-ready": { config: Config };
  /** The visitor chose a time. */
  "booking-slot-select": { slot: Slot };
  /** The service made the booking. */
  "booking-created": { booking: Booking; manage_url: string };
  /** The visitor is about to leave for the checkout at `url`; `preventDefault()` keeps them here. */
  "booking-redirect": { url: string; booking: Booking };
  /** Something failed; the visitor was told in their language. */
  "booking-error": { code: string; message: string; request_id: string | null };
}

declare global {
  interface HTMLElementEventMap {
    "booking-ready": CustomEvent<BookingEvents["booking-ready"]>;
    "booking-slot-select": CustomEvent<BookingEvents["booking-slot-select"]>;
    "booking-created": CustomEvent<BookingEvents["booking-created"]>;
    "booking-redirect": CustomEvent<BookingEvents["booking-redirect"]>;
    "booking-error": CustomEvent<BookingEvents["booking-error"]>;
  }
}
