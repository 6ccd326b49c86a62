import { BookingWidget } from "./booking-widget";
import { setScript } from "./loader";

/**
 * Registers the element once, however many scripts bring it. `script_url`: where this one came from; `shared`: what it lends the parts
 * that load later.
 */
export function defineBookingWidget(script_url: string | undefined, shared: object): void {
  setScript(script_url, shared);
  if (!customElements.get("booking-widget")) customElements.define("booking-widget", BookingWidget);
}
