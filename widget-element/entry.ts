// Contents of the first part in both formats. The build replaces `import()` with `loadPart`.
export { BookingWidget } from "./booking-widget";
export { defineBookingWidget } from "./define";
export { loadPart } from "./loader";
