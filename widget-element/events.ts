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
  /** The visitor is back from the checkout, and the booking is paid. */
  "booking-paid": { booking: Booking };
  /** Something failed; the visitor was told in their language. */
  "booking-error": { code: string; message: string; request_id: string | null };
  /** The popup was closed; `booking` is what was booked in it, if anything. */
  "booking-close": { booking: Booking | null };
}

type Typed = { [Name in keyof BookingEvents]: CustomEvent<BookingEvents[Name]> };

/** Fires an event of the element; false when a listener prevented what would follow. */
export function dispatch<Name extends keyof BookingEvents>(
  element: HTMLElement,
  name: Name,
  detail: BookingEvents[Name],
): boolean {
  const cancelable = name === "booking-redirect";
  return element.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }),
  );
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into the DOM's own table of events
  interface HTMLElementEventMap extends Typed {}
}
