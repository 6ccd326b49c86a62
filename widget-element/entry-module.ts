import { BookingWidget, defineBookingWidget } from "./booking-widget";

defineBookingWidget(import.meta.url);

export { BookingWidget };
export type { BookingEvents } from "./events";
