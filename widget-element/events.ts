import type { Booking, Config, Slot } from "./wire";

/** The `detail` of each event of `<booking-widget>`. All bubble and cross shadow boundaries. */
export interface BookingEvents {
  /** The configuration has loaded and the first step is shown. */
  "booking-ready": { config: Config };
  /** The visitor chose a time. */
  "booking-slot-select": { slot: Slot };
  /** The booking was created. */
  "booking-created": { booking: Booking; manage_url: string };
  /** About to redirect to the checkout at `url`; `preventDefault()` cancels. */
  "booking-redirect": { url: string; booking: Booking };
  /** The visitor returned from checkout and the booking is paid. */
  "booking-paid": { booking: Booking };
  /** Something failed; the visitor sees a message in their language. */
  "booking-error": { code: string; message: string; request_id: string | null };
  /** The dialog was closed; `booking` is the booking made in it, if any. */
  "booking-close": { booking: Booking | null };
}

type Typed = { [Name in keyof BookingEvents]: CustomEvent<BookingEvents[Name]> };

/** Dispatches an event of the element; false if a listener prevented the default action. */
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
