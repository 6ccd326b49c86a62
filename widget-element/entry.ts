// Contents of the first part in both formats. The build replaces `import()` with `loadPart`.
export { BookingWidget } from "./booking-widget";
// Of the first view, although only the choice of a service uses it.
export { dayView } from "./choose/day-view";
export { defineBookingWidget } from "./define";
export { loadPart } from "./loader";
