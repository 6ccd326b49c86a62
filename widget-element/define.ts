import { BookingWidget } from "./booking-widget";
import { setScript } from "./loader";

/**
 * Registers the element once, even if several scripts load it. `script_url`: URL of this script;
 * `shared`: modules that lazy parts reuse.
 */
export function defineBookingWidget(script_url: string | undefined, shared: object): void {
  setScript(script_url, shared);
  if (!customElements.get("booking-widget")) customElements.define("booking-widget", BookingWidget);
}
